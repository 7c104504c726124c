import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { giveUpCutOff, queueBroadcast, unknown } from './broadcast.ts';
import { gone, Mail, MailStatus } from './mail.entity.ts';
import { MailFailure } from './message.ts';
import { sendStored } from './send-message.ts';

/** Mails under way at a time. Of a killed worker's, so many at most stay unknown. */
const atOnce = 10;

/** Milliseconds after which the rest is left to another job: a program that stops waits for no more. */
const stretch = 2000;

/** Minutes until each further try where nothing gets through; the last goes on until `removeOldMails`. */
const pauses = [1, 5, 15, 60, 240];

/**
 * Sends of a mail to many what can be sent in one stretch, each address at most once: that it was begun is committed
 * before it is handed over, and what was begun and is not done was cut off.
 */
export async function sendBroadcast(
  app: App,
  { broadcastId, troubles = 0 }: { broadcastId: string; troubles?: number },
): Promise<void> {
  const em = app.orm.em.fork();
  await giveUpCutOff(em, { broadcast: broadcastId });
  const end = Date.now() + stretch;
  let before = troubles;
  while (Date.now() < end) {
    const mails = await begin(em, broadcastId);
    if (mails.length === 0) return;
    const came = await Promise.all(mails.map((mail) => send(app, mail)));
    const isThrough = came.includes(undefined);
    if (isThrough) before = 0;
    // What one address has to wait for keeps nobody else waiting.
    const trouble = came.find(
      (one) => one && !one.permanent && (!isThrough || one.retryAfterMs !== undefined),
    );
    if (trouble) {
      const runAt = new Date(Date.now() + pauseAfter(trouble, before));
      app.log.warn({ broadcast: broadcastId, failure: trouble.message }, 'A mail to many waits');
      return queueBroadcast(em, broadcastId, { runAt, troubles: before + 1 });
    }
  }
  await queueBroadcast(em, broadcastId);
}

/** Whoever refuses for now may say for how long. */
function pauseAfter({ retryAfterMs }: MailFailure, troubles: number): number {
  const minutes = pauses[troubles] ?? pauses.at(-1)!;
  return retryAfterMs === undefined ? minutes * 60_000 : Math.max(retryAfterMs, 1000);
}

/** Takes the next ones, so that no other worker does: those that were tried least, or a few that nobody takes stop all. */
async function begin(em: EntityManager, broadcastId: string): Promise<Mail[]> {
  const begun = await em.execute<{ id: string }[]>(
    // Read once: a plan may ask an inner select again for each row, and take more each time.
    `with next as materialized (
       select id from mail where broadcast_id = ? and status = 'waiting' and begun_at is null
       order by attempts, id limit ? for update skip locked)
     update mail set begun_at = now() from next where mail.id = next.id returning mail.id`,
    [broadcastId, atOnce],
  );
  return em.find(Mail, { id: { $in: begun.map(({ id }) => id) } }, { disableIdentityMap: true });
}

/** Why it was not taken; undefined where it was. */
async function send(app: App, mail: Mail): Promise<MailFailure | undefined> {
  try {
    await sendStored(app, undefined, mail);
    return undefined;
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    await settle(app.orm.em.fork(), mail.id, error);
    return error;
  }
}

/** What is known not to have been taken may be begun again; what may have been taken is not. */
async function settle(em: EntityManager, id: string, failure: MailFailure): Promise<void> {
  if (failure.mayBeTaken) {
    const reason = `${unknown}: ${failure.message}`;
    await em.nativeUpdate(Mail, { id }, { status: MailStatus.failed, failure: reason, ...gone });
  } else if (!failure.permanent) {
    await em.nativeUpdate(Mail, { id }, { status: MailStatus.waiting, begunAt: null });
  }
}
