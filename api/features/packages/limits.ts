import type { Package } from './package.entity.ts';

export type Limit = 'controllers' | 'devices' | 'alerts' | 'retention';

/** The fields of a package that limits need. */
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

/** A package's limit. `null` means unlimited, also without a package. */
export function allowed(plan: Limits | null | undefined, limit: Limit): number | null {
  const most = plan?.[fields[limit]];
  return most === undefined || most < 0 ? null : most;
}

/** Whether the limit leaves no room for one more. */
export function isReached(plan: Limits | null | undefined, limit: Limit, used: number): boolean {
  const most = allowed(plan, limit);
  return most !== null && used >= most;
}

export function isExceeded(plan: Limits | null | undefined, limit: Limit, used: number): boolean {
  const most = allowed(plan, limit);
  return most !== null && used > most;
}

/** First package on the price list that allows more than both the usage and the current package. */
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

/** Formats an amount of a limit: `1 controller`, `1,000 alerts a month`. */
export function counted(limit: Limit, count: number): string {
  const { one, many, per } = words[limit];
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}${per}`;
}

/** Package name within a sentence: `Professional Plan`, `Free plan`. */
export function planName({ name }: Pick<Package, 'name'>): string {
  return /\b(plan|package)$/i.test(name) ? name : `${name} plan`;
}

/** Says which limit was reached, and which package allows more. */
export function limitSentence(plan: Limits, limit: Limit, better: Pick<Package, 'name'> | undefined): string {
  const sentence = `Your ${planName(plan)} allows ${counted(limit, allowed(plan, limit) ?? 0)}.`;
  return better ? `${sentence} ${better.name} allows more.` : sentence;
}

/** Reason for skipping alerts over the monthly limit. */
export function beyondAlerts(most: number | null): string {
  return most === null
    ? "Over the package's monthly alert limit"
    : `Over the package's limit of ${most.toLocaleString('en-GB')} alerts a month`;
}

/** Reason for skipping alerts of a team without an active package. */
export const hasEnded = 'The subscription has ended';

export function isInactive({ activeUntil }: { activeUntil?: Date | null }, now: Date): boolean {
  return !!activeUntil && activeUntil <= now;
}
