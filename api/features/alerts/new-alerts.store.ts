import type { EntityManager } from '@mikro-orm/postgresql';
import { ExtensionPoint } from '#api/lib/extension-point.ts';

/** Finds the IDs of a team's open alerts that a maintenance window covers now, or only looks at one alert. */
export type CoveredAlerts = (em: EntityManager, teamId: string, onlyId?: string) => Promise<string[]>;

/** Maintenance builds on alerts, so it says here which of them it covers. */
export const coveredAlerts = new ExtensionPoint<CoveredAlerts>('alerts in maintenance');

/** SQL: whether an alert `a` is snoozed now. */
export const isSnoozed = 'coalesce(a.snoozed_until > now(), false)';

/**
 * SQL: whether an open alert `a` is `OpenAlertState.new`, so that it still needs someone.
 * @param covered the parameter with the IDs of `coveredAlerts`, a `uuid[]`
 */
export const isNew = (covered: string): string =>
  `(a.acknowledged_at is null and a.calm_since is null and not ${isSnoozed} and a.id not in (select unnest(${covered}::uuid[])))`;
