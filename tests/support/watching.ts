import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import type { ConsoleReading } from '#api/features/controllers/reading.ts';
import type { Change, Known, NewAlert, OpenAlert, Rule, Standing } from '#api/features/watch/change.ts';
import { evaluate } from '#api/features/watch/evaluate.ts';
import { observe } from '#api/features/watch/observe.ts';

/** An active rule: a device offline for 5 minutes, anywhere. */
export function rule(changes: Partial<Rule> = {}): Rule {
  return {
    id: 'rule-1',
    name: 'Anything down',
    condition: AlertCondition.device_offline,
    controllerId: null,
    siteId: null,
    threshold: null,
    durationMinutes: 5,
    ...changes,
  };
}

/** 14:00 UTC plus so many minutes. */
export const minute = (minutes: number): Date => new Date(Date.UTC(2026, 10, 20, 14) + minutes * 60_000);

/** What a database would hold between the rounds of one controller; strict where a database has unique indexes. */
export class Watching {
  known: Known = { devices: [], clients: [] };
  standings: Standing[] = [];
  alerts: OpenAlert[] = [];
  raised: NewAlert[] = [];
  siteIds: 'all' | string[] = 'all';
  rules: Rule[];

  constructor(...rules: Rule[]) {
    this.rules = rules;
  }

  /** One round: judges, remembers and gives back what changed. */
  see(at: Date | number, ...consoles: ConsoleReading[]): Change[] {
    const reading = { at: typeof at === 'number' ? minute(at) : at, consoles };
    const { rules, known, standings, alerts, siteIds } = this;
    const changes = evaluate({
      controllerId: 'controller-1',
      siteIds,
      rules,
      reading,
      known,
      standings,
      alerts,
    });
    for (const change of changes) this.apply(change);
    const { devices, clients } = observe(known, reading, true);
    this.known = { devices: merge(known.devices, devices), clients: merge(known.clients, clients) };
    return changes;
  }

  /** Kinds of the changes of one round. */
  kinds(at: Date | number, ...consoles: ConsoleReading[]): Change['kind'][] {
    return this.see(at, ...consoles).map((change) => change.kind);
  }

  private apply(change: Change): void {
    if (change.kind === 'alter' || change.kind === 'resolve') {
      const alert = only(this.alerts.filter(({ id }) => id === change.alertId));
      if (change.kind === 'resolve') this.alerts = this.alerts.filter((other) => other !== alert);
      else Object.assign(alert, { severity: change.severity, unknownSince: change.unknownSince });
      return;
    }
    const { ruleId, subject } = change.kind === 'raise' ? change.alert : change;
    const isSame = (other: { ruleId: string | null; subject: string }) =>
      other.ruleId === ruleId && other.subject === subject;
    if (change.kind === 'hold') {
      if (this.standings.some(isSame) || this.alerts.some(isSame))
        throw new Error(`${subject} is spoken of twice`);
      this.standings.push({ ruleId, subject, since: change.since, unknownSince: null });
      return;
    }
    const standing = only(this.standings.filter(isSame));
    if (change.kind === 'pause') standing.unknownSince = change.unknownSince;
    else if (change.kind === 'resume') Object.assign(standing, { since: change.since, unknownSince: null });
    else this.standings = this.standings.filter((other) => other !== standing);
    if (change.kind !== 'raise') return;
    if (this.alerts.some(isSame)) throw new Error(`${subject} has two open alerts`);
    this.raised.push(change.alert);
    this.alerts.push({ ...change.alert, id: `alert-${this.raised.length}`, unknownSince: null });
  }
}

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
