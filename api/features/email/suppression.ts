import type { EntityManager } from '@mikro-orm/postgresql';
import { normalEmail } from '../users/normal-email.ts';
import { MailSuppression } from './mail-suppression.entity.ts';

/** Why an address takes no mail; undefined for one that does. */
export async function suppressionOf(em: EntityManager, address: string): Promise<string | undefined> {
  const found = await em.findOne(MailSuppression, { address: normalEmail(address) });
  return found?.reason;
}

/** Longer answers of servers are cut. */
const longestReason = 300;

/** Has addresses written to no more, each for its reason. One that is listed already keeps its first. */
export async function suppress(
  em: EntityManager,
  bounced: readonly { address: string; reason: string }[],
): Promise<void> {
  const rows = new Map(bounced.map(({ address, reason }) => [normalEmail(address), reason]));
  if (rows.size === 0) return;
  await em.upsertMany(
    MailSuppression,
    [...rows].map(([address, reason]) => ({
      address,
      reason: reason.slice(0, longestReason),
      createdAt: new Date(),
    })),
    { onConflictFields: ['address'], onConflictAction: 'ignore' },
  );
}
