import type { Rel } from '@mikro-orm/core';
import { Entity, Enum, ManyToOne, OneToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { registerEnumType } from 'type-graphql';
import { Team } from '../../teams/team.entity.ts';
import { User } from '../../users/user.entity.ts';
import type { Rule } from '../evaluate/types.ts';
import type { BacktestResult } from './backtest.ts';

export enum RuleBacktestStatus {
  waiting = 'waiting',
  running = 'running',
  done = 'done',
  failed = 'failed',
}
registerEnumType(RuleBacktestStatus, {
  name: 'RuleBacktestStatus',
  description: 'State of a backtest.',
  valuesConfig: {
    waiting: { description: 'It starts as soon as a worker is free.' },
    running: { description: 'It is being computed. See `progress`.' },
    done: { description: 'It has a `result`.' },
    failed: { description: 'It stopped without a result. Start another one.' },
  },
});

/** What was asked for. Rules are stored as they were, because they may change. */
export interface BacktestInput {
  days: number;
  /** IANA name. */
  timeZone: string;
  /** The saved rule that the draft changes, if any. */
  ruleId?: string | null;
  /** The draft, and the saved rule if it is compared. */
  rules: Rule[];
}

/** A rule's run over the past. Each person has one at most, and the next one replaces it. */
@Entity()
export class RuleBacktest {
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @OneToOne(() => User, { owner: true, deleteRule: 'cascade' })
  user!: Rel<User>;

  @Enum(() => RuleBacktestStatus)
  status!: RuleBacktestStatus;

  /** 0 to 1. */
  @Property({ type: 'double', default: 0 })
  progress: number = 0;

  /** When the node that computes it last reported. */
  @Property({ type: 'timestamptz', nullable: true })
  reportedAt?: Date | null;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();

  @Property({ type: 'json' })
  input!: BacktestInput;

  @Property({ type: 'json', nullable: true })
  result?: BacktestResult | null;
}
