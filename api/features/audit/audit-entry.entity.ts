import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property, Trigger } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';
import { GraphQLJSONObject } from 'graphql-scalars';
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
