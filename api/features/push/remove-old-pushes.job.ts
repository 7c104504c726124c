import type { App } from '#api/config/app.ts';
import { maintain } from '#api/db/statement-timeout.ts';
import { PushedMessage } from './pushed-message.entity.ts';

/** Milliseconds that a message is kept. */
const kept = 86_400_000;

/** Every hour: forgets what was pushed a day ago. There are few: of each controller at most the newest 100 are kept. */
export async function removeOldPushes({ orm }: App, _payload: Record<string, never>): Promise<void> {
  const old = { at: { $lt: new Date(Date.now() - kept) } };
  await maintain(orm.em.fork(), (tx) => tx.nativeDelete(PushedMessage, old));
}
