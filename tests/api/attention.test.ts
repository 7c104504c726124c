import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Subscription } from '#api/features/billing/subscription.entity.ts';
import { ContactStatus, ContactSubmission } from '#api/features/contact/contact-submission.entity.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { Broadcast } from '#api/features/email/broadcast.entity.ts';
import { Currency } from '#api/features/packages/package.entity.ts';
import { WaitlistEntry } from '#api/features/waitlist/waitlist-entry.entity.ts';
import type { OperatorAttentionQuery } from '#web/gql/graphql.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
});

const em = () => running.app.orm.em.fork();
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
type Attention = OperatorAttentionQuery['operatorAttention'];
const attention = async () => (await rest(cast.ada).get('/api/admin/attention')).body as Attention;

const message = (status: ContactStatus, createdAt: Date) =>
  em().insert(ContactSubmission, {
    name: 'Vera',
    email: 'vera@example.test',
    subject: 'Question',
    message: 'How?',
    adminNotes: '',
    status,
    createdAt,
    respondedAt: status === ContactStatus.replied ? createdAt : null,
  });

type Overdue = { status?: string; pastDueSince?: Date; endedAt?: Date };

const subscription = ({ teamId }: Person, fields: Overdue) =>
  em().insert(Subscription, {
    team: teamId,
    stripeId: `sub_of_${teamId}`,
    itemId: `item_of_${teamId}`,
    priceId: 'price',
    status: 'active',
    currency: Currency.GBP,
    amount: 2399,
    startedAt: hoursAgo(999),
    lacksCard: false,
    creditLeft: 0,
    readAt: new Date(),
    ...fields,
  });

describe('What needs an operator', () => {
  test('is nothing on a quiet day', async () => {
    await em().nativeUpdate(Controller, {}, { nextPollAt: new Date(Date.now() + 60_000) });
    expect(await attention()).toEqual({
      unansweredMessages: 0,
      oldestMessageAt: null,
      failedPayments: 0,
      oldestFailedPaymentAt: null,
      waitlistUnemailed: 0,
      latePolls: 0,
      oldestLatePollAt: null,
    });
  });

  test('counts messages without an answer, read or not, and says since when the oldest waits', async () => {
    await message(ContactStatus.new, hoursAgo(1));
    await message(ContactStatus.read, hoursAgo(5));
    await message(ContactStatus.replied, hoursAgo(9));
    await message(ContactStatus.closed, hoursAgo(9));
    const { unansweredMessages, oldestMessageAt } = await attention();
    expect(unansweredMessages).toBe(2);
    expect(Date.now() - Date.parse(oldestMessageAt!)).toBeGreaterThan(4.9 * 3_600_000);
  });

  test('counts overdue payments of subscriptions that still run, and lists who owes them', async () => {
    await subscription(cast.alice, { status: 'past_due', pastDueSince: hoursAgo(30) });
    await subscription(cast.bob, { status: 'canceled', pastDueSince: hoursAgo(90), endedAt: hoursAgo(1) });
    await subscription(cast.ada, {});
    const { failedPayments, oldestFailedPaymentAt } = await attention();
    expect([failedPayments, Date.parse(oldestFailedPaymentAt!) < Date.now() - 29 * 3_600_000]).toEqual([
      1,
      true,
    ]);
    const owing = await rest(cast.ada).get('/api/admin/users?subscription=overdue');
    expect((owing.body as { id: string }[]).map(({ id }) => id)).toEqual([cast.alice.userId]);
  });

  test('counts people on the waitlist who have not been emailed since they joined', async () => {
    const join = (email: string, hours: number, unsubscribedAt?: Date) =>
      em().insert(WaitlistEntry, { email, packageName: 'Pro', createdAt: hoursAgo(hours), unsubscribedAt });
    await join('early@example.test', 48);
    await join('late@example.test', 2);
    await join('gone@example.test', 1, new Date());
    expect((await attention()).waitlistUnemailed).toBe(2);
    await em().insert(Broadcast, {
      subject: 'Open',
      recipientCount: 1,
      sentBy: 'ada@example.test',
      createdAt: hoursAgo(24),
    });
    expect((await attention()).waitlistUnemailed).toBe(1);
  });

  test('counts late readings of every team, but not of controllers that aren’t monitored', async () => {
    await em().nativeUpdate(Controller, { team: cast.alice.teamId }, { nextPollAt: hoursAgo(1) });
    await em().nativeUpdate(
      Controller,
      { team: cast.bob.teamId },
      { nextPollAt: hoursAgo(2), overLimit: true },
    );
    const { latePolls, oldestLatePollAt } = await attention();
    expect(latePolls).toBe(1);
    expect(Date.now() - Date.parse(oldestLatePollAt!)).toBeLessThan(1.1 * 3_600_000);
  });

  test('is for operators only', async () => {
    expect((await rest(cast.alice).get('/api/admin/attention')).status).toBe(403);
  });
});
