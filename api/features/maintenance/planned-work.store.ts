import type { EntityManager } from '@mikro-orm/postgresql';
import { json, textsOf } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { coversSite, isLimited, type SiteLabels } from '../customers/site-limit.ts';
import { sitesOf } from '../sites/team-sites.store.ts';
import { MaintenanceWindow, type MaintenancePlace } from './maintenance-window.entity.ts';
import { occurrencesBetween, type Span } from './occurrences.ts';
import type { NamedCoverage, PlannedSpan } from './planned-coverage.ts';
import { PlannedWork } from './planned-work.entity.ts';

const day = 86_400_000;

/**
 * Milliseconds of the past that a changed window leaves behind, and after which a record is deleted: when the report of its
 * month has been stored.
 */
const kept = 62 * day;

/** Milliseconds that a period of planned work lasts at least. Of changes in quick succession, only the last one counts. */
const shortest = 1000;

/** What a window has covered since its latest change. */
interface CoveredSoFar {
  windowId: string;
  team: string;
  covered: NamedCoverage;
  occurrences: Span[];
  /** Since when records of it may matter. */
  since: Date;
}

/**
 * What a window has covered so far, to be recorded once it has changed. Its controller is loaded.
 * @param covered what it has covered, if its own scope no longer says so
 */
export function coveredSoFar(
  window: MaintenanceWindow,
  now: Date,
  covered: NamedCoverage = window,
): CoveredSoFar {
  const since = new Date(Math.max(now.getTime() - kept, window.createdAt.getTime()));
  const occurrences = ownOccurrences(window, since, now).filter(
    ({ start }) => now.getTime() - start >= shortest,
  );
  return { windowId: window.id, team: window.team.id, covered: coveredBy(covered), occurrences, since };
}

/** What a window covers counts from now on, or from its latest change if that was just now. */
export function countFromNow(window: MaintenanceWindow, now: Date): void {
  if (now.getTime() - (window.changedAt?.getTime() ?? 0) >= shortest) window.changedAt = now;
}

/**
 * Keeps what a window has covered before it was changed or deleted, within the caller's transaction.
 * @param most occurrences to record, the latest
 * @returns whether all occurrences are recorded
 */
export async function recordPlannedWork(
  em: EntityManager,
  { windowId, team, covered, occurrences, since }: CoveredSoFar,
  now: Date,
  most = Infinity,
): Promise<boolean> {
  await em.nativeDelete(PlannedWork, { team, until: { $lt: new Date(now.getTime() - kept) } });
  const known = await em.find(PlannedWork, { team, windowId, until: { $gte: since } });
  const isComplete = occurrences.length <= most;
  for (const { start, end } of isComplete ? occurrences : occurrences.slice(-most)) {
    const before = known.filter(({ began }) => began.getTime() === start);
    // What was over stays as it was, because a window only knows when it was last ended early.
    if (before.some(({ isOver }) => isOver)) continue;
    em.remove(before.filter((one) => isSameCoverage(one, covered)));
    em.persist(
      em.assign(new PlannedWork(), {
        ...coveredBy(covered),
        team,
        windowId,
        began: new Date(start),
        until: new Date(Math.min(end, now.getTime())),
        isOver: end <= now.getTime(),
      }),
    );
  }
  await em.flush();
  return isComplete;
}

/**
 * Keeps which sites the windows that are limited to customers or tags have covered, once they cover others: reports of months
 * that aren't stored yet would otherwise count planned work as downtime, or downtime as planned work.
 */
export async function keepRegroupedWork(em: EntityManager, teamId: string): Promise<() => Promise<void>> {
  const all = await em.find(MaintenanceWindow, { team: teamId }, { populate: ['controller'] });
  const windows = all.filter(isLimited);
  if (windows.length === 0) return () => Promise.resolve();
  const before = await sitesOf(em, teamId);
  return async () => {
    const after = new Map((await sitesOf(em, teamId)).map((site) => [site.hostId, site]));
    const moved = before.flatMap((site) => {
      const now = after.get(site.hostId);
      return now && labelsOf(now) !== labelsOf(site) ? [[site, now] as const] : [];
    });
    const now = new Date();
    let room = mostPlaces;
    for (const window of windows) {
      if (moved.every(([old, site]) => coversSite(window, old) === coversSite(window, site))) continue;
      const covered = before.filter((site) => coversSite(window, site));
      const hostIds = new Set(covered.map(({ hostId }) => hostId));
      const ofSites = covered.map(({ hostId, name }) => ({
        siteId: hostId,
        siteName: name,
        deviceMac: null,
        deviceName: null,
      }));
      const places =
        window.places.length > 0 ? window.places.filter((place) => hostIds.has(place.siteId)) : ofSites;
      const { name, controllerId, siteId, siteName, deviceMac, deviceName } = window;
      const where = { name, controllerId, siteId, siteName, deviceMac, deviceName };
      // Without places it would cover every site.
      const customerIds = places.length > 0 ? [] : [noCustomer];
      const most = Math.max(1, Math.min(kept / day, Math.floor(room / Math.max(1, places.length))));
      room -= most * places.length;
      const soFar = coveredSoFar(window, now, { ...where, customerIds, tags: [], places });
      // Otherwise what isn't recorded would no longer be planned work.
      if (await recordPlannedWork(em, soFar, now, most)) countFromNow(window, now);
    }
    await em.flush();
  };
}

/** Sites of all recorded occurrences together, a few megabytes. Of very large windows, only the latest occurrences are kept. */
const mostPlaces = 50_000;

const noCustomer = '00000000-0000-0000-0000-000000000000';

const labelsOf = ({ customerId, tags }: SiteLabels): string => JSON.stringify([customerId, tags]);

const isSameCoverage = (one: NamedCoverage, other: NamedCoverage): boolean =>
  (['controllerId', 'siteId', 'deviceMac'] as const).every(
    (part) => (one[part] ?? null) === (other[part] ?? null),
  ) &&
  (['customerIds', 'tags'] as const).every((part) => `${one[part]}` === `${other[part]}`) &&
  JSON.stringify(one.places) === JSON.stringify(other.places);

/**
 * The team's planned work within a period: the occurrences of its windows, and what is left of windows that have changed since.
 * An occurrence that was over before its window was added isn't planned work.
 */
export async function plannedWork(
  em: EntityManager,
  teamId: string,
  from: Date,
  until: Date,
): Promise<PlannedSpan[]> {
  const past = await pastWork(em, teamId, from, until);
  const keyOf = (id: string, start: number) => `${id} ${start}`;
  const over = new Set(
    past.filter(({ isOver }) => isOver).map(({ windowId, from: began }) => keyOf(windowId, began.getTime())),
  );
  const windows = await em.find(
    MaintenanceWindow,
    { team: teamId },
    { populate: ['controller'], disableIdentityMap: true },
  );
  const present = windows.flatMap((window) =>
    ownOccurrences(window, from, until)
      .filter(({ start, end }) => end > window.createdAt.getTime() && !over.has(keyOf(window.id, start)))
      .map(({ start, end }) => ({ ...coveredBy(window), from: new Date(start), until: new Date(end) })),
  );
  const before = past.map((one) => ({ ...coveredBy(one), from: one.from, until: one.until }));
  return [...before, ...present].sort((one, other) => one.from.getTime() - other.from.getTime());
}

/** The occurrences of a window as it is now, from its latest change on. What it covered before that is recorded. */
function ownOccurrences(window: MaintenanceWindow, from: Date, until: Date): Span[] {
  const changed = window.changedAt?.getTime() ?? -Infinity;
  return occurrencesBetween(window, from, until)
    .map(({ start, end }) => ({ start: Math.max(start, changed), end }))
    .filter(({ start, end }) => end - start >= shortest);
}

/** Without entities, because a month may have thousands. */
async function pastWork(em: EntityManager, teamId: string, from: Date, until: Date) {
  const work = tables.planned_work;
  const rows = await queryRows(
    em,
    {
      windowId: work.window_id,
      name: work.name,
      controllerId: work.controller_id,
      siteId: work.site_id,
      siteName: work.site_name,
      deviceMac: work.device_mac,
      deviceName: work.device_name,
      customerIds: textsOf<string[]>(),
      tags: textsOf<string[]>(),
      places: json<MaintenancePlace[]>(),
      from: work.began,
      until: work.until,
      isOver: work.is_over,
    },
    `select window_id as "windowId", name, controller_id as "controllerId", site_id as "siteId", site_name as "siteName",
            device_mac as "deviceMac", device_name as "deviceName", customer_ids::text[] as "customerIds", tags, places,
            began as "from", until, is_over as "isOver"
       from planned_work where team_id = ? and until > ? and began < ?`,
    [teamId, from, until],
  );
  return rows.map((row) => ({ ...row, from: new Date(row.from), until: new Date(row.until) }));
}

const coveredBy = ({
  name,
  places,
  controllerId = null,
  siteId = null,
  siteName = null,
  deviceMac = null,
  deviceName = null,
  customerIds,
  tags,
}: NamedCoverage) => ({
  name,
  places: [...places],
  controllerId,
  siteId,
  siteName,
  deviceMac,
  deviceName,
  customerIds: [...customerIds],
  tags: [...tags],
});
