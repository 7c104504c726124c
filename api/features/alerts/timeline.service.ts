import { zoneOf, type CustomerContext } from '#api/graphql/context.ts';
import { findOwn } from '../teams/lock-team.store.ts';
import { Alert } from './alert.entity.ts';
import { AlertEntry, AlertEntryKind } from './alert-entry.entity.ts';
import { AlertRule } from './alert-rule.entity.ts';
import type { RuleThen } from './rule-then.ts';
import { detailOf, timelineOf, type Line } from './timeline.ts';

/** Lines that one answer holds besides the beginning: a device that comes and goes all day has thousands. */
const mostEntries = 1000;

/** Open or over. @throws NotFound */
export function alert(ctx: CustomerContext, id: string): Promise<Alert> {
  return findOwn(ctx, Alert, id, 'Alert');
}

/** The rule as it was when it raised the alert last; null where that was not kept. @throws NotFound */
export async function alertRuleThen(ctx: CustomerContext, alertId: string): Promise<RuleThen | null> {
  return ruleOf(ctx, await alert(ctx, alertId));
}

async function ruleOf({ em }: CustomerContext, found: Alert): Promise<RuleThen | null> {
  await em.populate(found, ['ruleThen']);
  return found.ruleThen ?? null;
}

/** Oldest first; of very long ones the beginning and the newest. @throws NotFound */
export async function alertEntries(ctx: CustomerContext, alertId: string): Promise<Line[]> {
  const found = await alert(ctx, alertId);
  const newest = await ctx.em.find(
    AlertEntry,
    { alert: found },
    { orderBy: { at: 'desc' }, limit: mostEntries },
  );
  const first = await ctx.em.findOne(AlertEntry, { alert: found, kind: AlertEntryKind.raised });
  const entries = [...new Set([...(first ? [first] : []), ...newest])].sort(oldestFirst);
  // One of a time when it was not kept is told by its rule of today.
  const then = await ruleOf(ctx, found);
  const rule = then ?? (found.rule && (await ctx.em.findOne(AlertRule, found.rule.id)));
  const zone = zoneOf(ctx);
  return timelineOf(found, entries, rule?.duration).map((line) => ({
    ...line,
    detail: detailOf(found, line, zone),
  }));
}

const order = Object.values(AlertEntryKind);

/** What is entered at one moment stands in the order of its kinds. */
function oldestFirst(one: AlertEntry, other: AlertEntry): number {
  return one.at.getTime() - other.at.getTime() || order.indexOf(one.kind) - order.indexOf(other.kind);
}
