import type { ConsoleReading, DeviceFacts, Reading } from '#api/features/unifi/reading.ts';
import type { KnownDevice, KnownSiteReading, UplinkChange } from './types.ts';

/** Boot times are computed from uptimes, which are seconds off. A reboot takes a minute and more. */
const sameStartMs = 2 * 60_000;

/** Counts of clients change all the time, so they are stored this often. */
const countEveryMs = 5 * 60_000;

/** Uplinks are read again and again, so the time is only stored this often. */
export const uplinkSeenEveryMs = 6 * 3_600_000;

type Facts = DeviceFacts & Pick<KnownDevice, 'uplinkSeenAt'>;

interface Occasion {
  at: Date;
  /** The device is online. */
  isUp: boolean;
  /** This round's count of clients is stored. */
  isCounted: boolean;
}

/** What is known about a device after a round. Facts that weren't read this time keep their last known value. */
export function factsAfter(
  before: KnownDevice | undefined,
  now: DeviceFacts,
  { at, isUp, isCounted }: Occasion,
): Facts {
  return present<Facts>({
    firmwareVersion: now.firmwareVersion ?? before?.firmwareVersion,
    updateAvailable: now.updateAvailable ?? before?.updateAvailable,
    ip: now.ip ?? before?.ip,
    startedAt: isSameStart(before?.startedAt, now.startedAt) ? before?.startedAt : now.startedAt,
    adoptedAt: now.adoptedAt ?? before?.adoptedAt,
    ...(isUp && now.uplinkMac ? uplinkAfter(before, now, at) : uplinkOf(before)),
    poe: now.poe ?? before?.poe,
    clientCount: (isCounted ? now.clientCount : undefined) ?? before?.clientCount,
  });
}

const uplinkOf = ({
  uplinkMac,
  uplinkPort,
  uplinkKind,
  uplinkSource,
  uplinkSeenAt,
}: Partial<KnownDevice> = {}) => ({
  uplinkMac,
  uplinkPort,
  uplinkKind,
  uplinkSource,
  uplinkSeenAt,
});

/**
 * A device that is down reports where it was connected at some time, so only the uplink of one that is up counts. An answer
 * without ports or kinds doesn't change what a better one said about the same uplink.
 */
function uplinkAfter(before: KnownDevice | undefined, now: DeviceFacts, at: Date) {
  const isSameDevice = now.uplinkMac === before?.uplinkMac;
  const seenAt = isSameDevice ? before?.uplinkSeenAt : undefined;
  const isFresh = seenAt && Math.abs(at.getTime() - seenAt.getTime()) < uplinkSeenEveryMs;
  const isBetter = !isSameDevice || now.uplinkPort !== undefined || before?.uplinkPort == null;
  return {
    uplinkMac: now.uplinkMac,
    uplinkPort: now.uplinkPort ?? (isSameDevice ? before?.uplinkPort : undefined),
    uplinkKind: now.uplinkKind ?? (isSameDevice ? before?.uplinkKind : undefined),
    uplinkSource: isBetter ? now.uplinkSource : before?.uplinkSource,
    uplinkSeenAt: isFresh ? seenAt : at,
  };
}

/** How a device's uplink changed, if it did. A port that is only named now was the same before. */
export function uplinkChange(
  before: KnownDevice | undefined,
  after: KnownDevice,
  at: Date,
): UplinkChange | undefined {
  const { hostId, mac, uplinkMac, uplinkPort } = after;
  if (!before?.uplinkMac || !uplinkMac) return undefined;
  const isOtherPort = !!uplinkPort && !!before.uplinkPort && uplinkPort !== before.uplinkPort;
  if (before.uplinkMac === uplinkMac && !isOtherPort) return undefined;
  return {
    hostId,
    mac,
    at,
    fromMac: before.uplinkMac,
    fromPort: before.uplinkPort ?? null,
    toMac: uplinkMac,
    toPort: uplinkPort ?? null,
  };
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
  'uplinkKind',
  'uplinkSource',
  'uplinkSeenAt',
  'poe',
  'clientCount',
] as const satisfies (keyof Facts)[];

export const hasSameFacts = (before: KnownDevice, facts: Facts): boolean =>
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
