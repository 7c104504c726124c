import type { EntityManager } from '@mikro-orm/postgresql';
import type { Decider, Question } from './decide.ts';
import { DeliveryStatus } from './delivery.entity.ts';
import { isEnding, type HeldFor, type Judgement } from './judge.ts';
import { alertsOf, earlierOf } from './plan-facts.ts';

/** Deliveries that are judged anew at a time. */
export const pageSize = 1000;

/** A delivery that is not told yet. */
export interface Pending extends Pick<Question, 'channel' | 'recipient' | 'kind'> {
  id: string;
  alertId: string;
  /** Why it was held; null where it was about to be sent. */
  heldFor: HeldFor | null;
}

/** Judges all that there are, page by page; each begins after an id. */
export async function judgeAll(
  em: EntityManager,
  deciderOf: () => Decider | Promise<Decider>,
  pageAfter: (id: string) => Promise<Pending[]>,
): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const page = await pageAfter(after);
    if (page.length > 0) await judgeAnew(em, await deciderOf(), page);
    if (page.length < pageSize) return;
    after = page.at(-1)!.id;
  }
}

/**
 * Judges once more what was decided before, within the caller's transaction, which holds the destination. What was about
 * to be sent and still may be stays as it is. @returns the ids of what does not
 */
export async function judgeAnew(
  em: EntityManager,
  { decide }: Decider,
  pending: readonly Pending[],
): Promise<Set<string>> {
  const alerts = await alertsOf(em, alertIds(pending));
  const endings = alertIds(pending.filter(({ kind }) => isEnding(kind)));
  const earlier = endings.length > 0 ? await earlierOf(em, endings) : [];
  const told = new Set(
    earlier.map(({ alertId, recipient, channel }) => `${alertId} ${channel} ${recipient}`),
  );
  const changed = pending.flatMap(({ id, alertId, heldFor, ...asked }) => {
    const alert = alerts.get(alertId);
    if (!alert) return [];
    const openingTold = !isEnding(asked.kind) || told.has(`${alertId} ${asked.channel} ${asked.recipient}`);
    const overSince = alert.resolvedAt && heldFor;
    const judgement = decide({ ...asked, alert, openingTold, ...(overSince && { overSince }) });
    return heldFor !== null || judgement.status !== DeliveryStatus.waiting ? [{ id, ...judgement }] : [];
  });
  if (changed.length > 0) await write(em, changed);
  return new Set(changed.map(({ id }) => id));
}

/** What a summary was to tell is told by itself later, where it is. */
async function write(em: EntityManager, changed: readonly (Judgement & { id: string })[]): Promise<void> {
  await em.execute(
    `update delivery d set status = r.status, reason = r.reason, reason_code = r."reasonCode", reason_params = r."reasonParams",
            not_before = r."notBefore", summary_id = null
       from jsonb_to_recordset(?::jsonb) as r(id uuid, status text, reason text, "reasonCode" text,
            "reasonParams" jsonb, "notBefore" timestamptz)
      where d.id = r.id and d.status in ('waiting', 'retrying', 'held', 'summarised')`,
    [JSON.stringify(changed)],
    'run',
  );
}

function alertIds(pending: readonly Pending[]): string[] {
  return [...new Set(pending.map(({ alertId }) => alertId))];
}
