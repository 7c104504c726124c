import { AlertCondition, AlertResolution, AlertType } from '#api/features/alerts/alert.enums.ts';
import { messageOf } from '#api/features/alerts/message.ts';
import type { MatchedSite } from '#api/features/alerts/rule-scope.ts';
import type { ConsoleReading } from '#api/features/unifi/reading.ts';
import type {
  Change,
  Known,
  NewAlert,
  OpenAlert,
  Rule,
  PendingCondition,
} from '#api/features/watch/evaluate/types.ts';
import { evaluate } from '#api/features/watch/evaluate/evaluate.ts';
import { type EndedAlert, isRecurrence } from '#api/features/watch/evaluate/flapping.ts';
import { infer } from '#api/features/watch/evaluate/infer.ts';
import { observe } from '#api/features/watch/evaluate/observe.ts';
import { reader } from '#api/lib/local-time.ts';
import { atOnce } from './steps.ts';

/** An active rule: a device offline for 5 minutes, anywhere. */
export function rule(changes: Partial<Rule> = {}): Rule {
  return {
    id: 'rule-1',
    name: 'Anything down',
    condition: AlertCondition.device_offline,
    controllerId: null,
    siteId: null,
    scope: {},
    exceptions: [],
    threshold: null,
    durationMinutes: 5,
    fold: true,
    channels: [],
    ticketSeverities: [],
    ...changes,
  };
}

/** 14:00 UTC plus so many minutes. */
export const minute = (minutes: number): Date => new Date(Date.UTC(2026, 10, 20, 14) + minutes * 60_000);

/** What a database would hold between the rounds of one controller; strict where a database has unique indexes. */
export class Watching {
  known: Known = { devices: [], clients: [] };
  pending: PendingCondition[] = [];
  alerts: OpenAlert[] = [];
  raised: NewAlert[] = [];
  /** Of those that came back as the alert they were. */
  reopened: NewAlert[] = [];
  stable: OpenAlert[] = [];
  escalated: NewAlert[] = [];
  private ended: (OpenAlert & EndedAlert)[] = [];
  private at = minute(0);
  siteIds: 'all' | string[] = 'all';
  sites: MatchedSite[] = [];
  rules: Rule[];

  constructor(...rules: Rule[]) {
    this.rules = rules;
  }

  /** What people in UTC read of the alerts that were raised, at the time of the last round. */
  get messages(): string[] {
    const { at } = this;
    return this.raised.map((alert) => messageOf({ ...alert, timestamp: at }, reader('UTC', at)));
  }

  /** One round: judges, remembers and gives back what changed. */
  see(at: Date | number, ...consoles: ConsoleReading[]): Change[] {
    this.at = typeof at === 'number' ? minute(at) : at;
    const { rules, known, pending, alerts, siteIds, sites } = this;
    const inference = infer(known, { at: this.at, consoles });
    const { reading, removed } = inference;
    const steps = evaluate({
      controllerId: 'controller-1',
      siteIds,
      sites,
      beyond: new Set(),
      rules,
      reading,
      known,
      removed,
      pending,
      alerts,
    });
    const changes = atOnce(steps);
    for (const change of changes) this.apply(change);
    const seen = observe(known, inference, true);
    this.known = {
      devices: merge(known.devices, seen.devices),
      clients: merge(known.clients, seen.clients),
      consoles: seen.consoles ?? known.consoles,
    };
    return changes;
  }

  /** Kinds of the changes of one round. */
  kinds(at: Date | number, ...consoles: ConsoleReading[]): Change['kind'][] {
    return this.see(at, ...consoles).map((change) => change.kind);
  }

  private apply(change: Change): void {
    if (change.kind === 'escalate')
      this.pending = this.pending.filter((one) => one !== this.pendingOf(change.alert));
    if (change.kind === 'fold') return this.fold(change);
    if ('alertId' in change) return this.alter(change);
    const { ruleId, subject } = change.kind === 'raise' ? change.alert : change;
    const isSame = (other: { ruleId: string | null; subject: string }) =>
      other.ruleId === ruleId && other.subject === subject;
    if (change.kind === 'hold') {
      // Beside an open alert a pending condition counts for how long an impaired device has been down.
      const isOpen = this.alerts.some((one) => isSame(one) && one.type !== AlertType.device_impaired);
      if (this.pending.some(isSame) || isOpen) throw new Error(`${subject} is spoken of twice`);
      this.pending.push({ ruleId, subject, since: change.since, ...unfolded });
      return;
    }
    const condition = only(this.pending.filter(isSame));
    if (change.kind === 'pause') condition.unknownSince = change.unknownSince;
    else if (change.kind === 'release') condition.releasedAt = change.at;
    else if (change.kind === 'resume') Object.assign(condition, { since: change.since, unknownSince: null });
    else this.pending = this.pending.filter((other) => other !== condition);
    if (change.kind !== 'raise') return;
    if (this.alerts.some(isSame)) throw new Error(`${subject} has two open alerts`);
    const last = this.ended.findLast(isSame);
    if (last && isRecurrence(last, change.alert.type, this.at)) {
      this.reopened.push(change.alert);
      const { resolvedAt: _, resolution: __, ...again } = last;
      this.ended = this.ended.filter((other) => other !== last);
      this.alerts.push({
        ...again,
        ...change.alert,
        raisedAt: this.at,
        affectedMacs: (change.alert.affected ?? []).map(({ mac }) => mac),
        flappingSince: this.at,
      });
      return;
    }
    this.raised.push(change.alert);
    const fresh = { unknownSince: null, flappingSince: null, calmSince: null };
    const id = `alert-${this.raised.length}`;
    const affectedMacs = (change.alert.affected ?? []).map(({ mac }) => mac);
    this.alerts.push({ ...change.alert, id, raisedAt: this.at, affectedMacs, ...fresh });
  }

  private fold({ ruleId, subject, since, cause, alertId }: Extract<Change, { kind: 'fold' }>): void {
    const isSame = (
      one: { ruleId: string | null; subject: string },
      other: { ruleId: string; subject: string },
    ) => one.ruleId === other.ruleId && one.subject === other.subject;
    const open = typeof cause === 'string' ? cause : only(this.alerts.filter((one) => isSame(one, cause))).id;
    if (alertId) this.end(only(this.alerts.filter(({ id }) => id === alertId)), AlertResolution.folded);
    const kept = this.pending.filter((one) => !isSame(one, { ruleId, subject }));
    if (!alertId && kept.length === this.pending.length) throw new Error(`${subject} wasn't pending`);
    this.pending = [...kept, { ruleId, subject, since, ...unfolded, causeAlertId: open }];
  }

  private end(alert: OpenAlert, resolution: AlertResolution): void {
    this.alerts = this.alerts.filter((other) => other !== alert);
    const over = { flappingSince: null, calmSince: null, unknownSince: null };
    this.ended.push({ ...alert, ...over, resolvedAt: this.at, resolution });
  }

  private pendingOf({ ruleId, subject }: NewAlert): PendingCondition {
    return only(this.pending.filter((one) => one.ruleId === ruleId && one.subject === subject));
  }

  private alter(change: Exclude<Extract<Change, { alertId: string }>, { kind: 'fold' }>): void {
    const alert = only(this.alerts.filter(({ id }) => id === change.alertId));
    switch (change.kind) {
      case 'resolve':
        return this.end(alert, change.resolution);
      case 'stabilise':
        this.stable.push(alert);
        return this.end(alert, AlertResolution.recovered);
      case 'escalate':
        this.escalated.push(change.alert);
      // falls through
      case 'ease':
        Object.assign(alert, { ...change.alert, calmSince: null, unknownSince: null });
        return;
      case 'alter': {
        const { severity, unknownSince } = change;
        Object.assign(alert, { severity, unknownSince, calmSince: null });
        return;
      }
      case 'affect':
        alert.affectedMacs = change.affected.map(({ mac }) => mac);
        return;
      case 'calm':
        Object.assign(alert, { calmSince: change.since, unknownSince: null });
        return;
      case 'disturb':
        Object.assign(alert, { ...change.alert, calmSince: null, unknownSince: null });
    }
  }
}

const unfolded = { unknownSince: null, causeAlertId: null, releasedAt: null };

function only<T>(matches: T[]): T {
  const [match] = matches;
  if (match === undefined || matches.length > 1)
    throw new Error(`${matches.length} rows where one was meant`);
  return match;
}

function merge<T extends { hostId: string; mac: string }>(rows: T[], changed: T[]): T[] {
  const all = new Map([...rows, ...changed].map((row) => [`${row.hostId} ${row.mac}`, row]));
  return [...all.values()];
}
