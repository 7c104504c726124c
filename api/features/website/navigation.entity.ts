import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { MaxLength } from 'class-validator';
import { IsName } from '#api/graphql/schema/texts.ts';
import { Singleton } from '#api/db/singleton.ts';

@ObjectType({ description: 'A link in the header of the public site.' })
@Entity()
export class MenuItem {
  @Field(() => ID, { description: 'UUID. Reverting a deletion restores it.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field({ description: 'The words of the link.' })
  @Property({ type: 'text' })
  title!: string;

  @Field({ description: 'A path on this site, or a URL that begins with https://, http:// or mailto:.' })
  @Property({ type: 'text' })
  url!: string;

  @Field(() => Int, { description: 'Position. Lower numbers come first.' })
  @Property({ type: 'integer', default: 0 })
  order!: number;

  @Field(() => Boolean, { description: 'Opens in a new tab.' })
  @Property({ type: 'boolean', default: false })
  isExternal!: boolean;

  @Field(() => Boolean, { description: 'Whether visitors see it.' })
  @Property({ type: 'boolean', default: true })
  isVisible!: boolean;
}

@ObjectType({ description: 'Footer of every public page.' })
@Entity()
export class Footer extends Singleton {
  @Field({ description: 'Name of the company behind the site.' })
  @Property({ type: 'text', default: 'Netlantern' })
  @IsName('Company name')
  companyName!: string;

  @Field({ description: 'A sentence about them or the product.' })
  @Property({ type: 'text', default: 'Monitors UniFi networks and shows what broke, the moment it breaks.' })
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

export enum SocialPlatform {
  twitter = 'twitter',
  facebook = 'facebook',
  linkedin = 'linkedin',
  instagram = 'instagram',
  github = 'github',
  youtube = 'youtube',
}

registerEnumType(SocialPlatform, {
  name: 'SocialPlatform',
  description: 'Platform of a social link.',
  valuesConfig: {
    twitter: { description: 'x.com, which was twitter.com' },
    facebook: { description: 'facebook.com' },
    linkedin: { description: 'linkedin.com' },
    instagram: { description: 'instagram.com' },
    github: { description: 'github.com' },
    youtube: { description: 'youtube.com' },
  },
});

@ObjectType({ description: 'A place elsewhere that the footer leads to.' })
@Entity()
export class SocialLink {
  @Field(() => ID, { description: 'UUID. Reverting a deletion restores it.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field(() => SocialPlatform, { description: 'Which mark is shown.' })
  @Property({ type: 'text' })
  platform!: SocialPlatform;

  @Field({ description: 'URL that begins with https:// or http://.' })
  @Property({ type: 'text' })
  url!: string;

  @Field(() => Int, { description: 'Position. Lower numbers come first.' })
  @Property({ type: 'integer', default: 0 })
  order!: number;

  @Field(() => Boolean, { description: 'Whether visitors see it.' })
  @Property({ type: 'boolean', default: true })
  isVisible!: boolean;
}
