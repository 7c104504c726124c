import type { Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, OneToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ObjectType, registerEnumType } from 'type-graphql';
import { HalopsaConnection } from '../../halopsa/halopsa-connection.entity.ts';
import type { Failure } from '../../integrations/channel-failures.ts';
import { Integration } from '../../integrations/integration.entity.ts';
import { Team } from '../../teams/team.entity.ts';
import type { Evidence, UnprovableCode } from './proof.ts';

/** What daily checks have found out about one channel, or about a connection to HaloPSA. */
@Entity()
export class ChannelProof {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Index()
  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  /** `null` for HaloPSA. */
  @OneToOne(() => Integration, { deleteRule: 'cascade', nullable: true, unique: true, owner: true })
  integration?: Rel<Integration> | null;

  @OneToOne(() => HalopsaConnection, { deleteRule: 'cascade', nullable: true, unique: true, owner: true })
  halopsa?: Rel<HalopsaConnection> | null;

  /** When its settings were saved. What was accepted before proves nothing. */
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  since: Date = new Date();

  /** When it is checked next. */
  @Index()
  @Property({ type: 'timestamptz' })
  nextAt!: Date;

  @Property({ type: 'timestamptz', nullable: true })
  checkedAt?: Date | null;

  @Property({ type: 'timestamptz', nullable: true })
  provenAt?: Date | null;

  /** What the latest successful check found. */
  @Property({ type: 'json', nullable: true })
  evidence?: Evidence | null;

  /** Why it can't be checked, as of the latest check. */
  @Property({ type: 'text', nullable: true })
  unprovable?: UnprovableCode | null;

  /** Consecutive failed checks. */
  @Property({ type: 'integer', default: 0 })
  failures: number = 0;

  @Property({ type: 'timestamptz', nullable: true })
  failingSince?: Date | null;

  @Property({ type: 'json', nullable: true })
  failure?: Failure | null;

  /** When the team was notified that the channel fails. `null` once it was notified that it works again. */
  @Property({ type: 'timestamptz', nullable: true })
  reportedAt?: Date | null;

  /** Failed attempts to notify the team. Each uses another channel. */
  @Property({ type: 'integer', default: 0 })
  reportAttempts: number = 0;

  @Property({ type: 'timestamptz', nullable: true })
  reportNotBefore?: Date | null;
}

export enum ChannelProofState {
  pending = 'pending',
  proven = 'proven',
  unprovable = 'unprovable',
  retrying = 'retrying',
  failing = 'failing',
  off = 'off',
}
registerEnumType(ChannelProofState, {
  name: 'ChannelProofState',
  description: 'Whether a channel is known to work.',
  valuesConfig: {
    pending: { description: "It hasn't been checked since it was saved." },
    proven: { description: 'The latest check succeeded, or a message was accepted after it.' },
    unprovable: {
      description: "It can't be checked without posting. Only a real message shows whether it works.",
    },
    retrying: { description: 'The latest check failed. It is repeated within the hour.' },
    failing: { description: 'At least two checks in a row failed, or messages are failing.' },
    off: { description: "The channel is off, so it isn't checked." },
  },
});

@ObjectType('ChannelProof', {
  description: 'What the daily check of a channel found. A check posts nothing that people see.',
})
export class ShownProof {
  @Field(() => ChannelProofState, { description: 'Whether the channel is known to work.' })
  state!: ChannelProofState;

  @Field({ description: "What the state is based on, or why it can't be checked, and what to do." })
  text!: string;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it was last proven to work, by a check or a message. `null` if it never was.',
  })
  provenAt!: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the current series of failures began. `null` if it works.',
  })
  failingSince!: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When it is checked next. `null` if it isn't.",
  })
  nextAt!: Date | null;
}
