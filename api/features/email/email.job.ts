import type { EntityManager } from '@mikro-orm/postgresql';
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

/** Minutes until each further attempt. The last one repeats until `removeOldMails` gives up. */
const retryMinutes = [1, 5, 15, 60, 240];

/** Sends one mail of the outbox; one that was not taken is tried again later. */
export async function sendMail(app: App, { mailId }: { mailId: string }): Promise<void> {
  const em = app.orm.em.fork();
  const mail = await em.findOne(OutboxEmail, { id: mailId, status: EmailStatus.waiting, broadcast: null });
  if (!mail) return;
  try {
    await sendStored(app, em, mail);
  } catch (error) {
    if (!(error instanceof EmailFailure)) throw error;
    app.log.warn({ mail: mailId, attempt: mail.attempts, failure: error.message }, 'A mail was not taken');
    if (!error.permanent) await queueEmail(em, mailId, nextAttempt(mail.attempts, error.retryAfterMs));
  }
}

function nextAttempt(attempts: number, wanted = 0): Date {
  const minutes = retryMinutes[attempts - 1] ?? retryMinutes.at(-1)!;
  return new Date(Date.now() + Math.max(minutes * 60_000, wanted));
}

/** Mails under way at a time. Of a killed worker's, so many at most stay unknown. */
const atOnce = 10;

/** Milliseconds after which the rest is left to another job: a program that stops waits for no more. */
const timeSlice = 2000;

/**
 * Sends of a mail to many what can be sent in one stretch, each address at most once: that it was begun is committed
 * before it is handed over, and what was begun and is not done was cut off.
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
    // What one address has to wait for keeps nobody else waiting.
    const trouble = came.find(
      (one) => one && !one.permanent && (!isThrough || one.retryAfterMs !== undefined),
    );
    if (trouble) {
      const runAt = new Date(Date.now() + retryDelay(trouble, before));
      app.log.warn({ broadcast: broadcastId, failure: trouble.message }, 'A mail to many waits');
      return queueBroadcast(em, broadcastId, { runAt, troubles: before + 1 });
    }
  }
  await queueBroadcast(em, broadcastId);
}

/** Whoever refuses for now may say for how long. */
function retryDelay({ retryAfterMs }: EmailFailure, troubles: number): number {
  const minutes = retryMinutes[troubles] ?? retryMinutes.at(-1)!;
  return retryAfterMs === undefined ? minutes * 60_000 : Math.max(retryAfterMs, 1000);
}

/** Takes the next ones, so that no other worker does: those that were tried least, or a few that nobody takes stop all. */
async function claimBatch(em: EntityManager, broadcastId: string): Promise<OutboxEmail[]> {
  const begun = await em.execute<{ id: string }[]>(
    // Read once: a plan may ask an inner select again for each row, and take more each time.
    `with next as materialized (
       select id from mail where broadcast_id = ? and status = 'waiting' and begun_at is null
       order by attempts, id limit ? for update skip locked)
     update mail set begun_at = now() from next where mail.id = next.id returning mail.id`,
    [broadcastId, atOnce],
  );
  return em.find(OutboxEmail, { id: { $in: begun.map(({ id }) => id) } }, { disableIdentityMap: true });
}

/** Why it was not taken; undefined where it was. */
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

/** What is known not to have been taken may be begun again; what may have been taken is not. */
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

/** Milliseconds to look back the first time. */
const firstLook = 30 * 86_400_000;

/** Learns from the provider which addresses have bounced since the last time: nothing is sent to them any more. */
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

/** Days that the outbox remembers a mail. */
const kept = 30;

/** Days that administrators see what became of a mail to many; of its texts nothing is left by then. */
const broadcastsKept = 90;

/** Milliseconds after which no attempt is left: what still waits then is listed as failed. */
const lastAttempt = 2 * day;

/** Forgets old mails, and gives up those that nobody took for two days. */
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
