import { AlertResolution, type AlertSeverity, type AlertType } from '#api/features/alerts/alert.enums.ts';
import { isRecurrence, stableAfterMs } from '../evaluate/evaluate.ts';
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
}

interface Standing {
  alert: WouldBeAlert;
  open: OpenAlert;
}

/** Pending conditions and alerts in memory, changed by rounds in the way that `record.store.ts` writes them. */
export class Ledger {
  readonly pending = new Map<string, PendingCondition>();
  readonly open = new Map<string, Standing>();
  #ended = new Map<string, { alert: WouldBeAlert; resolution: AlertResolution }>();

  constructor(private alerts: WouldBeAlert[]) {}

  get isActive(): boolean {
    return this.pending.size > 0 || this.open.size > 0;
  }

  /** When time alone changes something, at the earliest. `Infinity`: never. */
  wakeAt(durationMs: number): number {
    let at = Infinity;
    for (const { since, unknownSince } of this.pending.values())
      if (!unknownSince) at = Math.min(at, since.getTime() + durationMs);
    for (const { open } of this.open.values())
      if (open.calmSince) at = Math.min(at, open.calmSince.getTime() + stableAfterMs);
    return at;
  }

  apply(changes: readonly Change[], at: Date): void {
    for (const change of changes) this.#apply(change, at);
  }

  #apply(change: Change, at: Date): void {
    switch (change.kind) {
      case 'hold': {
        const { ruleId, subject, since } = change;
        if (!this.pending.has(subject))
          this.pending.set(subject, { ruleId, subject, since, unknownSince: null });
        return;
      }
      case 'pause':
        return this.#setPending(change.subject, { unknownSince: change.unknownSince });
      case 'resume':
        return this.#setPending(change.subject, { since: change.since, unknownSince: null });
      case 'clear':
        this.pending.delete(change.subject);
        return;
      case 'raise':
        return this.#raise(change.alert, at);
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
      case 'disturb':
        this.#describe(change.alertId, change.alert);
        this.open.get(change.alertId)!.alert.raises += 1;
        return;
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

  #raise(found: NewAlert, at: Date): void {
    const { ruleId, subject, type, severity, since } = found;
    if (this.open.has(subject)) return;
    this.pending.delete(subject);
    const last = this.#ended.get(subject);
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
        };
    if (!isBack) this.alerts.push(alert);
    const flappingSince = isBack ? at : null;
    // The subject is the ID, because one rule has at most one open alert about it.
    const open = {
      id: subject,
      ruleId,
      subject,
      type,
      since,
      severity,
      unknownSince: null,
      flappingSince,
      calmSince: null,
    };
    this.open.set(subject, { alert, open });
  }

  #set(id: string, values: Partial<OpenAlert>): void {
    const standing = this.open.get(id)!;
    Object.assign(standing.open, values);
    standing.alert.severity = standing.open.severity;
  }

  #describe(id: string, { severity, type, since }: NewAlert): void {
    this.#set(id, { severity, type, since, calmSince: null, unknownSince: null });
    this.open.get(id)!.alert.type = type;
  }

  #end(id: string, resolution: AlertResolution, at: Date): void {
    const standing = this.open.get(id);
    if (!standing) return;
    this.open.delete(id);
    standing.alert.until = at.getTime();
    this.#ended.set(id, { alert: standing.alert, resolution });
  }
}
