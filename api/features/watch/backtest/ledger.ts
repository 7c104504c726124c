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
}

interface Standing {
  alert: WouldBeAlert;
  open: OpenAlert;
}

/** Pending conditions and alerts in memory, changed by rounds in the way that `record.store.ts` writes them. */
export class Ledger {
  /** By subject, because it is about one rule. */
  readonly pending = new Map<string, PendingCondition>();
  /** By ID. */
  readonly open = new Map<string, Standing>();
  /** The latest alert about each subject. */
  #last = new Map<string, Standing & { resolution?: AlertResolution }>();
  #raised = 0;
  #isUnsettled = false;

  constructor(private alerts: WouldBeAlert[]) {}

  get isActive(): boolean {
    return this.pending.size > 0 || this.open.size > 0;
  }

  /** Whether the latest round changed something. What depends on other alerts then follows in the next one. */
  get isUnsettled(): boolean {
    return this.#isUnsettled;
  }

  /**
   * When time alone changes something, at the earliest. `Infinity`: never. Unknown time stops the clock, except of what was part
   * of an alert.
   */
  wakeAt(durationMs: number): number {
    let at = Infinity;
    for (const { since, unknownSince, causeAlertId } of this.pending.values())
      if (!unknownSince || causeAlertId) at = Math.min(at, since.getTime() + durationMs);
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
        if (!this.pending.has(change.subject)) this.pending.set(change.subject, { ...unfolded, ...change });
        return;
      case 'pause':
        return this.#setPending(change.subject, { unknownSince: change.unknownSince });
      case 'resume':
        return this.#setPending(change.subject, { since: change.since, unknownSince: null });
      case 'clear':
        this.pending.delete(change.subject);
        return;
      case 'raise':
        return this.#raise(change.alert, at);
      case 'fold':
        if (change.alertId) this.#end(change.alertId, AlertResolution.folded, at);
        return this.#fold(change);
      case 'release':
        return this.#setPending(change.subject, { releasedAt: change.at });
      case 'affect':
        return this.#affect(change.alertId, change.affected);
      case 'alter':
        return this.#set(change.alertId, {
          severity: change.severity,
          unknownSince: change.unknownSince,
          calmSince: null,
        });
      case 'escalate':
        this.pending.delete(change.alert.subject);
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

  #setPending(subject: string, values: Partial<PendingCondition>): void {
    const condition = this.pending.get(subject);
    if (condition) this.pending.set(subject, { ...condition, ...values });
  }

  #fold({ ruleId, subject, since, cause }: Extract<Change, { kind: 'fold' }>): void {
    const before = this.pending.get(subject);
    const id = typeof cause === 'string' ? cause : this.#last.get(cause.subject)?.open.id;
    const earliest = before && before.since < since ? before.since : since;
    this.pending.set(subject, { ...unfolded, ruleId, subject, since: earliest, causeAlertId: id ?? null });
  }

  #affect(id: string, affected: readonly { mac: string }[]): void {
    const standing = this.open.get(id);
    if (!standing) return;
    standing.open.affectedMacs = affected.map(({ mac }) => mac);
    standing.alert.affected = Math.max(standing.alert.affected, affected.length);
  }

  #raise(found: NewAlert, at: Date): void {
    const { ruleId, subject, type, severity, since, affected = [] } = found;
    const last = this.#last.get(subject);
    if (last && this.open.has(last.open.id)) return;
    this.pending.delete(subject);
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
        };
    if (!isBack) this.alerts.push(alert);
    const open: OpenAlert = {
      id: isBack ? last.open.id : `${subject} ${++this.#raised}`,
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
    this.#last.set(subject, standing);
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
    this.#last.set(standing.open.subject, { ...standing, resolution });
  }
}

/** A condition that is part of no alert. */
const unfolded = { unknownSince: null, causeAlertId: null, releasedAt: null };
