import type { EntityManager } from '@mikro-orm/postgresql';
import type { NotificationChannel } from '../alerts/notification-channel.ts';
import { deciderFor } from './decide.ts';
import { isEnding, type NoticeKind } from './judge.ts';
import { alertsOf, earlierOf, teamOf } from './plan-facts.ts';
import { rowsOf, run } from './rows.ts';

/** Held deliveries that are judged anew at a time. */
const batch = 1000;

interface Held {
  id: string;
  alertId: string;
  channel: NotificationChannel;
  recipient: string;
  kind: NoticeKind;
  reason: string | null;
}

/** A time after every other. */
export const never = new Date('9999-12-31T00:00:00Z');

/**
 * Quiet hours or maintenance are over: what is still wrong is told, what is over is not, and where another reason to
 * wait has come meanwhile it waits on. Within the caller's transaction, which holds the destination.
 * @param until also those that are held until then: their window may have been changed
 */
export async function release(
  em: EntityManager,
  destination: { id: string; teamId: string },
  now: Date,
  until: Date = now,
): Promise<void> {
  let last: string | undefined = first;
  while (last) last = await releaseSome(em, destination, { now, until, after: last });
}

/** Before every other id. */
const first = '00000000-0000-0000-0000-000000000000';

/** @returns the last of them, where there may be more */
async function releaseSome(
  em: EntityManager,
  { id, teamId }: { id: string; teamId: string },
  { now, until, after }: { now: Date; until: Date; after: string },
): Promise<string | undefined> {
  const held = await rowsOf<Held>(
    em,
    `select id, alert_id as "alertId", channel, recipient, kind, reason from delivery
      where integration_id = ? and status = 'held' and not_before <= ? and id > ? order by id limit ${batch}`,
    [id, until, after],
  );
  if (held.length === 0) return undefined;
  const ids = [...new Set(held.map(({ alertId }) => alertId))];
  const alerts = await alertsOf(em, ids);
  const { decide } = deciderFor(await teamOf(em, teamId), now);
  const told = new Set(
    (await earlierOf(em, ids)).map(({ alertId, recipient, channel }) => `${alertId} ${channel} ${recipient}`),
  );
  const judged = held.flatMap(({ id: delivery, alertId, reason, ...asked }) => {
    const alert = alerts.get(alertId);
    if (!alert) return [];
    const openingTold = !isEnding(asked.kind) || told.has(`${alertId} ${asked.channel} ${asked.recipient}`);
    const overSince = alert.resolvedAt ? (reason ?? '') : undefined;
    return [{ id: delivery, ...decide({ ...asked, alert, openingTold, ...(overSince && { overSince }) }) }];
  });
  await run(
    em,
    `update delivery d set status = r.status, reason = r.reason, not_before = r."notBefore"
       from jsonb_to_recordset(?::jsonb) as r(id uuid, status text, reason text, "notBefore" timestamptz)
      where d.id = r.id and d.status = 'held'`,
    [JSON.stringify(judged)],
  );
  return held.length === batch ? held.at(-1)!.id : undefined;
}
