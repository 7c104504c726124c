import type { EntityManager } from '@mikro-orm/postgresql';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { App } from '#api/config/app.ts';
import { maintain } from '#api/db/statement-timeout.ts';
import { OutboxEmail, EmailStatus, erasedContent } from './outbox-email.entity.ts';
import { EmailFailure } from './message.ts';
import { queueEmail, suppress } from './outbox.store.ts';
import { sendStored } from './send-message.store.ts';
import { failInterrupted, queueBroadcast, unknownOutcome } from './broadcast.store.ts';
import { normalEmail } from '../users/user.entity.ts';
import { EmailSettings } from './email-settings.entity.ts';
import { readBounces as askForBounces } from './sendgrid.client.ts';
import { providerOf } from './transport.store.ts';
import { Broadcast } from './broadcast.entity.ts';

/** Minutes until each retry. The last interval repeats until `removeOldEmails` gives up. */
const retryMinutes = [1, 5, 15, 60, 240];

/** Sends an email from the outbox, and retries it later if it wasn't accepted. */
export async function sendMail(app: App, { mailId }: { mailId: string }): Promise<void> {
  const em = app.orm.em.fork();
  const mail = await em.findOne(OutboxEmail, { id: mailId, status: EmailStatus.waiting, broadcast: null });
  if (!mail) return;
  try {
    await sendStored(app, em, mail);
  } catch (error) {
    if (!(error instanceof EmailFailure)) throw error;
    app.log.warn(
      { mail: mailId, attempt: mail.attempts, failure: error.message },
      'An email was not accepted',
    );
    if (!error.permanent) await queueEmail(em, mailId, nextAttempt(mail.attempts, error.retryAfterMs));
  }
}

function nextAttempt(attempts: number, wanted = 0): Date {
  const minutes = retryMinutes[attempts - 1] ?? retryMinutes.at(-1)!;
  return new Date(Date.now() + Math.max(minutes * 60_000, wanted));
}

/** Emails sent in parallel. If the worker is killed, at most this many have an unknown outcome. */
const atOnce = 10;

/** Milliseconds after which the rest is left to another job, so that a stopping process doesn't wait long. */
const timeSlice = 2000;

/**
 * Sends as much of a broadcast as possible, each address at most once. The start of each attempt is committed
 * before the email is handed over, so an attempt without a result was interrupted.
 */
export async function sendBroadcast(
  app: App,
  { broadcastId, troubles = 0 }: { broadcastId: string; troubles?: number },
): Promise<void> {
  const em = app.orm.em.fork();
  await failInterrupted(em, { broadcast: broadcastId });
  const end = Date.now() + timeSlice;
  let before = troubles;
  while (Date.now() < end) {
    const mails = await claimBatch(em, broadcastId);
    if (mails.length === 0) return;
    const came = await Promise.all(mails.map((mail) => send(app, mail)));
    const isThrough = came.includes(undefined);
    if (isThrough) before = 0;
    // A delay for one address doesn't hold up the others.
    const trouble = came.find(
      (one) => one && !one.permanent && (!isThrough || one.retryAfterMs !== undefined),
    );
    if (trouble) {
      const runAt = new Date(Date.now() + retryDelay(trouble, before));
      app.log.warn({ broadcast: broadcastId, failure: trouble.message }, 'A broadcast is waiting');
      return queueBroadcast(em, broadcastId, { runAt, troubles: before + 1 });
    }
  }
  await queueBroadcast(em, broadcastId);
}

/** A temporary rejection may say when to retry. */
function retryDelay({ retryAfterMs }: EmailFailure, troubles: number): number {
  const minutes = retryMinutes[troubles] ?? retryMinutes.at(-1)!;
  return retryAfterMs === undefined ? minutes * 60_000 : Math.max(retryAfterMs, 1000);
}

/**
 * Claims the next emails, fewest attempts first, so that a few addresses that always fail don't block the
 * rest.
 */
async function claimBatch(em: EntityManager, broadcastId: string): Promise<OutboxEmail[]> {
  const begun = await queryRows(
    em,
    { id: tables.mail.id },
    // Materialized, because the plan may otherwise evaluate the subquery for each row and claim more each
    // time.
    `with next as materialized (
       select id from mail where broadcast_id = ? and status = 'waiting' and begun_at is null
       order by attempts, id limit ? for update skip locked)
     update mail set begun_at = now() from next where mail.id = next.id returning mail.id`,
    [broadcastId, atOnce],
  );
  return em.find(OutboxEmail, { id: { $in: begun.map(({ id }) => id) } }, { disableIdentityMap: true });
}

/** Returns why it wasn't accepted, or undefined if it was. */
async function send(app: App, mail: OutboxEmail): Promise<EmailFailure | undefined> {
  try {
    await sendStored(app, undefined, mail);
    return undefined;
  } catch (error) {
    if (!(error instanceof EmailFailure)) throw error;
    await recordFailure(app.orm.em.fork(), mail.id, error);
    return error;
  }
}

/** An email that certainly wasn't accepted may be retried. One that may have been accepted isn't. */
async function recordFailure(em: EntityManager, id: string, failure: EmailFailure): Promise<void> {
  if (failure.mayBeTaken) {
    const reason = `${unknownOutcome}: ${failure.message}`;
    await em.nativeUpdate(
      OutboxEmail,
      { id },
      { status: EmailStatus.failed, failure: reason, ...erasedContent },
    );
  } else if (!failure.permanent) {
    await em.nativeUpdate(OutboxEmail, { id }, { status: EmailStatus.waiting, begunAt: null });
  }
}

/** Milliseconds to look back on the first run. */
const firstLook = 30 * 86_400_000;

/** Reads new bounces from the provider and suppresses their addresses. */
export async function readBounces({ config, orm }: App, _payload: Record<string, never>): Promise<void> {
  const em = orm.em.fork();
  const { settings, account } = await providerOf(em, config);
  if (!settings?.isActive || !account) return;
  const bouncesReadAt = new Date();
  const since = settings.bouncesReadAt ?? new Date(bouncesReadAt.getTime() - firstLook);
  const bounces = await askForBounces(account, since);
  await em.transactional(async (em) => {
    await suppress(em, bounces);
    await markBounced(em, bounces);
    await em.nativeUpdate(EmailSettings, { id: 1 }, { bouncesReadAt });
  });
}

/** The provider doesn't say which email bounced, so it's the last one that was sent to the address. */
async function markBounced(em: EntityManager, bounces: readonly { address: string }[]): Promise<void> {
  const addresses = [...new Set(bounces.map(({ address }) => normalEmail(address)))];
  await em.execute(
    `update mail set bounced_at = now() where id in (
       select distinct on (lower("to")) id from mail
        where status = 'sent' and lower("to") in (select jsonb_array_elements_text(?::jsonb))
        order by lower("to"), created_at desc
     )`,
    [JSON.stringify(addresses)],
    'run',
  );
}

const day = 86_400_000;

/** Days that the outbox keeps an email. */
const kept = 30;

/** Days that administrators see the results of a broadcast. Its content is erased sooner. */
const broadcastsKept = 90;

/** Milliseconds after which no retries are left, and a waiting email counts as failed. */
const lastAttempt = 2 * day;

/** Deletes old emails, and gives up on those that weren't accepted for two days. */
export async function removeOldEmails({ orm }: App, _payload: Record<string, never>): Promise<void> {
  const em = orm.em.fork();
  const before = (milliseconds: number) => ({ createdAt: { $lt: new Date(Date.now() - milliseconds) } });
  const waiting = { status: EmailStatus.waiting, ...before(lastAttempt) };
  const ended = { status: EmailStatus.failed };
  await maintain(em, (tx) =>
    tx.nativeUpdate(OutboxEmail, { ...waiting, broadcast: null }, { ...ended, ...erasedContent }),
  );
  await maintain(em, (tx) =>
    tx.nativeUpdate(
      OutboxEmail,
      { ...waiting, broadcast: { $ne: null }, begunAt: null },
      { ...ended, failure: 'Not accepted for delivery within two days' },
    ),
  );
  await maintain(em, (tx) =>
    failInterrupted(tx, { broadcast: { $ne: null }, begunAt: before(lastAttempt).createdAt }),
  );
  await maintain(em, (tx) => tx.nativeDelete(OutboxEmail, { ...before(kept * day), broadcast: null }));
  await maintain(em, (tx) =>
    tx.nativeUpdate(
      OutboxEmail,
      { ...before(kept * day), broadcast: { $ne: null }, text: { $ne: null } },
      erasedContent,
    ),
  );
  await maintain(em, (tx) => tx.nativeDelete(Broadcast, before(broadcastsKept * day)));
}
