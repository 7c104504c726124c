import { type Controller, ControllerStatus } from '../controllers/controller.entity.ts';
import { isBlind, type Reading } from '../controllers/reading.ts';
import { problemText, type Problem, type UnifiError } from '../controllers/unifi-errors.ts';
import type { Cursor } from '../controllers/unifi-rate.ts';
import { linkProblem } from '../controllers/unifi-states.ts';
import { retryTick } from './timing.ts';

type ReadOutcome = { reading: Reading; cursor: Cursor };

/** What came of asking UniFi. */
export type Outcome = ReadOutcome | { error: UnifiError };

/** Which consoles a controller watches: its selected site, or all of its key. */
export function watchedBy({ selectedSiteId }: Controller): (hostId: string) => boolean {
  return (hostId) => !selectedSiteId || selectedSiteId === hostId;
}

/** What screens show of a controller and must hear of when it changes; when it was last read they tell by themselves. */
export function faceOf(controller: Controller): string {
  const { status, statusReason, version, selectedSiteName, totalSites, deviceCount } = controller;
  return JSON.stringify([status, statusReason, version, selectedSiteName, totalSites, deviceCount]);
}

/** What a reading tells of the controller itself. */
export function succeeded(controller: Controller, { reading, cursor }: ReadOutcome, next: Date): void {
  const watched = reading.consoles.filter(({ hostId }) => watchedBy(controller)(hostId));
  const [site] = watched;
  const isSelected = !!controller.selectedSiteId;
  controller.status = ControllerStatus.online;
  let problem: Problem | undefined = site?.problem;
  if (isSelected && !site && !reading.consolesIncomplete) {
    controller.status = ControllerStatus.error;
    problem = { code: 'site_gone' };
  } else if (site && watched.every(({ link }) => link === 'disconnected')) {
    controller.status = ControllerStatus.offline;
    problem = linkProblem(site);
  } else if (watched.every(isBlind)) {
    controller.status = ControllerStatus.unknown;
    problem ??= { code: reading.consolesIncomplete ? 'consoles_unread' : 'no_consoles' };
  }
  controller.statusReason = problem ? problemText(problem) : null;
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
  controller.readCursor = cursor;
  controller.nextPollAt = next;
}

/** What a failure tells of the controller itself, and when it is tried again. */
export function failed(controller: Controller, error: UnifiError, intervalMs: number): void {
  controller.failures += 1;
  controller.status = ControllerStatus.error;
  controller.statusReason = error.message;
  controller.nextPollAt = retryTick(new Date(), intervalMs, controller.failures, error);
}
