import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { MaxLength } from 'class-validator';
import { Field, ObjectType } from 'type-graphql';
import { IsName } from '#api/graphql/schema/texts.ts';
import { Singleton } from '#api/db/singleton.ts';

@ObjectType({ description: 'What stands below every public page.' })
@Entity()
export class Footer extends Singleton {
  @Field({ description: 'Who stands behind the site.' })
  @Property({ type: 'text', default: 'Netlantern' })
  @IsName('Company name')
  companyName!: string;

  @Field({ description: 'A sentence about them or the product.' })
  @Property({ type: 'text', default: 'Watches UniFi networks and says what broke, the moment it breaks.' })
  @MaxLength(400, { message: 'Description must be 400 characters or less' })
  description!: string;

  @Field({ description: 'Empty: the present year and the company.' })
  @Property({ type: 'text', default: '' })
  @MaxLength(200, { message: 'Copyright text must be 200 characters or less' })
  copyrightText!: string;

  @Field(() => Boolean, { description: 'Whether the links of `socialLinks` are shown.' })
  @Property({ type: 'boolean', default: true })
  showSocialLinks!: boolean;

  @Field(() => Boolean, { description: 'Whether the first links of the menu are shown again.' })
  @Property({ type: 'boolean', default: true })
  showQuickLinks!: boolean;

  @Field(() => Boolean, { description: 'Whether name and description are shown.' })
  @Property({ type: 'boolean', default: true })
  showCompanyInfo!: boolean;
}
