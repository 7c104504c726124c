import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property, Trigger } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType, ArgsType, Int } from 'type-graphql';
import { GraphQLJSONObject } from 'graphql-scalars';
import { IsOptional, Matches, Max, MaxLength, Min } from 'class-validator';
import { labelOf } from './labels.ts';

/** Changed fields. Secrets only show that they changed. */
export type AuditDetails = Record<string, string | number | boolean | null | string[]>;

/**
 * A privileged change. Rows are append-only (enforced by a trigger), and each holds the hash of the previous
 * one. Names and addresses are copied, because the log outlives accounts.
 */
@ObjectType({
  description: 'An immutable record of a privileged change: who, what, from where and when.',
})
@Trigger({
  name: 'audit_entry_append_only',
  timing: 'before',
  events: ['update', 'delete'],
  forEach: 'statement',
  body: `raise exception 'audit_entry is append-only'`,
})
@Entity()
export class AuditEntry {
  [OptionalProps]?: 'label';

  /** Sequence number without gaps, assigned under a lock. It is the order of the chain. */
  @Field(() => ID, { description: 'Sequential number without gaps.' })
  @PrimaryKey({ type: 'bigint', autoincrement: false })
  id!: string;

  @Field(() => GraphQLISODateTime, { description: 'When the change was made.' })
  @Property({ type: 'timestamptz' })
  at!: Date;

  /** `null` for the system. */
  @Index()
  @Property({ type: 'uuid', nullable: true })
  actorId?: string | null;

  @Field({ description: 'Email address of the actor at the time, or `system` for the platform itself.' })
  @Property({ type: 'text' })
  actor!: string;

  @Field({ description: 'Action, e.g. `user.suspend`.' })
  @Property({ type: 'text' })
  action!: string;

  @Field({ description: 'Action in words, e.g. "User suspended".' })
  get label(): string {
    return labelOf(this.action);
  }

  @Index()
  @Property({ type: 'uuid', nullable: true })
  subjectId?: string | null;

  @Field({ description: 'What was changed, in words.' })
  @Property({ type: 'text' })
  subject!: string;

  @Field(() => GraphQLJSONObject, { description: 'Changed fields with their previous values.' })
  @Property({ type: 'json' })
  before!: AuditDetails;

  @Field(() => GraphQLJSONObject, { description: 'Changed fields with their new values.' })
  @Property({ type: 'json' })
  after!: AuditDetails;

  @Field(() => String, {
    nullable: true,
    description: 'IP address of the actor. `null` for the platform itself.',
  })
  @Property({ type: 'text', nullable: true })
  ipAddress?: string | null;

  @Property({ type: 'text' })
  previousHash!: string;

  @Property({ type: 'text' })
  hash!: string;
}

@ArgsType()
export class AuditSearch {
  @Field(() => String, {
    nullable: true,
    description:
      'Search text. Every word must appear in the actor, action label, subject, IP address, or previous or new values.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'Search must be 200 characters or less' })
  search?: string | null;

  @Field(() => ID, { nullable: true, description: 'ID of the user, team or object that was changed.' })
  @IsOptional()
  @MaxLength(64, { message: "`subjectId` isn't a valid ID" })
  subjectId?: string | null;

  @Field(() => String, { nullable: true, description: 'Action to filter by, e.g. `user.suspend`.' })
  @IsOptional()
  @MaxLength(100, { message: "`action` isn't a valid action" })
  action?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to list the oldest entries first. Defaults to newest first.',
  })
  oldestFirst?: boolean | null;
}

@ArgsType()
export class AuditPage extends AuditSearch {
  @Field(() => ID, {
    nullable: true,
    description: 'ID of the last entry on the previous page, in the chosen order.',
  })
  @IsOptional()
  @Matches(/^\d{1,18}$/, { message: "`before` isn't a valid audit log entry ID" })
  before?: string | null;

  @Field(() => Int, { defaultValue: 50, description: 'Page size, at most 200.' })
  @Min(1, { message: '`first` must be 1 or more' })
  @Max(200, { message: '`first` must be 200 or less' })
  first!: number;
}
