import { Entity, Property, Index, PrimaryKey } from '@mikro-orm/decorators/legacy';
import { IsOptional, Matches, Max, MaxLength, Min } from 'class-validator';
import { Field, Int, ObjectType } from 'type-graphql';
import { IsNotBlank, IsOneLine, IsVisible } from '#api/graphql/schema/texts.ts';
import { Singleton } from '#api/db/singleton.ts';
import { hexColor } from '../branding/brand-style.ts';
import { IsUploadedImage } from './link.ts';

const notHex = { message: 'Enter the color as # and six digits, such as #2563eb' };

/** Name and colors of the public site. Bounds and defaults: specification 2, sections 5 and 9. */
@ObjectType({ description: 'Name, marks and colors of the public site.' })
@Entity()
export class SiteBranding extends Singleton {
  @Field({ description: 'What the public site calls itself, in its header and in titles.' })
  @Property({ type: 'text', default: 'Netlantern' })
  @IsNotBlank({ message: 'Site name is required' })
  @IsVisible({ message: 'Site name is required' })
  @IsOneLine({ message: 'Site name must be on one line' })
  @MaxLength(60, { message: 'Site name must be 60 characters or less' })
  siteName!: string;

  @Field(() => String, {
    nullable: true,
    description: 'URL of the uploaded logo. `null` uses the default logo.',
  })
  @Property({ type: 'text', nullable: true })
  @IsOptional()
  @IsUploadedImage('The logo')
  logoUrl?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'URL of the uploaded icon served at `/favicon.ico`. `null` uses the default logo.',
  })
  @Property({ type: 'text', nullable: true })
  @IsOptional()
  @IsUploadedImage('The favicon')
  faviconUrl?: string | null;

  @Field(() => Int, { description: 'Of the logo in the header, in pixels.' })
  @Property({ type: 'integer', default: 150 })
  @Min(50, { message: 'Logo width must be at least 50 pixels' })
  @Max(500, { message: 'Logo width cannot exceed 500 pixels' })
  logoWidth!: number;

  @Field(() => Int, { description: 'Of the logo in the header, in pixels.' })
  @Property({ type: 'integer', default: 50 })
  @Min(20, { message: 'Logo height must be at least 20 pixels' })
  @Max(200, { message: 'Logo height cannot exceed 200 pixels' })
  logoHeight!: number;

  @Field({ description: 'Of actions, links and focus: `#rrggbb`.' })
  @Property({ type: 'text', default: '#2563eb' })
  @Matches(hexColor, notHex)
  primaryColor!: string;

  @Field({ description: 'Secondary color: `#rrggbb`.' })
  @Property({ type: 'text', default: '#64748b' })
  @Matches(hexColor, notHex)
  secondaryColor!: string;

  @Field({ description: 'Accent color: `#rrggbb`.' })
  @Property({ type: 'text', default: '#10b981' })
  @Matches(hexColor, notHex)
  accentColor!: string;

  @Field({ description: 'CSS added to public pages only. Empty if there is none.' })
  @Property({ type: 'text', default: '' })
  @Matches(/^(?![^]*<\/style)/i, { message: 'Custom CSS must not contain </style' })
  @MaxLength(20_000, { message: 'Custom CSS must be 20,000 characters or less' })
  customCss!: string;
}

/**
 * An image that an administrator uploaded, re-encoded by us so that its original bytes are never served. It
 * never changes.
 */
@Entity()
export class Upload {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  /** `logo`, `favicon` or `social`. */
  @Property({ type: 'text' })
  purpose!: string;

  @Property({ type: 'text' })
  contentType!: string;

  @Property({ type: 'blob' })
  bytes!: Buffer;

  /** Pixels. */
  @Property({ type: 'integer' })
  width!: number;

  /** Pixels. */
  @Property({ type: 'integer' })
  height!: number;

  @Index()
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt!: Date;
}
