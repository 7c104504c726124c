import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Max, MaxLength, Min } from 'class-validator';
import { Field, Float, ObjectType, registerEnumType } from 'type-graphql';
import { Singleton } from '#api/db/singleton.ts';

/** As the sitemap protocol spells them (sitemaps.org). */
export enum UpdateFrequency {
  always = 'always',
  hourly = 'hourly',
  daily = 'daily',
  weekly = 'weekly',
  monthly = 'monthly',
  yearly = 'yearly',
  never = 'never',
}

export enum SitemapStatus {
  active = 'active',
  needs_update = 'needs_update',
  error = 'error',
}

registerEnumType(UpdateFrequency, {
  name: 'UpdateFrequency',
  description: 'How often pages change, in the words of sitemaps.org.',
  valuesConfig: {
    always: { description: 'With each visit.' },
    hourly: { description: 'About once an hour.' },
    daily: { description: 'About once a day.' },
    weekly: { description: 'About once a week.' },
    monthly: { description: 'About once a month.' },
    yearly: { description: 'About once a year.' },
    never: { description: 'They stay as they are, like an archive.' },
  },
});
registerEnumType(SitemapStatus, {
  name: 'SitemapStatus',
  description: 'Whether the generated sitemap lists what the settings say.',
  valuesConfig: {
    active: { description: 'It lists what the settings say.' },
    needs_update: { description: 'Something has changed since it was generated.' },
    error: { description: 'There was nothing to list when it was last generated.' },
  },
});

/** Defaults: specification 2, section 9. */
@ObjectType({ description: 'What the sitemap lists, and how the present one stands.' })
@Entity()
export class SitemapSettings extends Singleton {
  @Field({ description: 'The origin of the listed addresses, such as https://netlantern.example.' })
  @Property({ type: 'text', default: '' })
  @MaxLength(200, { message: 'Domain must be 200 characters or less' })
  domain!: string;

  @Field(() => Boolean, { description: 'Whether it lists the first page.' })
  @Property({ type: 'boolean', default: true })
  includeHomepage!: boolean;

  @Field(() => Boolean, {
    description: 'Whether it lists the other public pages, such as /contact and /privacy.',
  })
  @Property({ type: 'boolean', default: true })
  includeStaticPages!: boolean;

  @Field({ description: 'More addresses, one a line.' })
  @Property({ type: 'text', default: '' })
  @MaxLength(50_000, { message: 'Custom URLs must be 50,000 characters or less' })
  customUrls!: string;

  @Field(() => UpdateFrequency, { description: 'What it says of how often the listed pages change.' })
  @Property({ type: 'text', default: 'weekly' })
  updateFrequency!: UpdateFrequency;

  @Field(() => Float, { description: 'What it says of how much the listed pages matter, 0.1 to 1.0.' })
  @Property({ type: 'double', default: 0.5 })
  @Min(0.1, { message: 'Priority must be at least 0.1' })
  @Max(1, { message: 'Priority cannot exceed 1.0' })
  priority!: number;

  @Property({ type: 'text', default: 'needs_update' })
  status!: SitemapStatus;

  @Property({ type: 'timestamptz', nullable: true })
  lastGenerated?: Date | null;

  /** The generated file, as it is served. */
  @Property({ type: 'text', nullable: true, lazy: true })
  file?: string | null;
}
