import { windowOver } from '../maintenance/active-window.ts';
import type { MaintenanceWindow } from '../maintenance/maintenance-window.entity.ts';
import { NotificationChannel } from '../alerts/notification-channel.ts';
import { audienceOf, type Audience } from './audience.ts';
import { isUnchosen } from './chosen-events.ts';
import { DeliveryKind } from './delivery.entity.ts';
import { judge, type HeldFor, type Judgement, type NoticeKind } from './judge.ts';
import type { AlertSituation, TeamSituation } from './plan-facts.ts';
import { beyondAlerts } from '../packages/limits.ts';
import { enough } from './strangers.ts';
import { unwanted } from './unwanted.ts';

/** Milliseconds after which a recovery is told, however slowly its controller is read. */
const longestSettling = 120_000;

/** One transition for one destination. */
export interface Question {
  alert: AlertSituation;
  kind: NoticeKind;
  channel: NotificationChannel;
  recipient: string;
  openingTold: boolean;
  overSince?: HeldFor;
  /** When the recovery was seen; absent where that was waited for already. */
  recoveredAt?: Date;
}

export interface Decider {
  decide(question: Question): Judgement;
  maintenanceOf(alert: AlertSituation): { window: MaintenanceWindow; endsAt: Date } | undefined;
}

/** Judges by what holds for a team at a moment; what is the same for many alerts is worked out once. */
export function deciderFor(team: TeamSituation, at: Date): Decider {
  const { hasEnded, alertsAllowed, integrations, windows, listeners, mailed } = team;
  const audiences = new Map<string, Audience>();
  const refusals = new Map<string, string | undefined>();
  const limits = new Map<string, string | undefined>();
  const maintenances = new Map<string, ReturnType<Decider['maintenanceOf']>>();

  function maintenanceOf({ controllerId, siteId, deviceMac }: AlertSituation) {
    if (windows.length === 0) return undefined;
    return kept(maintenances, `${controllerId} ${siteId} ${deviceMac}`, () =>
      windowOver(windows, { controllerId, siteId, deviceMac }, at),
    );
  }

  function decide({ alert, recoveredAt, ...asked }: Question): Judgement {
    const { channel, recipient } = asked;
    const { severity, snoozedUntil, isBeyond } = alert;
    const over = maintenanceOf(alert);
    const integration = integrations.get(channel);
    return judge({
      ...asked,
      severity,
      snoozedUntil,
      hasEnded,
      beyond: isBeyond ? beyondAlerts(alertsAllowed) : undefined,
      at,
      place: integration
        ? {
            isActive: integration.isActive,
            isBroken: !integration.isActive && !!integration.disabledAt,
            unwanted: kept(refusals, `${channel} ${recipient}`, () => unwanted(integration, recipient)),
          }
        : null,
      unchosen: !!integration && isUnchosen(integration, asked.kind),
      enough:
        channel === NotificationChannel.email
          ? kept(limits, recipient, () => enough(recipient, listeners, mailed))
          : undefined,
      audience: kept(audiences, `${channel} ${recipient} ${severity}`, () =>
        audienceOf({ channel, recipient }, severity, listeners, at),
      ),
      ...(over && { maintenance: { name: over.window.name, endsAt: over.endsAt } }),
      ...(recoveredAt && asked.kind === DeliveryKind.resolved && settling(alert, recoveredAt)),
    });
  }

  return { decide, maintenanceOf };
}

/** Two more readings; what is not watched any more does not come back. */
function settling({ recovered, interval }: AlertSituation, from: Date): { settledAt?: Date } {
  if (!recovered) return {};
  const seconds = interval && interval > 0 ? interval : Number.POSITIVE_INFINITY;
  return { settledAt: new Date(from.getTime() + Math.min(2000 * seconds, longestSettling)) };
}

function kept<T>(cache: Map<string, T>, key: string, find: () => T): T {
  if (!cache.has(key)) cache.set(key, find());
  return cache.get(key) as T;
}
