import type { ConsoleReading, DeviceFacts, Reading } from '#api/features/unifi/reading.ts';
import type { KnownDevice, KnownSiteReading } from './types.ts';

/** Boot times are computed from uptimes, which are seconds off. A reboot takes a minute and more. */
const sameStartMs = 2 * 60_000;

/** Counts of clients change all the time, so they are stored this often. */
const countEveryMs = 5 * 60_000;

/** What is known about a device after a round. Facts that weren't read this time keep their last known value. */
export function factsAfter(
  before: KnownDevice | undefined,
  now: DeviceFacts,
  isCounted: boolean,
): DeviceFacts {
  const uplinkMac = now.uplinkMac ?? before?.uplinkMac;
  const uplinkPort = now.uplinkPort ?? (uplinkMac === before?.uplinkMac ? before?.uplinkPort : undefined);
  return present<DeviceFacts>({
    firmwareVersion: now.firmwareVersion ?? before?.firmwareVersion,
    updateAvailable: now.updateAvailable ?? before?.updateAvailable,
    ip: now.ip ?? before?.ip,
    startedAt: isSameStart(before?.startedAt, now.startedAt) ? before?.startedAt : now.startedAt,
    adoptedAt: now.adoptedAt ?? before?.adoptedAt,
    uplinkMac,
    uplinkPort,
    poe: now.poe ?? before?.poe,
    clientCount: (isCounted ? now.clientCount : undefined) ?? before?.clientCount,
  });
}

/** An unreported start says nothing. */
const isSameStart = (before: Date | null | undefined, now: Date | undefined): boolean =>
  !now || (!!before && Math.abs(now.getTime() - before.getTime()) <= sameStartMs);

const factNames = [
  'firmwareVersion',
  'updateAvailable',
  'ip',
  'startedAt',
  'adoptedAt',
  'uplinkMac',
  'uplinkPort',
  'poe',
  'clientCount',
] as const satisfies (keyof DeviceFacts)[];

export const hasSameFacts = (before: KnownDevice, facts: DeviceFacts): boolean =>
  factNames.every((name) => isSame(before[name], facts[name]));

/** Rows of sites to write: those that changed. A site that wasn't read keeps its row. */
export function observeSiteReadings(
  known: readonly KnownSiteReading[],
  { consoles, consolesIncomplete, at }: Reading,
): KnownSiteReading[] {
  const before = new Map(known.map((site) => [site.hostId, site]));
  const changed = consoles.flatMap(
    (console) => observeSiteReading(before.get(console.hostId), console, at) ?? [],
  );
  if (consolesIncomplete || consoles.length === 0) return changed;
  const listed = new Set(consoles.map(({ hostId }) => hostId));
  const gone = known.filter(({ hostId, goneAt }) => !goneAt && !listed.has(hostId));
  return [...changed, ...gone.map((site) => ({ ...site, goneAt: at }))];
}

function observeSiteReading(
  before: KnownSiteReading | undefined,
  console: ConsoleReading,
  at: Date,
): KnownSiteReading | undefined {
  const { hostId, name, link, reportedState, linkChangedAt, version, facts = {} } = console;
  const { wifiClients, wiredClients, guestClients, ...rest } = facts;
  const counts = present({ wifiClients, wiredClients, guestClients });
  const isCountDue = Object.keys(counts).length > 0 && isDue(before?.countedAt, at);
  const site: KnownSiteReading = {
    ...before,
    ...present(rest),
    ...(isCountDue && { ...counts, countedAt: at }),
    ...(areClientsDue(before, console, at) && { clientsAt: at }),
    hostId,
    name,
    link,
    reportedState: reportedState ?? null,
    stateSince: before?.link === link ? before.stateSince : (linkChangedAt ?? at),
    version: version ?? before?.version ?? null,
    goneAt: null,
  };
  const isUnchanged =
    before &&
    Object.entries(site).every(([key, value]) => isSame(before[key as keyof KnownSiteReading], value));
  return isUnchanged ? undefined : site;
}

/** Whether this round's counts of each device's clients are stored. */
export const areClientsDue = (
  before: KnownSiteReading | undefined,
  { devices }: ConsoleReading,
  at: Date,
): boolean => devices.some(({ clientCount }) => clientCount !== undefined) && isDue(before?.clientsAt, at);

/** Rounds aren't exactly a minute apart. */
const isDue = (last: Date | null | undefined, at: Date): boolean =>
  !last || Math.abs(at.getTime() - last.getTime()) >= countEveryMs - 30_000;

/** Compares two values by what they hold. Absent and null are the same. */
function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  if (typeof one === 'object' && typeof other === 'object' && one && other) {
    const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
    return Object.keys({ ...a, ...b }).every((key) => a[key] === b[key]);
  }
  return (one ?? undefined) === (other ?? undefined);
}

const present = <T extends object>(value: { [Key in keyof T]: T[Key] | null | undefined }): T =>
  Object.fromEntries(Object.entries(value).filter(([, held]) => held !== undefined && held !== null)) as T;
