import { showProblem } from '../controllers/account.ts';
import { type Controller, ControllerStatus } from '../controllers/controller.entity.ts';
import { isBlind, type KnownConsole, type Reading } from '../unifi/console-reading.ts';
import type { Problem, UnifiError } from '../unifi/errors.ts';
import { cursorOf, storedCursor, type Cursor } from '../unifi/rate.ts';
import { linkProblem } from '../unifi/states.ts';
import { retryTick } from './timing.ts';

type ReadOutcome = { reading: Reading; cursor: Cursor };

/** What came of asking UniFi. */
export type Outcome = ReadOutcome | { error: UnifiError };

/** Which consoles a controller watches: its selected site, or all of its key. */
export function watchedBy({ selectedSiteId }: Controller): (hostId: string) => boolean {
  return (hostId) => !selectedSiteId || selectedSiteId === hostId;
}

/** Why each watched console that has disappeared from the account isn't read, by hostId. */
export function goneConsoles(
  known: Record<string, KnownConsole>,
  isWatched: (hostId: string) => boolean,
): Map<string, Problem> {
  return new Map(
    Object.entries(known).flatMap(([hostId, { goneSince, name }]) =>
      goneSince !== undefined && isWatched(hostId)
        ? [[hostId, { code: 'console_gone', ...(name && { reported: name }) }]]
        : [],
    ),
  );
}

/** What screens show of a controller and must hear of when it changes; when it was last read they tell by themselves. */
export function faceOf(controller: Controller): string {
  const { status, statusReason, statusCode, version, selectedSiteName, totalSites, deviceCount } = controller;
  return JSON.stringify([
    status,
    statusReason,
    statusCode,
    version,
    selectedSiteName,
    totalSites,
    deviceCount,
  ]);
}

/** What a reading says of the controller itself. `next` is when the next one is due if nothing is missing in this one. */
export function succeeded(
  controller: Controller,
  { reading, cursor }: ReadOutcome,
  next: Date,
  intervalMs: number,
): void {
  const isWatched = watchedBy(controller);
  const watched = reading.consoles.filter(({ hostId }) => isWatched(hostId));
  const isRead = (id: string) => watched.some(({ hostId }) => hostId === id);
  const isUnread =
    reading.consolesIncomplete === true &&
    controller.capabilities.some(({ hostId }) => isWatched(hostId) && !isRead(hostId));
  const [gone] = goneConsoles(controller.knownConsoles, isWatched).values();
  const [site] = watched;
  const isSelected = !!controller.selectedSiteId;
  controller.status = ControllerStatus.online;
  let problem = watched.find((console) => console.problem)?.problem;
  if (isSelected && !site && !reading.consolesIncomplete) {
    controller.status = ControllerStatus.error;
    problem = { code: 'site_gone' };
  } else if (site && watched.every(({ link }) => link === 'disconnected')) {
    controller.status = ControllerStatus.offline;
    problem = linkProblem(site);
  } else if (isUnread || gone || watched.every(isBlind)) {
    controller.status = ControllerStatus.unknown;
    if (isUnread) problem = { code: 'consoles_unread' };
    else if (site && gone) problem = gone;
    problem ??= { code: reading.consolesIncomplete ? 'consoles_unread' : 'no_consoles' };
  }
  showProblem(controller, problem);
  if (site?.link === 'connected') controller.version = site.version ?? null;
  controller.selectedSiteName = isSelected ? (site?.name ?? controller.selectedSiteName) : null;
  const listed = watched.length > 0 && watched.every(({ devicesListed }) => devicesListed);
  if (listed)
    controller.deviceCount = watched
      .flatMap(({ devices }) => devices)
      .filter(({ adopted }) => adopted).length;
  if (!reading.consolesIncomplete) controller.totalSites = reading.consoles.length;
  controller.lastSync = new Date();
  controller.failures = 0;
  // What is missing is retried as soon as after a failure. Pushes count all the same, because UniFi responds.
  const truncated = reading.truncated ? (cursorOf(controller.readCursor).truncated ?? 0) + 1 : 0;
  const { retryAfterMs } = reading;
  const quietUntil = retryAfterMs === undefined ? undefined : Date.now() + retryAfterMs;
  controller.readCursor = storedCursor({ ...cursor, truncated, quietUntil });
  const retry =
    truncated > 0
      ? retryTick(new Date(), intervalMs, truncated, { kind: 'unavailable', retryAfterMs })
      : null;
  const allowed = Math.max(next.getTime(), quietUntil ?? 0);
  controller.nextPollAt = new Date(Math.min(allowed, retry?.getTime() ?? Infinity));
}

/** What a failure tells of the controller itself, and when it is tried again. */
export function failed(controller: Controller, error: UnifiError, intervalMs: number): void {
  controller.failures += 1;
  controller.status = ControllerStatus.error;
  showProblem(controller, error.problem);
  controller.nextPollAt = retryTick(new Date(), intervalMs, controller.failures, error);
}
