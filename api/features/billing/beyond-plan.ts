import { allowed, counted, isExceeded, type Limit } from '../packages/limits.ts';
import type { Package } from '../packages/package.entity.ts';
import type { PlanUsage } from './team-subscription.ts';

/** What of a team's use another package would not allow, a sentence each. Retention is said where it gets shorter. */
export function beyondPlan(usage: PlanUsage, plan: Package): string[] {
  const used: [Limit, number, string][] = [
    ['controllers', usage.controllers, 'you have'],
    ['devices', usage.devices, 'you have'],
    ['alerts', usage.alertsThisMonth, 'this month there were'],
  ];
  const sentences = used
    .filter(([limit, count]) => isExceeded(plan, limit, count))
    .map(
      ([limit, count, have]) =>
        `${plan.name} allows ${counted(limit, allowed(plan, limit) ?? 0)}; ${have} ${count.toLocaleString('en-GB')}.`,
    );
  const [now, then] = [usage.dataRetentionDays, allowed(plan, 'retention')];
  if (then !== null && (now == null || then < now))
    sentences.push(`${plan.name} keeps ${counted('retention', then)}; older history is removed.`);
  return sentences;
}
