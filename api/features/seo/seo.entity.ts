import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { IsIn, MaxLength, Max, Min, Matches } from 'class-validator';
import { Field, ObjectType, Float, registerEnumType, GraphQLISODateTime, Int } from 'type-graphql';
import { Singleton } from '#api/db/singleton.ts';

/**
 * What search engines and link previews show for the homepage. Recommended lengths: specification 2, section
 * 5.
 */
@ObjectType({ description: 'Metadata of the home page for search engines and link previews.' })
@Entity()
export class SeoSettings extends Singleton {
  @Field({ description: 'Title of the home page in search results. Ideally 50 to 60 characters.' })
  @Property({ type: 'text', default: 'Netlantern: know what broke in your UniFi network first' })
  @MaxLength(200, { message: 'Page title must be 200 characters or less' })
  pageTitle!: string;

  @Field({ description: 'What they write below it. Best with 150 to 160 characters.' })
  @Property({
    type: 'text',
    default:
      'Netlantern monitors UniFi networks around the clock and alerts you by email, chat or ticket: what broke, where and since when. Free for 14 days, no card required.',
  })
  @MaxLength(500, { message: 'Meta description must be 500 characters or less' })
  metaDescription!: string;

  @Field({ description: 'Comma-separated keywords. Few search engines use them.' })
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

/** Values of the sitemap protocol (sitemaps.org). */
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
    error: { description: 'The last generation failed because there was nothing to list.' },
  },
});

/** Defaults: specification 2, section 9. */
@ObjectType({ description: 'Sitemap settings and the status of the current file.' })
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

  @Field(() => UpdateFrequency, { description: 'How often the listed pages change.' })
  @Property({ type: 'text', default: 'weekly' })
  updateFrequency!: UpdateFrequency;

  @Field(() => Float, { description: 'Priority of the listed pages, 0.1 to 1.0.' })
  @Property({ type: 'double', default: 0.5 })
  @Min(0.1, { message: 'Priority must be at least 0.1' })
  @Max(1, { message: 'Priority cannot exceed 1.0' })
  priority!: number;

  @Property({ type: 'text', default: 'needs_update' })
  status!: SitemapStatus;

  @Property({ type: 'timestamptz', nullable: true })
  lastGenerated?: Date | null;

  @Property({ type: 'text', nullable: true, lazy: true })
  file?: string | null;
}

const code = /^[\w.=-]{0,200}$/;
const noCode = { message: 'Enter only the code, without the tag' };

/** Fields whose content can run in visitors' browsers. */
export const scriptFields: readonly (keyof AdvancedSeo)[] = ['analyticsCode', 'customHeadTags'];

/** Additions to public pages, but never to pages behind sign-in (decisions, section 8). */
@ObjectType({ description: 'Files, tags and rules of the public pages.' })
@Entity()
export class AdvancedSeo extends Singleton {
  @Field({ description: 'Contents of robots.txt. If empty, it is generated from the sitemap settings.' })
  @Property({ type: 'text', default: '' })
  @MaxLength(20_000, { message: 'Robots.txt must be 20,000 characters or less' })
  robotsTxt!: string;

  @Field({ description: 'XML served instead of the generated sitemap. Empty if there is none.' })
  @Property({ type: 'text', default: '' })
  @MaxLength(500_000, { message: 'Custom sitemap must be 500,000 characters or less' })
  customSitemap!: string;

  @Field(() => Boolean, { description: 'Whether public pages say in JSON-LD what they are about.' })
  @Property({ type: 'boolean', default: true })
  structuredDataEnabled!: boolean;

  @Field({ description: 'Additional JSON-LD. Empty if there is none.' })
  @Property({ type: 'text', default: '' })
  @MaxLength(50_000, { message: 'Structured data must be 50,000 characters or less' })
  customStructuredData!: string;

  @Field({
    description:
      'Script tags of an analytics service. Only a super administrator can change them, and `siteScripts` says whether they run.',
  })
  @Property({ type: 'text', default: '' })
  @MaxLength(20_000, { message: 'Analytics code must be 20,000 characters or less' })
  analyticsCode!: string;

  @Field({
    description:
      '`meta`, `link` and `script` tags for the head of public pages. Only a super administrator can change them, and `siteScripts` says whether scripts run.',
  })
  @Property({ type: 'text', default: '' })
  @MaxLength(20_000, { message: 'Custom head tags must be 20,000 characters or less' })
  customHeadTags!: string;

  @Field({ description: 'Verification code from Google. Empty if there is none.' })
  @Property({ type: 'text', default: '' })
  @Matches(code, noCode)
  searchConsoleVerification!: string;

  @Field({ description: 'Verification code from Bing. Empty if there is none.' })
  @Property({ type: 'text', default: '' })
  @Matches(code, noCode)
  bingVerification!: string;

  @Field({ description: 'Verification code from Yandex. Empty if there is none.' })
  @Property({ type: 'text', default: '' })
  @Matches(code, noCode)
  yandexVerification!: string;

  @Field({ description: 'Redirect rules, one `old -> new` per line. `*` is a wildcard.' })
  @Property({ type: 'text', default: '' })
  @MaxLength(500_000, { message: 'Redirect rules must be 500,000 characters or less' })
  redirectRules!: string;

  /** When, by whom and with which statement the risk of scripts on the app's own origin was accepted. */
  @Property({ type: 'timestamptz', nullable: true })
  scriptRiskAcceptedAt?: Date | null;

  @Property({ type: 'text', nullable: true })
  scriptRiskAcceptedBy?: string | null;

  @Property({ type: 'text', nullable: true })
  scriptRiskStatement?: string | null;
}

@ObjectType({ description: 'A file of the site, as it is served now.' })
export class SiteFile {
  @Field({ description: 'Content of the file.' })
  content!: string;
}

@ObjectType({ description: 'Something wrong with what was typed into a field.' })
export class SeoProblem {
  @Field({ description: 'The name of the field.' })
  field!: string;

  @Field(() => Int, { description: 'Line number, starting at 1.' })
  line!: number;

  @Field({ description: 'What is wrong, and what to do, in a sentence.' })
  problem!: string;
}

@ObjectType({ description: 'Result of validating advanced SEO settings without saving them.' })
export class AdvancedSeoCheck {
  @Field(() => [SeoProblem], { description: 'What saving would be refused for, at most 50.' })
  problems!: SeoProblem[];

  @Field(() => Int, { description: 'Redirects that are understood.' })
  redirects!: number;

  @Field({ description: 'Whether robots.txt blocks search engines from the whole site.' })
  hidesSite!: boolean;

  @Field({ description: 'The robots.txt that would be served.' })
  robotsTxt!: string;

  @Field({ description: 'JSON-LD that public pages would contain. Empty if there is none.' })
  structuredData!: string;
}

/** Whether administrators' scripts run on public pages. */
export enum ScriptState {
  own_origin = 'own_origin',
  accepted = 'accepted',
  blocked = 'blocked',
}

registerEnumType(ScriptState, {
  name: 'ScriptState',
  description: 'Whether scripts that administrators enter run on public pages.',
  valuesConfig: {
    own_origin: {
      description: 'They run. The public site has its own origin (`SITE_URL`), so they cannot reach the app.',
    },
    accepted: {
      description:
        "Scripts run on the app's own origin, because a super admin accepted the risk that they can read sign-in tokens.",
    },
    blocked: {
      description:
        "They don't run: the public site shares the app's origin, and no one has accepted the risk.",
    },
  },
});

@ObjectType({ description: "Whether and where administrators' scripts run." })
export class SiteScripts {
  @Field(() => ScriptState, { description: 'Whether they run, and why.' })
  state!: ScriptState;

  @Field({ description: 'Origin of the public site, such as `https://www.example.com`.' })
  origin!: string;

  @Field({ description: 'The exact sentence to pass to `acceptScriptRisk`.' })
  statement!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the super administrator who accepted the risk. `null` if no one has.',
  })
  acceptedBy!: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the risk was accepted. `null` if no one has accepted it.',
  })
  acceptedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'The sentence that was accepted. `null` if no one has accepted the risk.',
  })
  acceptedStatement!: string | null;
}
