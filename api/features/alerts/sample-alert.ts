import type { AlertParts } from './message.ts';
import type { AlertRule } from './alert-rule.entity.ts';
import { conditions, typeOf, thresholdOf } from './condition.ts';

/** An alert that this rule could raise, about a device that doesn't exist. */
export function sampleAlert({ condition, threshold, duration, controller }: AlertRule, at: Date): AlertParts {
  const limit = thresholdOf(condition, threshold ?? null);
  const { measure } = conditions[condition];
  return {
    type: typeOf(condition),
    deviceName: 'Example device',
    siteName: controller?.selectedSiteName ?? controller?.name ?? 'Example site',
    since: new Date(at.getTime() - duration * 60_000),
    timestamp: at,
    ...(limit !== undefined && {
      threshold: limit,
      value: measure?.trouble === 'below' ? limit / 2 : limit * 1.05,
    }),
    port: 1,
  };
}
