import { readerOf, type ViewerContext } from '#api/graphql/context.ts';
import type { Clock } from '#api/lib/local-time.ts';
import { Alert } from './alert.entity.ts';
import { AlertEntry, AlertEntryKind } from './alert-entry.entity.ts';
import { messageOf, type AlertParts } from './message.ts';
import { findOwn } from '../teams/lock-team.store.ts';
import { AlertRule } from './alert-rule.entity.ts';
import type { RuleSnapshot } from './rule-snapshot.ts';

/** A timeline entry, either stored or derived. */
export type Line = Pick<AlertEntry, 'id' | 'at' | 'kind' | 'detail' | 'params' | 'by' | 'until' | 'since'>;

/** The parts of an alert that start its timeline. */
export type Beginning = Pick<Alert, 'id' | 'since' | 'timestamp'>;

/**
 * A full timeline, oldest first: when the problem was first seen, when it had lasted for its rule's duration,
 * then the stored entries. Alerts from before entries were stored still start with being raised.
 * @param entries oldest first
 * @param duration of its rule in minutes, if known
 */
export function timelineOf(alert: Beginning, entries: readonly Line[], duration: number | undefined): Line[] {
  const raised = entries.find(({ kind }) => kind === AlertEntryKind.raised) ?? {
    id: `${alert.id}-raised`,
    kind: AlertEntryKind.raised,
    at: alert.timestamp,
    since: alert.since,
  };
  const since = raised.since ?? alert.since;
  const beginning: Line[] = [{ id: `${alert.id}-noticed`, kind: AlertEntryKind.noticed, at: since }];
  const passed = Math.floor((raised.at.getTime() - since.getTime()) / 60_000);
  // The current rule may have a longer duration than it had then.
  const minutes = Math.min(duration ?? passed, passed);
  if (minutes > 0) {
    const at = new Date(since.getTime() + minutes * 60_000);
    const held = minutes === 1 ? '1 minute' : `${minutes} minutes`;
    const detail = `The condition held for ${held}, as the rule requires`;
    beginning.push({ id: `${alert.id}-held`, kind: AlertEntryKind.held, at, detail });
  }
  if (!entries.includes(raised as Line)) beginning.push(raised);
  return [...beginning, ...entries];
}

/** Entries that include the alert's message at that time. */
const described: readonly AlertEntryKind[] = [
  AlertEntryKind.raised,
  AlertEntryKind.flapping,
  AlertEntryKind.disturbed,
  AlertEntryKind.escalated,
  AlertEntryKind.eased,
  AlertEntryKind.affected,
  AlertEntryKind.reminded,
];

/** The text of an entry besides its kind, for one reader. */
export function detailOf(alert: AlertParts, line: Line, clock: Clock): string | null {
  const { kind, detail = null, params, since, at } = line;
  if (params?.window !== undefined) return `Maintenance window “${params.window}”`;
  if (kind === AlertEntryKind.folded) return params?.cause?.deviceName ?? null;
  if (!described.includes(kind)) return detail;
  const then = { ...alert, ...params, since: since ?? alert.since, timestamp: at };
  return messageOf(then, { ...clock, now: at });
}

/**
 * Maximum entries in a response besides the first ones. A device that comes and goes all day has thousands.
 */
const mostEntries = 1000;

/**
 * An open or closed alert.
 * @throws NotFound
 */
export function alert(ctx: ViewerContext, id: string): Promise<Alert> {
  return findOwn(ctx, Alert, id, 'Alert');
}

/**
 * The rule as it was when it last raised the alert. `null` if that wasn't stored.
 * @throws NotFound
 */
export async function alertRuleSnapshot(ctx: ViewerContext, alertId: string): Promise<RuleSnapshot | null> {
  return ruleOf(ctx, await alert(ctx, alertId));
}

const noScope = { scope: {}, exceptions: [] };

async function ruleOf({ em }: ViewerContext, found: Alert): Promise<RuleSnapshot | null> {
  await em.populate(found, ['ruleSnapshot']);
  // Rules had no scope when older alerts were raised.
  return found.ruleSnapshot ? { ...noScope, ...found.ruleSnapshot } : null;
}

/**
 * Oldest first. Very long timelines only include the start and the newest entries.
 * @throws NotFound
 */
export async function alertEntries(ctx: ViewerContext, alertId: string): Promise<Line[]> {
  const found = await alert(ctx, alertId);
  const newest = await ctx.em.find(
    AlertEntry,
    { alert: found },
    { orderBy: { at: 'desc' }, limit: mostEntries },
  );
  const first = await ctx.em.findOne(AlertEntry, { alert: found, kind: AlertEntryKind.raised });
  const entries = [...new Set([...(first ? [first] : []), ...newest])].sort(oldestFirst);
  // Alerts from before snapshots were stored use their current rule.
  const then = await ruleOf(ctx, found);
  const rule = then ?? (found.rule && (await ctx.em.findOne(AlertRule, found.rule.id)));
  const reader = readerOf(ctx);
  return timelineOf(found, entries, rule?.duration).map((line) => ({
    ...line,
    detail: detailOf(found, line, reader),
    causeAlertId: line.params?.cause?.alertId ?? null,
  }));
}

const order = Object.values(AlertEntryKind);

/** Entries at the same moment are ordered by kind. */
function oldestFirst(one: AlertEntry, other: AlertEntry): number {
  return one.at.getTime() - other.at.getTime() || order.indexOf(one.kind) - order.indexOf(other.kind);
}
