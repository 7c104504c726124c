import { type Controller, ControllerStatus, showProblem } from '../controllers/controller.entity.ts';
import { isBlind, type KnownConsole, type Reading, linkProblem } from '../unifi/reading.ts';
import type { Problem, UnifiError } from '../unifi/errors.ts';
import { selectionOf, selectSites, watchedSites } from '../controllers/selected-sites.ts';
import { cursorOf, storedCursor, type Cursor } from '../unifi/cursor.ts';

type ReadOutcome = { reading: Reading; cursor: Cursor };

/** The result of a reading. */
export type Outcome = ReadOutcome | { error: UnifiError };

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

/**
 * The parts of a controller that screens show, which must be notified when they change. The time of the last
 * reading isn't included, because screens track it themselves.
 */
export function displayedStateOf(controller: Controller): string {
  const { status, statusReason, statusCode, version, selectedSiteNames, totalSites, deviceCount } =
    controller;
  return JSON.stringify([
    status,
    statusReason,
    statusCode,
    version,
    selectedSiteNames,
    totalSites,
    deviceCount,
  ]);
}

/** When an outcome is recorded, and the jitter of its retry: from 0 to 1. */
interface Moment {
  now: Date;
  random: number;
}

/**
 * Applies a successful reading to the controller itself. `next` is when the next one is due if this one is
 * complete.
 */
export function applySuccess(
  controller: Controller,
  { reading, cursor }: ReadOutcome,
  next: Date,
  intervalMs: number,
  { now, random }: Moment,
): void {
  const isWatched = watchedSites(controller);
  const watched = reading.consoles.filter(({ hostId }) => isWatched(hostId));
  const isRead = (id: string) => watched.some(({ hostId }) => hostId === id);
  const isUnread =
    reading.consolesIncomplete === true &&
    controller.capabilities.some(({ hostId }) => isWatched(hostId) && !isRead(hostId));
  const [gone] = goneConsoles(controller.knownConsoles, isWatched).values();
  const [site] = watched;
  const selected = selectionOf(controller);
  const names = new Map(watched.map(({ hostId, name }) => [hostId, name]));
  const missing = reading.consolesIncomplete ? [] : selected.filter(({ hostId }) => !names.has(hostId));
  controller.status = ControllerStatus.online;
  let problem = watched.find((console) => console.problem)?.problem;
  if (missing.length > 0 && !site) {
    controller.status = ControllerStatus.error;
    problem = { code: missing.length === 1 ? 'site_gone' : 'sites_gone' };
  } else if (site && watched.every(({ link }) => link === 'disconnected')) {
    controller.status = ControllerStatus.offline;
    problem = linkProblem(site);
  } else if (isUnread || gone || missing[0] || watched.every(isBlind)) {
    controller.status = ControllerStatus.unknown;
    if (isUnread) problem = { code: 'consoles_unread' };
    else if (missing[0]) problem = { code: 'some_sites_gone', reported: missing[0].name };
    else if (site && gone) problem = gone;
    problem ??= { code: reading.consolesIncomplete ? 'consoles_unread' : 'no_consoles' };
  }
  showProblem(controller, problem);
  if (site?.link === 'connected') controller.version = site.version ?? null;
  if (controller.selectedSiteIds)
    selectSites(
      controller,
      selected.map(({ hostId, name }) => ({ hostId, name: names.get(hostId) ?? name })),
    );
  const listed = watched.length > 0 && watched.every(({ devicesListed }) => devicesListed);
  if (listed)
    controller.deviceCount = watched
      .flatMap(({ devices }) => devices)
      .filter(({ adopted }) => adopted).length;
  if (!reading.consolesIncomplete) controller.totalSites = reading.consoles.length;
  controller.lastSync = now;
  controller.failures = 0;
  // Missing parts are retried as soon as after a failure. Pushes are still accepted, because UniFi responds.
  const truncated = reading.truncated ? (cursorOf(controller.readCursor).truncated ?? 0) + 1 : 0;
  const { retryAfterMs } = reading;
  const quietUntil = retryAfterMs === undefined ? undefined : now.getTime() + retryAfterMs;
  controller.readCursor = storedCursor({ ...cursor, truncated, quietUntil });
  const retry =
    truncated > 0
      ? retryTick(now, intervalMs, truncated, { kind: 'unavailable', retryAfterMs }, random)
      : null;
  const allowed = Math.max(next.getTime(), quietUntil ?? 0);
  controller.nextPollAt = new Date(Math.min(allowed, retry?.getTime() ?? Infinity));
}

/** Applies a failure to the controller itself and schedules the retry. */
export function applyFailure(
  controller: Controller,
  error: UnifiError,
  intervalMs: number,
  { now, random }: Moment,
): void {
  controller.failures += 1;
  controller.status = ControllerStatus.error;
  showProblem(controller, error.problem);
  controller.nextPollAt = retryTick(now, intervalMs, controller.failures, error, random);
}

/** Most cloud errors pass within seconds, and an alert must not wait a whole interval for one. */
const firstRetryMs = 5_000;

/** Retries don't slow down for this long, so that an alert is late by little more than the fault lasted. */
const quickRetryPeriodMs = 60_000;

/** The longest delay between retries, unless the interval itself is longer or UniFi asks for more. */
const maxRetryMs = 5 * 60_000;

/**
 * The scheduled time of a late round: the last tick of its interval. So a busy worker judges by the same
 * times as an idle one, and a stopped one doesn't replay missed hours.
 */
export function tickOf(dueAt: Date, now: Date, intervalMs: number): { at: Date; skipped: number } {
  const skipped = Math.max(0, Math.floor((now.getTime() - dueAt.getTime()) / intervalMs));
  return { at: new Date(dueAt.getTime() + skipped * intervalMs), skipped };
}

/**
 * When a controller is read again after a successful round. Keeps its schedule, and spreads out first
 * readings.
 */
export function nextTick(at: Date, intervalMs: number, isFirst: boolean, random: number): Date {
  return new Date(at.getTime() + intervalMs * (isFirst ? 0.5 + random / 2 : 1));
}

/**
 * When a failed reading is retried, or null for never. Retries are quick for the first minute, then delays double, with
 * jitter. Never before UniFi asked, and never more often than a controller that responds.
 */
export function retryTick(
  now: Date,
  intervalMs: number,
  failures: number,
  error: Pick<UnifiError, 'kind' | 'retryAfterMs'>,
  random: number,
): Date | null {
  if (error.kind === 'revoked') return null;
  const first = Math.min(firstRetryMs, intervalMs);
  const longest = Math.max(maxRetryMs, intervalMs);
  // An unreadable response costs as much every time, and rarely changes within a minute.
  const quick = error.kind === 'invalid_answer' ? 1 : quickRetryPeriodMs / first;
  const slower = Math.max(0, failures - quick);
  const delay = Math.min(longest, first * 2 ** Math.min(slower, 20));
  return new Date(now.getTime() + Math.max(delay * (1 + random / 5), error.retryAfterMs ?? 0));
}

/** With short intervals, one round may outlast several of them. That isn't a gap. */
const minGapMs = 60_000;

/**
 * Whether so much time passed since the last round, or the clock was set back so far, that the time between
 * is unknown.
 */
export function isGap(lastRoundAt: Date | null | undefined, at: Date, intervalMs: number): boolean {
  return !!lastRoundAt && Math.abs(at.getTime() - lastRoundAt.getTime()) > Math.max(3 * intervalMs, minGapMs);
}
