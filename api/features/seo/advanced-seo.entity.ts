import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Matches, MaxLength } from 'class-validator';
import { Field, ObjectType } from 'type-graphql';
import { Singleton } from '#api/db/singleton.ts';

const code = /^[\w.=-]{0,200}$/;
const noCode = { message: 'Enter the code alone, without the tag around it' };

/** Fields whose content a visitor's browser may run. */
export const scriptFields: readonly (keyof AdvancedSeo)[] = ['analyticsCode', 'customHeadTags'];

/** What goes into public pages beside their content; never into pages of those who are signed in (decisions, section 8). */
@ObjectType({ description: 'Files, tags and rules of the public pages.' })
@Entity()
export class AdvancedSeo extends Singleton {
  @Field({ description: 'Empty: the one made from the settings of the sitemap.' })
  @Property({ type: 'text', default: '' })
  @MaxLength(20_000, { message: 'Robots.txt must be 20,000 characters or less' })
  robotsTxt!: string;

  @Field({ description: 'XML that is served in place of the generated sitemap; empty: none.' })
  @Property({ type: 'text', default: '' })
  @MaxLength(500_000, { message: 'Custom sitemap must be 500,000 characters or less' })
  customSitemap!: string;

  @Field(() => Boolean, { description: 'Whether public pages say in JSON-LD what they are about.' })
  @Property({ type: 'boolean', default: true })
  structuredDataEnabled!: boolean;

  @Field({ description: 'JSON-LD that stands beside ours; empty: none.' })
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

  @Field({ description: 'The code that Google gave for this site; empty: none.' })
  @Property({ type: 'text', default: '' })
  @Matches(code, noCode)
  searchConsoleVerification!: string;

  @Field({ description: 'The code that Bing gave for this site; empty: none.' })
  @Property({ type: 'text', default: '' })
  @Matches(code, noCode)
  bingVerification!: string;

  @Field({ description: 'The code that Yandex gave for this site; empty: none.' })
  @Property({ type: 'text', default: '' })
  @Matches(code, noCode)
  yandexVerification!: string;

  @Field({ description: 'Lines `old -> new`; `*` stands for anything.' })
  @Property({ type: 'text', default: '' })
  @MaxLength(500_000, { message: 'Redirect rules must be 500,000 characters or less' })
  redirectRules!: string;

  /** When, by whom and in which words the risk of scripts on the app's own origin was accepted. */
  @Property({ type: 'timestamptz', nullable: true })
  scriptRiskAcceptedAt?: Date | null;

  @Property({ type: 'text', nullable: true })
  scriptRiskAcceptedBy?: string | null;

  @Property({ type: 'text', nullable: true })
  scriptRiskStatement?: string | null;
}
