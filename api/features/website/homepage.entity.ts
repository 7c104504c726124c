import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { ArrayMaxSize, MaxLength } from 'class-validator';
import { Field, ObjectType } from 'type-graphql';
import { IsNotBlank, IsVisible } from '#api/graphql/schema/texts.ts';
import { Singleton } from '#api/db/singleton.ts';

const short = (what: string) => MaxLength(120, { message: `${what} must be 120 characters or less` });
const long = (what: string) => MaxLength(400, { message: `${what} must be 400 characters or less` });
const few = (what: string) => ArrayMaxSize(6, { message: `${what} can have at most 6 lines` });
const shortEach = (what: string) =>
  MaxLength(80, { each: true, message: `Each of ${what} must be 80 characters or less` });

/** Homepage texts that the operator can change. Claims: specification 2, section 1. */
@ObjectType({ description: 'The words of the first page.' })
@Entity()
export class Homepage extends Singleton {
  @Field({ description: 'The largest words of the page.' })
  @Property({ type: 'text', default: 'Know what broke before anyone calls' })
  @IsNotBlank({ message: 'Hero title is required' })
  @IsVisible({ message: 'Hero title is required' })
  @short('Hero title')
  heroTitle!: string;

  @Field({ description: 'Subtitle below it.' })
  @Property({
    type: 'text',
    default:
      'Netlantern monitors your UniFi networks around the clock, explains what’s wrong and since when, and notifies the right people by email, in chat or with a ticket.',
  })
  @long('Hero subtitle')
  heroSubtitle!: string;

  @Field({ description: 'Label of the button that links to the packages. Empty to hide it.' })
  @Property({ type: 'text', default: 'Start free trial' })
  @short('Primary button')
  heroCtaPrimary!: string;

  @Field({ description: 'Label of the button that opens the demo. Empty to hide it.' })
  @Property({ type: 'text', default: 'Watch the demo' })
  @short('Secondary button')
  heroCtaSecondary!: string;

  @Field(() => [String], { description: 'Short promises, one a line.' })
  @Property({ type: 'text[]', defaultRaw: `'{"14-day free trial","No credit card","Setup in minutes"}'` })
  @few('Hero features')
  @shortEach('hero features')
  heroFeatures!: string[];

  @Field({ description: 'Figure as text, such as `500+`. Empty to hide it.' })
  @Property({ type: 'text', default: '500+' })
  @short('Users count')
  statsUsersCount!: string;

  @Field({ description: 'What that figure counts.' })
  @Property({ type: 'text', default: 'Network engineers' })
  @short('Users label')
  statsUsersLabel!: string;

  @Field({ description: 'Figure as text, such as `1M+`. Empty to hide it.' })
  @Property({ type: 'text', default: '24/7' })
  @short('Alerts count')
  statsAlertsCount!: string;

  @Field({ description: 'What that figure counts.' })
  @Property({ type: 'text', default: 'Monitoring' })
  @short('Alerts label')
  statsAlertsLabel!: string;

  @Field({ description: 'Figure as text, such as `99.9%`. Empty to hide it.' })
  @Property({ type: 'text', default: '99.9%' })
  @short('Uptime count')
  statsUptimeCount!: string;

  @Field({ description: 'What that figure is a share of.' })
  @Property({ type: 'text', default: 'Uptime' })
  @short('Uptime label')
  statsUptimeLabel!: string;

  @Field({ description: 'Title of the closing call to action.' })
  @Property({ type: 'text', default: 'Sleep through the night again' })
  @short('Final title')
  finalCtaTitle!: string;

  @Field({ description: 'Subtitle below it.' })
  @Property({
    type: 'text',
    default:
      'Connect a controller with an API key, choose a site, and see your first alert rule at work in minutes.',
  })
  @long('Final subtitle')
  finalCtaSubtitle!: string;

  @Field({ description: 'Label of the closing button that links to the packages. Empty to hide it.' })
  @Property({ type: 'text', default: 'Start free trial' })
  @short('Final primary button')
  finalCtaPrimary!: string;

  @Field({ description: 'Label of the closing button that links to the contact form. Empty to hide it.' })
  @Property({ type: 'text', default: 'Contact us' })
  @short('Final secondary button')
  finalCtaSecondary!: string;

  @Field(() => [String], { description: 'Short promises, one a line.' })
  @Property({
    type: 'text[]',
    defaultRaw: `'{"14-day free trial","No credit card","Cancel any time"}'`,
  })
  @few('Final features')
  @shortEach('final features')
  finalCtaFeatures!: string[];
}
