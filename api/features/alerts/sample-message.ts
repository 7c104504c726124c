import { messageOf } from './message.ts';
import type { AlertRule } from './alert-rule.entity.ts';
import { conditions, typeOf } from './condition.ts';
import { thresholdOf } from './threshold.ts';

/** How an alert of this rule would read, about a device that does not exist. */
export function sampleMessage({ condition, threshold, duration, controller }: AlertRule): string {
  const at = new Date();
  const limit = thresholdOf(condition, threshold ?? null);
  const { measure } = conditions[condition];
  return `${messageOf({
    type: typeOf(condition),
    name: 'Example device',
    consoleName: controller?.selectedSiteName ?? controller?.name ?? 'Example site',
    since: new Date(at.getTime() - duration * 60_000),
    at,
    ...(limit !== undefined && {
      measured: { threshold: limit, value: measure?.trouble === 'below' ? limit / 2 : limit * 1.05 },
    }),
    port: 1,
  })}.`;
}
