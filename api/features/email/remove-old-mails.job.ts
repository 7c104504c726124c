import type { App } from '#api/config/app.ts';
import { maintain } from '#api/db/statement-timeout.ts';
import { giveUpCutOff } from './broadcast.ts';
import { Broadcast } from './broadcast.entity.ts';
import { gone, Mail, MailStatus } from './mail.entity.ts';

const day = 86_400_000;

/** Days that the outbox remembers a mail. */
const kept = 30;

/** Days that administrators see what became of a mail to many; of its texts nothing is left by then. */
const broadcastsKept = 90;

/** Milliseconds after which no attempt is left: what still waits then is listed as failed. */
const lastAttempt = 2 * day;

/** Forgets old mails, and gives up those that nobody took for two days. */
export async function removeOldMails({ orm }: App, _payload: Record<string, never>): Promise<void> {
  const em = orm.em.fork();
  const before = (milliseconds: number) => ({ createdAt: { $lt: new Date(Date.now() - milliseconds) } });
  const waiting = { status: MailStatus.waiting, ...before(lastAttempt) };
  const ended = { status: MailStatus.failed };
  await maintain(em, (tx) => tx.nativeUpdate(Mail, { ...waiting, broadcast: null }, { ...ended, ...gone }));
  await maintain(em, (tx) =>
    tx.nativeUpdate(
      Mail,
      { ...waiting, broadcast: { $ne: null }, begunAt: null },
      { ...ended, failure: 'Not accepted for delivery within two days' },
    ),
  );
  await maintain(em, (tx) =>
    giveUpCutOff(tx, { broadcast: { $ne: null }, begunAt: before(lastAttempt).createdAt }),
  );
  await maintain(em, (tx) => tx.nativeDelete(Mail, { ...before(kept * day), broadcast: null }));
  await maintain(em, (tx) =>
    tx.nativeUpdate(Mail, { ...before(kept * day), broadcast: { $ne: null }, text: { $ne: null } }, gone),
  );
  await maintain(em, (tx) => tx.nativeDelete(Broadcast, before(broadcastsKept * day)));
}
