import type { Package } from './package.entity.ts';

/** What a package limits. */
export type Limit = 'controllers' | 'devices' | 'alerts' | 'retention';

/** Of a package, what limits are about. */
export type Limits = Pick<
  Package,
  'name' | 'maxControllers' | 'maxDevices' | 'maxAlertsPerMonth' | 'dataRetentionDays'
>;

const fields = {
  controllers: 'maxControllers',
  devices: 'maxDevices',
  alerts: 'maxAlertsPerMonth',
  retention: 'dataRetentionDays',
} as const;

const words: Record<Limit, { one: string; many: string; per: string }> = {
  controllers: { one: 'controller', many: 'controllers', per: '' },
  devices: { one: 'device', many: 'devices', per: '' },
  alerts: { one: 'alert', many: 'alerts', per: ' a month' },
  retention: { one: 'day of history', many: 'days of history', per: '' },
};

/** How much a package allows; null: as much as one likes, also without a package. */
export function allowed(plan: Limits | null | undefined, limit: Limit): number | null {
  const most = plan?.[fields[limit]];
  return most === undefined || most < 0 ? null : most;
}

/** Whether nothing more fits beside what is used. */
export function isReached(plan: Limits | null | undefined, limit: Limit, used: number): boolean {
  const most = allowed(plan, limit);
  return most !== null && used >= most;
}

/** Whether more is used than a package allows. */
export function isExceeded(plan: Limits | null | undefined, limit: Limit, used: number): boolean {
  const most = allowed(plan, limit);
  return most !== null && used > most;
}

/** The first of the price list that allows more than is used and than the present package does. */
export function betterPackage<Plan extends Limits>(
  plan: Limits,
  limit: Limit,
  used: number,
  priceList: readonly Plan[],
): Plan | undefined {
  const present = allowed(plan, limit) ?? Number.POSITIVE_INFINITY;
  return priceList.find(
    (other) => (allowed(other, limit) ?? Number.POSITIVE_INFINITY) > Math.max(present, used),
  );
}

/** So many, with what a package counts: `1 controller`, `1,000 alerts a month`. */
export function counted(limit: Limit, count: number): string {
  const { one, many, per } = words[limit];
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}${per}`;
}

/** What a package is called within a sentence: `Professional Plan`, `Free plan`. */
export function planName({ name }: Pick<Package, 'name'>): string {
  return /\b(plan|package)$/i.test(name) ? name : `${name} plan`;
}

/** Why something is refused, and what would help. */
export function limitSentence(plan: Limits, limit: Limit, better: Pick<Package, 'name'> | undefined): string {
  const sentence = `Your ${planName(plan)} allows ${counted(limit, allowed(plan, limit) ?? 0)}.`;
  return better ? `${sentence} ${better.name} allows more.` : sentence;
}

/** Why an alert is not told that began after so many others in its month. */
export function beyondAlerts(most: number | null): string {
  return most === null
    ? "Beyond the package's alerts of this month"
    : `Beyond the package's ${most.toLocaleString('en-GB')} alerts of this month`;
}

/** Why nothing is told of what a team without an active package has. */
export const hasEnded = 'The subscription has ended';

/** Whether a team is past the end of its trial or subscription. */
export function isInactive({ activeUntil }: { activeUntil?: Date | null }, now: Date): boolean {
  return !!activeUntil && activeUntil <= now;
}
