import type { App } from '#api/config/app.ts';
import { maintain } from '#api/db/statement-timeout.ts';
import { MailedLink } from './mailed-link.entity.ts';
import { policyOf } from '../security/security.service.ts';
import { Session } from './session.entity.ts';

/** Days that a mailed link is kept after it expired: until then its screen can say what became of it. */
const linksKept = 30;

/** Removes what opens no door any more: sessions that are over, links of old mails, counters that have run out. */
export async function removeExpired({ orm, attempts }: App, _payload: Record<string, never>): Promise<void> {
  const em = orm.em.fork();
  const now = Date.now();
  const { sessionTimeout } = await policyOf(em);
  const idle = new Date(now - sessionTimeout * 60_000);
  const over = { $or: [{ expiresAt: { $lte: new Date(now) } }, { lastSeenAt: { $lte: idle } }] };
  const oldLinks = { expiresAt: { $lte: new Date(now - linksKept * 86_400_000) } };
  await maintain(em, (tx) => tx.nativeDelete(Session, over));
  await maintain(em, (tx) => tx.nativeDelete(MailedLink, oldLinks));
  await attempts.sweep();
}
