import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property, Trigger } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType, ArgsType, Int } from 'type-graphql';
import { GraphQLJSONObject } from 'graphql-scalars';
import { IsOptional, Matches, Max, MaxLength, Min } from 'class-validator';
import { labelOf } from './labels.ts';

/** What changed, field by field. Never a secret: those say only that they changed. */
export type Recorded = Record<string, string | number | boolean | null | string[]>;

/**
 * One privileged change. Rows are only ever added (a trigger refuses the rest), and each holds the hash of the one
 * before it. Names and addresses are copied: the log outlives the people in it.
 */
@ObjectType({
  description: 'One privileged change: who, what, from where and when. It cannot be changed any more.',
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

  /** Counted up without gaps, under a lock: the order of the chain. */
  @Field(() => ID, { description: 'Counted up without gaps.' })
  @PrimaryKey({ type: 'bigint', autoincrement: false })
  id!: string;

  @Field(() => GraphQLISODateTime, { description: 'When it was done.' })
  @Property({ type: 'timestamptz' })
  at!: Date;

  /** Null for the system itself. */
  @Index()
  @Property({ type: 'uuid', nullable: true })
  actorId?: string | null;

  @Field({ description: 'The address of who did it, as it was then; `system` for the platform itself.' })
  @Property({ type: 'text' })
  actor!: string;

  @Field({ description: 'Such as `user.suspend`: the noun, a dot, and what was done.' })
  @Property({ type: 'text' })
  action!: string;

  @Field({ description: 'The action in words, such as "User suspended".' })
  get label(): string {
    return labelOf(this.action);
  }

  @Index()
  @Property({ type: 'uuid', nullable: true })
  subjectId?: string | null;

  @Field({ description: 'What it was done to, in words.' })
  @Property({ type: 'text' })
  subject!: string;

  @Field(() => GraphQLJSONObject, { description: 'The changed fields as they were.' })
  @Property({ type: 'json' })
  before!: Recorded;

  @Field(() => GraphQLJSONObject, { description: 'The changed fields as they are since.' })
  @Property({ type: 'json' })
  after!: Recorded;

  @Field(() => String, {
    nullable: true,
    description: 'The network address it came from; null for the platform itself.',
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
      'Each of its words stands in who, what (as it is called), to whom, from where, before or after.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'Search for 200 characters or less' })
  search?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only what was done to this person, team or thing.' })
  @IsOptional()
  @MaxLength(64, { message: 'This is no id' })
  subjectId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only this action, such as `user.suspend`.' })
  @IsOptional()
  @MaxLength(100, { message: 'This is no action' })
  action?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'From the beginning; without it the newest first.' })
  oldestFirst?: boolean | null;
}

@ArgsType()
export class AuditPage extends AuditSearch {
  @Field(() => ID, {
    nullable: true,
    description: 'The last entry that is already there: only those that come after it in this order.',
  })
  @IsOptional()
  @Matches(/^\d{1,18}$/, { message: 'This is no entry of the audit log' })
  before?: string | null;

  @Field(() => Int, { defaultValue: 50, description: 'At most so many entries.' })
  @Min(1, { message: 'Ask for at least 1 entry' })
  @Max(200, { message: 'Ask for at most 200 entries' })
  first!: number;
}
