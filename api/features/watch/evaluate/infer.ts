import type {
  ConsoleReading,
  DeviceReading,
  KnownConsole,
  Reading,
  UnlistedCounts,
} from '#api/features/unifi/reading.ts';
import type { Known, KnownDevice } from './types.ts';
import { indexReading, type IndexedReading } from './indexed-reading.ts';
import { completeLines } from './lines.ts';

/** Updates take minutes. One that takes longer than this has failed. */
const updateOverdueMs = 15 * 60_000;

/** How long a device must be missing from every list and count before it counts as removed by its administrator. */
const removedAfterMs = 15 * 60_000;

/** The same for a console. UniFi keeps listing consoles that lost the cloud, so a longer wait costs nothing. */
const consoleRemovedAfterMs = 60 * 60_000;

/** A reading, completed from what was known before it. */
export interface Inference {
  /** Each device once, including offline ones that UniFi no longer lists. */
  reading: Reading;
  /** When a device first went missing from every list and count, by `deviceKey`. */
  missing: Map<string, Date>;
  /** When a device left its console, by `deviceKey`: it moved to another one, or was removed. */
  left: Map<string, Date>;
  /**
   * MACs of devices that were removed from UniFi, subjects of internet lines that were, and hostIds of consoles that left the
   * account.
   */
  removed: Set<string>;
  /** When an internet line first went missing from its site's list, by its subject. */
  missingLines: Map<string, Date>;
  /** By hostId. */
  consoles: Record<string, KnownConsole>;
}

/** A device has one key per console that it has been at. */
export const deviceKey = ({ hostId, mac }: Pick<KnownDevice, 'hostId' | 'mac'>): string => `${mac} ${hostId}`;

/**
 * Infers what a reading doesn't say: devices that vanished, moved or were removed, and updates that never
 * end.
 */
export function infer(known: Known, whole: Reading): Inference {
  const before = new Map(known.devices.map((device) => [deviceKey(device), device]));
  const homes = new Map(
    known.devices.flatMap(({ mac, hostId, leftAt }) => (leftAt ? [] : [[mac, hostId] as const])),
  );
  const hasMoved = (mac: string, hostId: string) =>
    homes.has(mac) && !!before.get(deviceKey({ mac, hostId }))?.leftAt;
  const reading = withoutLeftBehind(whole, hasMoved, homes);
  const indexed = indexReading(reading, hasMoved);
  const rowsAt = Map.groupBy(known.devices, ({ hostId }) => hostId);
  const byMac = new Map(known.devices.map((row) => [row.mac, row]));
  const found: Inference = {
    reading,
    missing: new Map(),
    left: new Map(),
    removed: new Set(),
    missingLines: new Map(),
    consoles: {},
  };
  const linesAt = Map.groupBy(known.lines ?? [], ({ hostId }) => hostId);
  const consoles = reading.consoles.map((console) => {
    const rows = rowsAt.get(console.hostId) ?? [];
    const own = console.devices.filter(({ adopted, mac }) => !adopted || isAt(indexed, mac, console.hostId));
    const vanished = findVanished(console, rows, known, indexed, reading.at, found);
    const devices = [...own, ...vanished].map((device) => {
      const row = before.get(deviceKey({ ...console, mac: device.mac }));
      return withUpdate(withIdentity(device, row ?? byMac.get(device.mac)), row, reading.at);
    });
    const { lines, missing, removed } = completeLines(console, linesAt.get(console.hostId) ?? [], reading.at);
    for (const [subject, since] of missing) found.missingLines.set(subject, since);
    for (const subject of removed) found.removed.add(subject);
    return { ...console, devices, ...(lines && { lines }) };
  });
  for (const hostId of new Set([...rowsAt.keys(), ...(known.consolesInTrouble ?? [])])) {
    const rows = rowsAt.get(hostId) ?? [];
    if (!indexed.consoles.has(hostId)) inferAbsentConsole(hostId, rows, known, indexed, reading, found);
  }
  for (const [mac, rows] of Map.groupBy(known.devices, (device) => device.mac)) {
    const isGone = !indexed.devices.has(mac) && rows.every((row) => found.left.has(deviceKey(row)));
    if (isGone) found.removed.add(mac);
  }
  return { ...found, reading: { ...reading, consoles } };
}

/** Drops rows that a moved device left behind, while its new console isn't being read. */
function withoutLeftBehind(
  reading: Reading,
  hasMoved: (mac: string, hostId: string) => boolean,
  homes: ReadonlyMap<string, string>,
): Reading {
  const isRead = new Set(
    reading.consoles.flatMap(({ hostId, link, devicesListed }) =>
      link === 'connected' && devicesListed ? [hostId] : [],
    ),
  );
  const consoles = reading.consoles.map((console) => {
    const isLeftBehind = ({ mac, state }: DeviceReading) =>
      state !== 'online' && hasMoved(mac, console.hostId) && !isRead.has(homes.get(mac) ?? '');
    if (!console.devices.some(isLeftBehind)) return console;
    return { ...console, devices: console.devices.filter((device) => !isLeftBehind(device)) };
  });
  return { ...reading, consoles };
}

const isAt = (indexed: IndexedReading, mac: string, hostId: string) =>
  indexed.devices.get(mac)?.console.hostId === hostId;

/**
 * Records which devices left a listed console.
 * @returns devices that are offline but in no list
 */
function findVanished(
  console: ConsoleReading,
  rows: KnownDevice[],
  known: Known,
  indexed: IndexedReading,
  at: Date,
  found: Inference,
): DeviceReading[] {
  const absent = rows.filter(
    (row) => !isAt(indexed, row.mac, row.hostId) && !hasLeft(row, indexed, at, found),
  );
  const counts = unaccounted(console);
  const usual = known.consoles?.[console.hostId] ?? {};
  // An empty list alone proves nothing.
  const isCounted = console.devices.length > 0 || counts?.total !== undefined;
  const isWhole = console.link === 'connected' && console.devicesListed && isCounted;
  if (isWhole && counts && absent.length === 0) keepCounts(found, console.hostId, counts);
  else keepCounts(found, console.hostId, usual);
  if (!isWhole) {
    keepMissing(absent, found);
    return [];
  }
  const { offline, doubtful, isStillCounted } = shareCounts(absent, counts, usual);
  const isProven = console.rowsListed !== false && (console.rowsListed === true || counts !== undefined);
  for (const row of absent) {
    // A connected console exists, whatever its list says.
    if (offline.has(row.mac) || doubtful.has(row.mac) || isStillCounted || row.isConsole) continue;
    const key = deviceKey(row);
    if (isProven && row.missingSince && at.getTime() - row.missingSince.getTime() >= removedAfterMs)
      found.left.set(key, at);
    else if (isProven || row.missingSince) found.missing.set(key, row.missingSince ?? at);
  }
  return absent.filter(({ mac }) => offline.has(mac)).map(vanishedDevice);
}

/** Whether a device that its console no longer lists has moved, was removed before, or is no longer adopted. */
function hasLeft(row: KnownDevice, indexed: IndexedReading, at: Date, found: Inference): boolean {
  const isElsewhere = indexed.devices.get(row.mac)?.console.link === 'connected';
  if (!row.leftAt && !isElsewhere && !indexed.unadopted.has(row.mac)) return false;
  found.left.set(deviceKey(row), row.leftAt ?? at);
  return true;
}

const vanishedDevice = ({ mac, name, model, role, isConsole }: KnownDevice): DeviceReading => ({
  mac,
  name,
  ...(model ? { model } : {}),
  role,
  isConsole,
  adopted: true,
  state: 'offline',
  stateReason: 'unlisted',
});

/** Devices that UniFi counts without listing them. Those that only the console lists are accounted for. */
function unaccounted({ unlisted, devices }: ConsoleReading): UnlistedCounts | undefined {
  if (!unlisted) return undefined;
  const counts = { ...unlisted };
  for (const { unlistedByCloud, state, role } of devices) {
    if (!unlistedByCloud) continue;
    subtract(counts, 'total');
    if (state !== 'offline') continue;
    subtract(counts, 'offline');
    if (role !== 'other') subtract(counts, kindOf[role]);
  }
  return counts;
}

const kindOf = { gateway: 'gateway', switch: 'wired', access_point: 'wifi' } as const;
const kinds = ['gateway', 'wired', 'wifi'] as const;

function subtract(counts: UnlistedCounts, name: keyof UnlistedCounts): void {
  if (counts[name] !== undefined) counts[name] -= 1;
}

interface Share {
  /** MACs of devices that UniFi still counts as offline. */
  offline: Set<string>;
  /** MACs of devices of which some are offline, but not known which. */
  doubtful: Set<string>;
  /** UniFi counts more devices than it lists, in addition to offline ones. */
  isStillCounted: boolean;
}

/**
 * Decides which absent devices are offline: as many as UniFi counts above the usual, by kind if it reports
 * that.
 */
function shareCounts(
  absent: readonly KnownDevice[],
  counts: UnlistedCounts | undefined,
  usual: UnlistedCounts,
): Share {
  const share: Share = { offline: new Set(), doubtful: new Set(), isStillCounted: false };
  const risen = (name: keyof UnlistedCounts) =>
    counts?.[name] === undefined ? undefined : Math.max(0, counts[name] - (usual[name] ?? 0));
  const isAnyCounted = (counts?.total ?? 0) > 0;
  // Every counted device without a row is offline, including these. The count may have risen before.
  const isAllOffline = isAnyCounted && (counts?.offline ?? 0) >= (counts?.total ?? 0);
  const stillCounted = isAllOffline ? Math.min(risen('total') ?? 0, absent.length) : 0;
  const all = Math.max(risen('offline') ?? 0, stillCounted);
  const ofKinds = kinds.map((kind) => risen(kind));
  const isByKind = ofKinds.reduce<number>((sum, count) => sum + (count ?? NaN), 0) >= stillCounted;
  if (!isByKind) assign(absent, all, share);
  else {
    let rest = all;
    for (const [nth, kind] of kinds.entries()) {
      const count = ofKinds[nth] ?? 0;
      rest -= count;
      assign(
        absent.filter(({ role }) => role !== 'other' && kindOf[role] === kind),
        count,
        share,
      );
    }
    // UniFi's counts may exclude some rows, such as those without a MAC, so the surplus grows when such a row
    // disappears.
    assign(
      absent.filter(({ role }) => role === 'other'),
      Math.min(rest, counts?.offline ?? 0),
      share,
    );
  }
  share.isStillCounted = isAnyCounted && (risen('total') ?? 0) > Math.min(all, absent.length);
  return share;
}

function assign(devices: readonly KnownDevice[], count: number, { offline, doubtful }: Share): void {
  // Devices inferred as offline before are the likeliest to still be, then those that were offline when last
  // listed.
  const likely = Map.groupBy(devices, ({ state, stateReason }) =>
    state !== 'offline' ? 'last' : stateReason === 'unlisted' ? 'first' : 'second',
  );
  let left = count;
  for (const some of (['first', 'second', 'last'] as const).map((rank) => likely.get(rank) ?? [])) {
    for (const { mac } of left > 0 ? some : []) (left >= some.length ? offline : doubtful).add(mac);
    left -= some.length;
  }
}

function keepCounts({ consoles }: Inference, hostId: string, counts: KnownConsole): void {
  const { goneSince: _, name: __, ...kept } = counts;
  const named = Object.entries(kept).filter(([, count]) => count !== 0 && count !== undefined);
  if (named.length > 0) consoles[hostId] = Object.fromEntries(named);
}

/** When the account has stopped listing a console for long enough, its devices are treated as removed too. */
function inferAbsentConsole(
  hostId: string,
  rows: KnownDevice[],
  known: Known,
  indexed: IndexedReading,
  { at, consoles, consolesIncomplete }: Reading,
  found: Inference,
): void {
  const before = known.consoles?.[hostId];
  const there = rows.filter((row) => !hasLeft(row, indexed, at, found));
  if (there.length === 0 && !known.consolesInTrouble?.includes(hostId)) return;
  keepMissing(there, found);
  const isProven = !consolesIncomplete && consoles.length > 0;
  const goneSince = before?.goneSince ?? (isProven ? at.toISOString() : undefined);
  const isRemoved =
    isProven && goneSince !== undefined && at.getTime() - Date.parse(goneSince) >= consoleRemovedAfterMs;
  if (isRemoved) {
    found.removed.add(hostId);
    for (const row of there) found.left.set(deviceKey(row), at);
  } else if (goneSince !== undefined) {
    const name = before?.name ?? rows.find(({ isConsole }) => isConsole)?.name;
    found.consoles[hostId] = { ...before, goneSince, ...(name && { name }) };
  } else if (before) found.consoles[hostId] = before;
}

/** Devices that couldn't be checked stay missing since the same time. */
function keepMissing(rows: KnownDevice[], { missing }: Inference): void {
  for (const row of rows) if (row.missingSince) missing.set(deviceKey(row), row.missingSince);
}

/**
 * What a device is doesn't change, but a round in which only the cloud or only the console listed it may know less, or
 * spell the model in another way. Without this, rules about some kind of device would lose sight of it for that round.
 */
function withIdentity(device: DeviceReading, before: KnownDevice | undefined): DeviceReading {
  if (!before) return device;
  const name = device.isUnnamed ? before.name : device.name;
  const role = device.role === 'other' ? before.role : device.role;
  const model = (device.unlistedByCloud ? before.model : undefined) ?? device.model ?? before.model;
  if (name === device.name && role === device.role && model === device.model) return device;
  return { ...device, name, role, ...(model && { model }) };
}

/** Marks an overdue update. Time in which the device's state was unknown doesn't count. */
function withUpdate(device: DeviceReading, before: KnownDevice | undefined, at: Date): DeviceReading {
  const since = before?.updatingSince ?? undefined;
  if (device.state === 'unknown' && since) return { ...device, updatingSince: since };
  if (device.stateReason !== 'updating') return device;
  const paused = before?.state === 'unknown' ? at.getTime() - before.stateSince.getTime() : 0;
  const updatingSince = since ? new Date(since.getTime() + paused) : at;
  if (at.getTime() - updatingSince.getTime() < updateOverdueMs) return { ...device, updatingSince };
  return { ...device, updatingSince, state: 'impaired', stateReason: 'update_overdue' };
}
