import { AlertResolution, AlertType } from '#api/features/alerts/alert.enums.ts';
import { severityOf } from '#api/features/alerts/condition.ts';
import { paced, type Steps } from '#api/lib/steps.ts';
import {
  causeOf,
  type Due,
  type Folding,
  isHeld,
  isOver,
  isTogether,
  type Item,
  keptBy,
  worse,
} from './explain.ts';
import { topologyOf, type Topology } from './topology.ts';
import type { Affected, AlertRef, Change, NewAlert, PendingCondition, Round, Rule } from './types.ts';
import type { Evidence } from './verdict.ts';

/** The most devices that a round lists behind all its alerts: in a chain where each raises its own, the sum of all lists. */
const mostAffected = 50_000;

/**
 * Makes devices that are down because of another one part of its alert. It decides from what the reading shows and what is
 * stored, so the order in which failures were reported doesn't matter. Whatever isn't certain raises its own alert:
 * a hidden outage is worse than one alert too many.
 * @param changes of the round, without the alerts that are due
 * @param describe the alert that is due
 */
export function* fold(
  round: Round,
  evidence: Evidence,
  changes: readonly Change[],
  due: readonly Due[],
  describe: (due: Due) => NewAlert,
): Steps<Change[]> {
  const rules = new Map(round.rules.map((rule) => [rule.id, rule]));
  const ended = endedBy(changes);
  const items = [...due.filter(canFold), ...openItems(round, rules, ended)];
  const folded = round.pending.filter(({ causeAlertId }) => causeAlertId);
  const others = due
    .filter((one) => !canFold(one))
    .map((one): Change => ({ kind: 'raise', alert: describe(one) }));
  if (items.length === 0 && folded.length === 0) return [...changes, ...others];
  const folding: Folding = {
    round,
    evidence,
    rules,
    topology: yield* topologyOf(evidence, round.reading.at),
    standing: new Map(),
    standingById: new Map(),
    alerts: new Map(round.alerts.map((one) => [one.id, one])),
    ended,
    waiting: once(() => waitingIn(round, changes)),
    passedOn: new Map(),
  };
  const outcome: Outcome = { kept: new Set(), folds: [], releases: [] };
  yield* paced(yield* byDepth(folding.topology, items), (item) => settle(folding, item, outcome));
  const cleared = new Set(changes.flatMap((one) => (one.kind === 'clear' ? [keyOf(one)] : [])));
  for (const condition of folded)
    if (!cleared.has(keyOf(condition))) reviewFolded(folding, condition, outcome);
  return [...changesAfter(folding, outcome, changes, describe), ...others];
}

/** What was decided about single conditions. */
interface Outcome {
  /** Those that were part of an alert and are again. */
  kept: Set<PendingCondition>;
  folds: Change[];
  releases: Change[];
}

const keyOf = ({ ruleId, subject }: { ruleId: string; subject: string }) => `${ruleId} ${subject}`;

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function endedBy(changes: readonly Change[]): Map<string, AlertResolution> {
  const ended = new Map<string, AlertResolution>();
  for (const one of changes) {
    if (one.kind === 'resolve') ended.set(one.alertId, one.resolution);
    else if (one.kind === 'stabilise') ended.set(one.alertId, AlertResolution.recovered);
  }
  return ended;
}

/** Alerts that are open and stay so, which may be folded or be a cause. */
function openItems(
  { alerts }: Round,
  rules: ReadonlyMap<string, Rule>,
  ended: ReadonlyMap<string, AlertResolution>,
): Item[] {
  const none = { condition: undefined, finding: undefined, place: undefined, parts: undefined };
  return alerts.flatMap((open) => {
    const rule = rules.get(open.ruleId ?? '');
    if (!rule || !canFold(open) || ended.has(open.id)) return [];
    const { subject, type, severity, since } = open;
    return [{ rule, subject, type, severity, since, open, loudest: severity, ...none }];
  });
}

const canFold = ({ type }: { type: AlertType }): boolean =>
  type === AlertType.device_offline || type === AlertType.device_impaired || type === AlertType.port_down;

/** Conditions that have begun to hold, including those of this round. */
function waitingIn(round: Round, changes: readonly Change[]) {
  const begun = changes.filter((one) => one.kind === 'hold');
  const before = round.pending.filter(({ causeAlertId, unknownSince }) => !causeAlertId && !unknownSince);
  return Map.groupBy([...begun, ...before], ({ subject }) => subject);
}

/**
 * Causes come first, because one that is folded itself can't be a cause. What was part of an alert comes last, because its
 * place in the tree may have changed since.
 */
function* byDepth(topology: Topology, items: readonly Item[]): Steps<Item[]> {
  const levels: Item[][] = [];
  const kept: Item[][] = [];
  yield* paced(items, (item) => {
    const seen = item.type === AlertType.port_down ? undefined : item.finding?.seen;
    item.place = seen?.place ?? topology(item.subject);
    const list = item.condition?.causeAlertId ? kept : levels;
    (list[item.place?.causes().length ?? 0] ??= []).push(item);
  });
  return [...levels.flat(), ...kept.flat()];
}

/** Folds an alert into its cause, lets it wait for one, or lets it stand. */
function settle(folding: Folding, item: Item, outcome: Outcome): void {
  const { open, condition, rule, subject, place } = item;
  if (rule.fold && place?.state === 'down') {
    const cause = keptBy(folding, item) ?? causeOf(folding, item, place.causes());
    if (cause) return foldInto(folding, item, cause, outcome);
    if (condition && isHeld(folding, item, place.causes())) return;
  }
  const list = folding.standing.get(subject);
  if (list) list.push(item);
  else folding.standing.set(subject, [item]);
  if (open) folding.standingById.set(open.id, item);
}

function foldInto({ passedOn }: Folding, item: Item, cause: Item, outcome: Outcome): void {
  const { rule, subject, since, open, condition } = item;
  (cause.parts ??= []).push(item);
  cause.loudest = worse(cause.loudest, item.severity);
  const isKept = cause.open && condition?.causeAlertId === cause.open.id && !condition.releasedAt;
  if (!isKept)
    outcome.folds.push({
      kind: 'fold',
      ruleId: rule.id,
      subject,
      since,
      cause: refOf(cause),
      alertId: open?.id,
    });
  if (open) passedOn.set(open.id, cause);
  if (condition?.causeAlertId) outcome.kept.add(condition);
}

const refOf = ({ open, rule, subject }: Item): AlertRef => open?.id ?? { ruleId: rule.id, subject };

/**
 * A condition that is part of an alert, and not due in this round, or due and held. Notes when its cause stops being one:
 * from then on its device has some minutes to come back.
 */
function reviewFolded(folding: Folding, condition: PendingCondition, outcome: Outcome): void {
  const { round, alerts, standing, standingById, passedOn } = folding;
  const { ruleId, subject, since, causeAlertId, releasedAt } = condition;
  const cause = alerts.get(causeAlertId ?? '');
  const isRaised = standing.get(subject)?.some((one) => one.condition === condition);
  if (!cause || releasedAt || isRaised || outcome.kept.has(condition)) return;
  const next = passedOn.get(cause.id) ?? standingById.get(cause.id);
  if (!next || isOver(next.place)) {
    outcome.releases.push({ kind: 'release', ruleId, subject, at: round.reading.at });
    return;
  }
  if (next.open !== cause)
    outcome.folds.push({ kind: 'fold', ruleId, subject, since, cause: refOf(next), alertId: undefined });
  const device = folding.evidence.indexed.devices.get(subject)?.device;
  if (device) next.loudest = worse(next.loudest, severityOf(AlertType.device_offline, device.role));
  next.parts ??= [];
}

/** All changes of the round. Raises come before the folds that refer to them. */
function changesAfter(
  folding: Folding,
  { folds, releases }: Outcome,
  changes: readonly Change[],
  describe: (due: Due) => NewAlert,
): Change[] {
  const raised: Change[] = [];
  const affected: Change[] = [];
  let listed = 0;
  for (const list of folding.standing.values())
    for (const item of list) {
      const before = new Set(item.open?.affectedMacs);
      const now = listed < mostAffected ? affectedBy(item, before) : undefined;
      listed += now?.length ?? 0;
      if (isDue(item)) raised.push({ kind: 'raise', alert: withAffected(describe(item), item, now) });
      const all = item.open && now && changedAffected(folding.topology, item, before, now);
      if (item.open && all) affected.push({ kind: 'affect', alertId: item.open.id, affected: all });
    }
  return [...keepSeverities(folding, changes), ...raised, ...folds, ...releases, ...affected];
}

/** The changes of alerts that stay open. An alert with parts keeps the severity of the worst of them. */
function keepSeverities({ standingById, passedOn }: Folding, changes: readonly Change[]): Change[] {
  const wanted = new Map([...standingById].filter(([, { parts }]) => parts));
  if (wanted.size === 0 && passedOn.size === 0) return [...changes];
  const kept = changes.flatMap((change): Change[] => {
    if (!('alertId' in change) || change.alertId === undefined) return [change];
    if (passedOn.has(change.alertId)) return [];
    const item = change.kind === 'alter' ? wanted.get(change.alertId) : undefined;
    if (change.kind !== 'alter' || !item?.open) return [change];
    wanted.delete(change.alertId);
    const { open, loudest: severity } = item;
    const isKnown = !change.unknownSince && !open.unknownSince && !open.calmSince;
    return isKnown && severity === open.severity ? [] : [{ ...change, severity }];
  });
  for (const [alertId, { open, loudest: severity }] of wanted)
    if (open && severity !== open.severity)
      kept.push({ kind: 'alter', alertId, severity, unknownSince: open.unknownSince });
  return kept;
}

const isDue = (item: Item): item is Due => item.condition !== undefined;

function withAffected(alert: NewAlert, { loudest }: Item, affected: Affected[] = []): NewAlert {
  return { ...alert, severity: loudest, ...(affected.length > 0 && { affected }) };
}

/**
 * Devices that are down behind an alert's device or port: what is part of it, and what raises its own alert.
 * @param before MACs of those that were
 */
function affectedBy({ place, since, parts }: Item, before: ReadonlySet<string>): Affected[] {
  const isFound = (mac: string, downSince: Date | undefined) =>
    before.has(mac) || (!!downSince && isTogether({ since: downSince }, { since }));
  const down = place?.state === 'down' ? place.affected() : [];
  const found = down.filter((one) => isFound(one.mac, one.since));
  for (const part of parts ?? []) {
    const isBehind = place && down.length > 0 && part.place?.causes().includes(place);
    if (isBehind && isFound(part.subject, part.place?.downSince)) continue;
    const device = part.place?.asAffected();
    if (device) found.push({ ...device, since: part.since });
  }
  return found;
}

/** The devices behind an open alert's device or port, if they changed. Those that became unknown stay. */
function changedAffected(
  topology: Topology,
  { place, since }: Item,
  before: ReadonlySet<string>,
  now: Affected[],
): Affected[] | undefined {
  if (!place || (now.length === 0 && before.size === 0)) return undefined;
  const listed = new Set(now.map(({ mac }) => mac));
  const isUnclear = (mac: string) => {
    const state = topology(mac)?.state;
    return state === 'unknown' || (state === 'down' && place.state === 'unknown');
  };
  const unclear = isOver(place) ? [] : [...before].filter((mac) => !listed.has(mac) && isUnclear(mac));
  const isSame = now.length + unclear.length === before.size && now.every(({ mac }) => before.has(mac));
  return isSame ? undefined : [...now, ...unclear.map((mac) => ({ mac, name: mac, since }))];
}
