import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { IsOptional, Matches, MaxLength } from 'class-validator';
import { Field, ObjectType } from 'type-graphql';
import { IsAddress, IsNotBlank, IsOneLine, IsVisible, IsNameIfAny } from '#api/graphql/schema/texts.ts';
import { Singleton } from '#api/db/singleton.ts';
import { hexColor, hexColorMessage } from './brand-style.ts';

/** Paths on this server only, because the CSP blocks images from other sites. */
const ownPath = /^\/[\w-][\w./-]*$/;

/** Name and colors of the product for signed-in people. Defaults: specification 2, section 9. */
@ObjectType({ description: 'Name, marks and colors of the product itself.' })
@Entity()
export class PlatformBranding extends Singleton {
  @Field({ description: 'Name of the platform in the app and in emails.' })
  @Property({ type: 'text', default: 'Netlantern' })
  @IsNotBlank({ message: 'Platform name is required' })
  @IsVisible({ message: 'Platform name is required' })
  @IsOneLine({ message: 'Platform name must be on one line' })
  @MaxLength(60, { message: 'Platform name must be 60 characters or less' })
  platformName!: string;

  @Field({ description: 'Company name shown in emails.' })
  @Property({ type: 'text', default: 'Netlantern' })
  @IsNameIfAny('Company name')
  companyName!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Email address for customer support. `null` if not set.',
  })
  @Property({ type: 'text', nullable: true })
  @IsOptional()
  @IsAddress({ message: 'Please enter a valid email address' })
  @MaxLength(254, { message: 'Email must be 254 characters or less' })
  supportEmail?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'URL of the uploaded logo. `null` uses the default logo.',
  })
  @Property({ type: 'text', nullable: true })
  @IsOptional()
  @MaxLength(500, { message: 'The logo URL must be 500 characters or less' })
  @Matches(ownPath, { message: 'Upload the logo. Images from other sites are not shown' })
  logoUrl?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'URL of the uploaded favicon. `null` uses the default logo.',
  })
  @Property({ type: 'text', nullable: true })
  @IsOptional()
  @MaxLength(500, { message: 'The favicon URL must be 500 characters or less' })
  @Matches(ownPath, { message: 'Upload the favicon. Images from other sites are not shown' })
  faviconUrl?: string | null;

  @Field({ description: 'Of actions, links and focus: `#rrggbb`.' })
  @Property({ type: 'text', default: '#3b82f6' })
  @Matches(hexColor, hexColorMessage)
  primaryColor!: string;

  @Field({ description: 'Secondary color: `#rrggbb`.' })
  @Property({ type: 'text', default: '#64748b' })
  @Matches(hexColor, hexColorMessage)
  secondaryColor!: string;

  @Field({ description: 'CSS added to public pages only, never to the app.' })
  @Property({ type: 'text', default: '' })
  @MaxLength(20_000, { message: 'Custom CSS must be 20,000 characters or less' })
  customCss!: string;

  @Field({ description: 'Footer text of the app and of emails. Empty if there is none.' })
  @Property({ type: 'text', default: '' })
  @MaxLength(300, { message: 'Footer text must be 300 characters or less' })
  footerText!: string;
}
