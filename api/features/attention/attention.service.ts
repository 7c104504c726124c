import { Field, GraphQLISODateTime, Int, ObjectType } from 'type-graphql';
import { int, orNull, timestamp } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { dateOf } from '#api/db/row-values.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { isLate } from '../health/facts.store.ts';
import { isOverdueSubscription } from '../users/user.entity.ts';

@ObjectType({ description: 'What waits for an operator of the platform, besides its health.' })
export class OperatorAttention {
  @Field(() => Int, { description: 'Contact messages without an answer that are not closed.' })
  unansweredMessages!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the oldest of these messages was received. `null` if there is none.',
  })
  oldestMessageAt!: Date | null;

  @Field(() => Int, { description: 'Subscriptions with an overdue payment.' })
  failedPayments!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Since when the oldest of these payments has been overdue. `null` if there is none.',
  })
  oldestFailedPaymentAt!: Date | null;

  @Field(() => Int, {
    description: 'People on the waitlist who have joined since the last email to it and can be emailed.',
  })
  waitlistUnemailed!: number;

  @Field(() => Int, { description: 'Controllers of all teams whose reading is overdue by a whole interval.' })
  latePolls!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the most overdue of these readings was due. `null` if there is none.',
  })
  oldestLatePollAt!: Date | null;
}

const figures = {
  unansweredMessages: int,
  oldestMessageAt: orNull(timestamp),
  failedPayments: int,
  oldestFailedPaymentAt: orNull(timestamp),
  waitlistUnemailed: int,
  latePolls: int,
  oldestLatePollAt: orNull(timestamp),
};

/** One statement, because every open administrator's screen asks for it each minute. */
const counting = `
  select messages.*, payments.*, waiting.*, polls.*
    from (select count(*)::int as "unansweredMessages", min(created_at) as "oldestMessageAt"
            from contact_submission where responded_at is null and status in ('new', 'read')) messages,
         (select count(*)::int as "failedPayments", min(past_due_since) as "oldestFailedPaymentAt"
            from subscription s where ${isOverdueSubscription}) payments,
         (select count(*)::int as "waitlistUnemailed" from waitlist_entry
           where unsubscribed_at is null
             and created_at > coalesce((select max(created_at) from broadcast), '-infinity')) waiting,
         (select count(*)::int as "latePolls", min(next_poll_at) as "oldestLatePollAt"
            from controller where ${isLate}) polls`;

export async function operatorAttention({ app, em }: ViewerContext): Promise<OperatorAttention> {
  const [row] = await queryRows(em, figures, counting, [app.config.pollIntervalSeconds]);
  return {
    ...row!,
    oldestMessageAt: dateOf(row!.oldestMessageAt),
    oldestFailedPaymentAt: dateOf(row!.oldestFailedPaymentAt),
    oldestLatePollAt: dateOf(row!.oldestLatePollAt),
  };
}
