import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { IsIn, MaxLength } from 'class-validator';
import { Field, ObjectType } from 'type-graphql';
import { Singleton } from '#api/db/singleton.ts';

/** What search engines and previews are told of the first page. Guidance on lengths: specification 2, section 5. */
@ObjectType({ description: 'What search engines and link previews are told of the first page.' })
@Entity()
export class SeoSettings extends Singleton {
  @Field({ description: 'What search engines head the first page with. Best with 50 to 60 characters.' })
  @Property({ type: 'text', default: 'Netlantern: know what broke in your UniFi network first' })
  @MaxLength(200, { message: 'Page title must be 200 characters or less' })
  pageTitle!: string;

  @Field({ description: 'What they write below it. Best with 150 to 160 characters.' })
  @Property({
    type: 'text',
    default:
      'Netlantern watches UniFi networks around the clock and tells you by mail, chat or ticket what broke, where and since when. Free for 14 days, without a card.',
  })
  @MaxLength(500, { message: 'Meta description must be 500 characters or less' })
  metaDescription!: string;

  @Field({ description: 'Words with commas between them; few search engines look at them.' })
  @Property({ type: 'text', default: 'UniFi monitoring, network alerts, MSP, HaloPSA' })
  @MaxLength(500, { message: 'Keywords must be 500 characters or less' })
  keywords!: string;

  @Field({ description: 'Empty: the address of the page itself.' })
  @Property({ type: 'text', default: '' })
  @MaxLength(500, { message: 'Canonical URL must be 500 characters or less' })
  canonicalUrl!: string;

  @Field({ description: 'The title in link previews. Empty: the page title.' })
  @Property({ type: 'text', default: '' })
  @MaxLength(200, { message: 'Social title must be 200 characters or less' })
  ogTitle!: string;

  @Field({ description: 'The text in link previews. Empty: the meta description.' })
  @Property({ type: 'text', default: '' })
  @MaxLength(500, { message: 'Social description must be 500 characters or less' })
  ogDescription!: string;

  @Field({ description: 'Best with 1200 x 630 pixels. Empty: a picture of the product.' })
  @Property({ type: 'text', default: '' })
  @MaxLength(500, { message: 'Social image must be 500 characters or less' })
  ogImage!: string;

  @Field({ description: '`summary` or `summary_large_image`.' })
  @Property({ type: 'text', default: 'summary_large_image' })
  @IsIn(['summary', 'summary_large_image'], { message: 'Choose summary or summary_large_image' })
  twitterCard!: string;
}
