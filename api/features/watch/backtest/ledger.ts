import { AlertResolution, type AlertSeverity, type AlertType } from '#api/features/alerts/alert.enums.ts';
import { isRecurrence, stableAfterMs } from '../evaluate/flapping.ts';
import type { Change, NewAlert, OpenAlert, PendingCondition } from '../evaluate/types.ts';

/** An alert that a rule would have raised. Times are Unix milliseconds. */
export interface WouldBeAlert {
  subject: string;
  type: AlertType;
  severity: AlertSeverity;
  deviceName: string;
  deviceMac: string | null;
  siteId: string;
  siteName: string;
  port: number | null;
  /** When the problem began. */
  since: number;
  raisedAt: number;
  /** `null`: still open at the end. */
  until: number | null;
  /** How often it was raised. More than 1 if it came and went. */
  raises: number;
  /** The most devices that were down behind its device or port at once. */
  affected: number;
  /** The most sites that a provider's outage affected at once. `null` for other alerts. */
  siteCount: number | null;
}

interface Keyed {
  ruleId: string | null;
  subject: string;
}

export const keyOf = ({ ruleId, subject }: Keyed): string => `${ruleId} ${subject}`;

interface Standing {
  alert: WouldBeAlert;
  open: OpenAlert;
}

/** Pending conditions and alerts in memory, changed by rounds in the way that `record.store.ts` writes them. */
export class Ledger {
  /** By `keyOf`. */
  readonly pending = new Map<string, PendingCondition>();
  /** By ID. */
  readonly open = new Map<string, Standing>();
  /** The latest alert of each rule about each subject, by `keyOf`. */
  #last = new Map<string, Standing & { resolution?: AlertResolution }>();
  #raised = 0;
  #isUnsettled = false;

  /**
   * @param alerts where the alerts of the rule are added
   * @param ruleId ID of the rule. Others only explain its alerts
   */
  constructor(
    private alerts: WouldBeAlert[],
    private ruleId: string,
  ) {}

  get isActive(): boolean {
    return this.pending.size > 0 || this.open.size > 0;
  }

  /** Since when a rule has been waiting about a subject, at the longest. `Infinity`: none is. */
  pendingSince(subject: string): number {
    let since = Infinity;
    for (const one of this.pending.values())
      if (one.subject === subject) since = Math.min(since, one.since.getTime());
    return since;
  }

  /** Whether the latest round changed something. What depends on other alerts then follows in the next one. */
  get isUnsettled(): boolean {
    return this.#isUnsettled;
  }

  /**
   * When time alone changes something, at the earliest. `Infinity`: never. Unknown time stops the clock, except of what was part
   * of an alert.
   */
  wakeAt(durationsMs: ReadonlyMap<string, number>): number {
    let at = Infinity;
    for (const { ruleId, since, unknownSince, causeAlertId } of this.pending.values())
      if (!unknownSince || causeAlertId) at = Math.min(at, since.getTime() + (durationsMs.get(ruleId) ?? 0));
    for (const { open } of this.open.values())
      if (open.calmSince) at = Math.min(at, open.calmSince.getTime() + stableAfterMs);
    return at;
  }

  apply(changes: readonly Change[], at: Date): void {
    for (const change of changes) this.#apply(change, at);
    this.#isUnsettled = changes.length > 0;
  }

  #apply(change: Change, at: Date): void {
    switch (change.kind) {
      case 'hold':
        if (!this.pending.has(keyOf(change))) this.pending.set(keyOf(change), { ...unfolded, ...change });
        return;
      case 'pause':
        return this.#setPending(change, { unknownSince: change.unknownSince });
      case 'resume':
        return this.#setPending(change, { since: change.since, unknownSince: null });
      case 'clear':
        this.pending.delete(keyOf(change));
        return;
      case 'raise':
        return this.#raise(change.alert, at);
      case 'fold':
        if (change.alertId) this.#end(change.alertId, AlertResolution.folded, at);
        return this.#fold(change);
      case 'release':
        return this.#setPending(change, { releasedAt: change.at });
      case 'affect':
        return this.#affect(change.alertId, change.affected);
      case 'affectSites': {
        const standing = this.open.get(change.alertId);
        if (standing) standing.alert.siteCount = Math.max(standing.alert.siteCount ?? 0, change.sites.length);
        return;
      }
      case 'alter':
        return this.#set(change.alertId, {
          severity: change.severity,
          unknownSince: change.unknownSince,
          calmSince: null,
        });
      case 'escalate':
        this.pending.delete(keyOf(change.alert));
        return this.#describe(change.alertId, change.alert);
      case 'ease':
        return this.#describe(change.alertId, change.alert);
      case 'disturb': {
        this.#describe(change.alertId, change.alert);
        const standing = this.open.get(change.alertId);
        if (standing) standing.alert.raises += 1;
        return;
      }
      case 'calm':
        return this.#set(change.alertId, { calmSince: change.since, unknownSince: null });
      case 'stabilise':
        return this.#end(change.alertId, AlertResolution.recovered, at);
      case 'resolve':
        return this.#end(change.alertId, change.resolution, at);
    }
  }

  #setPending(of: Keyed, values: Partial<PendingCondition>): void {
    const condition = this.pending.get(keyOf(of));
    if (condition) this.pending.set(keyOf(of), { ...condition, ...values });
  }

  #fold({ ruleId, subject, since, cause }: Extract<Change, { kind: 'fold' }>): void {
    const key = keyOf({ ruleId, subject });
    const before = this.pending.get(key);
    const id = typeof cause === 'string' ? cause : this.#last.get(keyOf(cause))?.open.id;
    const earliest = before && before.since < since ? before.since : since;
    this.pending.set(key, { ...unfolded, ruleId, subject, since: earliest, causeAlertId: id ?? null });
  }

  #affect(id: string, affected: readonly { mac: string }[]): void {
    const standing = this.open.get(id);
    if (!standing) return;
    standing.open.affectedMacs = affected.map(({ mac }) => mac);
    standing.alert.affected = Math.max(standing.alert.affected, affected.length);
  }

  #raise(found: NewAlert, at: Date): void {
    const { ruleId, subject, type, severity, since, affected = [] } = found;
    const key = keyOf(found);
    const last = this.#last.get(key);
    if (last && this.open.has(last.open.id)) return;
    this.pending.delete(key);
    const ended = last && {
      type: last.alert.type,
      resolvedAt: new Date(last.alert.until!),
      resolution: last.resolution,
    };
    const isBack = ended && isRecurrence(ended, type, at);
    const alert: WouldBeAlert = isBack
      ? Object.assign(last.alert, { severity, until: null, raises: last.alert.raises + 1 })
      : {
          subject,
          type,
          severity,
          deviceName: found.deviceName,
          deviceMac: found.deviceMac ?? null,
          siteId: found.siteId,
          siteName: found.siteName,
          port: found.port ?? null,
          since: since.getTime(),
          raisedAt: at.getTime(),
          until: null,
          raises: 1,
          affected: 0,
          siteCount: found.affectedSiteCount ?? null,
        };
    if (!isBack && ruleId === this.ruleId) this.alerts.push(alert);
    const open: OpenAlert = {
      id: isBack ? last.open.id : `${key} ${++this.#raised}`,
      ruleId,
      subject,
      type,
      since,
      severity,
      raisedAt: at,
      unknownSince: null,
      affectedMacs: [],
      flappingSince: isBack ? at : null,
      calmSince: null,
    };
    const standing = { alert, open };
    this.#last.set(key, standing);
    this.open.set(open.id, standing);
    this.#affect(open.id, affected);
  }

  #set(id: string, values: Partial<OpenAlert>): void {
    const standing = this.open.get(id);
    if (!standing) return;
    Object.assign(standing.open, values);
    standing.alert.severity = standing.open.severity;
  }

  #describe(id: string, { severity, type, since }: NewAlert): void {
    this.#set(id, { severity, type, since, calmSince: null, unknownSince: null });
    const standing = this.open.get(id);
    if (standing) standing.alert.type = type;
  }

  #end(id: string, resolution: AlertResolution, at: Date): void {
    const standing = this.open.get(id);
    if (!standing) return;
    this.open.delete(id);
    standing.alert.until = at.getTime();
    this.#last.set(keyOf(standing.open), { ...standing, resolution });
  }
}

/** A condition that is part of no alert. */
const unfolded = { unknownSince: null, causeAlertId: null, releasedAt: null };
