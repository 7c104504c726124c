import { ArrayType, OptionalProps, type Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
import type { Sealed } from '#api/security/secrets.ts';
import { Team } from '../teams/team.entity.ts';
import type { Failure } from './channel-failures.ts';
import { IntegrationTemplate } from './integration-template.entity.ts';

/** A service that a team has connected: a channel for alerts, or an integration made from a template. */
@ObjectType({
  description:
    'A service that the team has connected: a channel for alerts, or an integration made from a template.',
})
@Entity()
@Index({
  name: 'integration_one_per_channel',
  expression:
    'create unique index "integration_one_per_channel" on "integration" ("team_id", "type") where "made_from" is null',
})
@Index({
  name: 'integration_one_per_template',
  expression:
    'create unique index "integration_one_per_template" on "integration" ("team_id", "template_id") where "template_id" is not null',
})
export class Integration {
  [OptionalProps]?: 'templateId' | 'customerIds' | 'tags';

  @Field(() => ID, {
    description: 'UUID, used by `updateIntegration`, `testIntegration` and `deleteIntegration`.',
  })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Index()
  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @Field({ description: 'A value of `NotificationChannel`, or the type of its template.' })
  @Property({ type: 'text' })
  type!: string;

  @Index()
  @ManyToOne(() => IntegrationTemplate, { nullable: true, deleteRule: 'set null' })
  template?: Rel<IntegrationTemplate> | null;

  @Field(() => ID, {
    nullable: true,
    description: 'ID of its template. `null` for a channel, or once the template is removed.',
  })
  get templateId(): string | null {
    return this.template?.id ?? null;
  }

  /** Kept after the template is removed, to distinguish the integration from a channel. */
  @Field(() => String, { nullable: true, description: 'Name of its template. `null` for a channel.' })
  @Property({ type: 'text', nullable: true })
  madeFrom?: string | null;

  /** The whole configuration as encrypted JSON, because URLs are credentials. Read by `configOf`. */
  @Property({ type: 'text', lazy: true })
  sealed!: Sealed;

  /** The masked configuration from when it was saved: a URL's host and last four characters. */
  @Field(() => GraphQLJSONObject, {
    description:
      'Configuration as JSON. URLs show only their host and last four characters, secrets only their last four.',
  })
  @Property({ type: 'json', default: '{}' })
  config: Record<string, unknown> = {};

  @Field({ description: 'Whether it is on. It receives nothing while off.' })
  @Property({ type: 'boolean', default: true })
  isActive: boolean = true;

  @Field(() => [ID], {
    description:
      'IDs of the customers whose alerts a channel receives, besides those of `tags`. See `limitedTo`.',
  })
  @Property({ type: new ArrayType(), columnType: 'uuid[]', defaultRaw: "'{}'" })
  customerIds: string[] = [];

  @Field(() => [String], {
    description: 'Tags of the sites whose alerts a channel receives, besides those of `customerIds`.',
  })
  @Property({ type: 'text[]', defaultRaw: "'{}'" })
  tags: string[] = [];

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of messages a week above which the owner is warned. `null`: no budget. Messages are sent all the same.',
  })
  @Property({ type: 'integer', nullable: true })
  weeklyBudget?: number | null;

  /** The first day of the latest week for which the owner was warned. */
  @Property({ type: 'date', nullable: true })
  budgetWarnedWeek?: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When a message was last delivered. `null` if none has been.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  lastDeliveredAt?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it last failed. `null` if it never has.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  lastFailureAt?: Date | null;

  /** Latest failure. */
  @Property({ type: 'json', nullable: true })
  lastFailure?: Failure | null;

  /** Consecutive failures. 0 after a success. */
  @Property({ type: 'integer', default: 0 })
  failures: number = 0;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the current series of failures began. `null` after a success.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  failingSince?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it was turned off because it could no longer work. `null` once it is saved again.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  disabledAt?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      'When sending resumes, after the service asked for a pause or stopped responding. `null` if it is not paused.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  pausedUntil?: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Secret that signs the webhook's requests. Only returned when it is generated, otherwise `null`.",
  })
  signingSecret?: string | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was added.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
