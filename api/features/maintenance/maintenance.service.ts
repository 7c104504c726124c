import type { EntityManager } from '@mikro-orm/postgresql';
import { ExtensionPoint } from '#api/lib/extension-point.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Conflict } from '#api/lib/errors.ts';
import { given } from '#api/graphql/schema/partial-input.ts';
import { appendEvents } from '#api/live/event-log.ts';
import { chargeRows, rowsPerPoint } from '#api/security/request-rate/row-cost.ts';
import { AlertChangeKind } from '../alerts/alert.enums.ts';
import { openAlertCount } from '../alerts/alerts.service.ts';
import type { AuditDetails } from '../audit/audit-entry.entity.ts';
import { record } from '../audit/audit.service.ts';
import type { CustomerUse } from '../customers/customer-uses.ts';
import { limitedTo } from '../customers/customers.service.ts';
import { withLockedTeam, findOwn } from '../teams/lock-team.store.ts';
import { nameOf } from '../users/user.entity.ts';
import { alertsUnder } from './covered-alerts.store.ts';
import { MaintenanceWindow, type MaintenancePlace } from './maintenance-window.entity.ts';
import type { MaintenanceWindowChanges, MaintenanceWindowInput } from './maintenance-window.input.ts';
import { nextStartOrEnd, occurrenceAfter, occurrenceAt, type WindowCoverage } from './occurrences.ts';
import { countFromNow, coveredSoFar, recordPlannedWork } from './planned-work.store.ts';
import { applyChanges, coverageOf } from './window-changes.service.ts';

/** Handles changes to a team's windows in the same transaction, under the team's lock. */
export type WindowsHandler = (em: EntityManager, teamId: string) => Promise<void>;

export const windowsHandlers = new ExtensionPoint<readonly WindowsHandler[]>('changed maintenance windows');

export async function windowsChanged(em: EntityManager, teamId: string): Promise<void> {
  for (const handle of windowsHandlers.value) await handle(em, teamId);
}

/** Maximum windows of a team. */
export const maxWindows = 200;

/** The team's windows, newest first: active, upcoming and past. */
export function maintenanceWindows({ em, viewer }: ViewerContext): Promise<MaintenanceWindow[]> {
  return em.find(
    MaintenanceWindow,
    { team: viewer.team },
    { orderBy: { createdAt: 'desc', id: 'asc' }, populate: ['controller'] },
  );
}

/**
 * At the maximum, the oldest past window is deleted.
 * @throws Invalid, NotFound, or Conflict
 */
export function createMaintenanceWindow(
  ctx: ViewerContext,
  input: MaintenanceWindowInput,
): Promise<MaintenanceWindow> {
  return alone(ctx, 'create', async (own) => {
    await makeRoom(own);
    const window = own.em.assign(new MaintenanceWindow(), {
      team: ctx.viewer.team,
      createdBy: nameOf(ctx.viewer.user),
    });
    await applyChanges(own, window, input);
    const now = new Date();
    window.startsOrEndsAt = nextStartOrEnd(window, now);
    await own.em.persist(window).flush();
    return { window, shownAt: ifOn(window, now), after: await factsOf(own, window) };
  });
}

/**
 * Applies from now on: what the window has covered so far stays planned work. Changing its time undoes an early end.
 * @throws NotFound or Invalid
 */
export function updateMaintenanceWindow(
  ctx: ViewerContext,
  id: string,
  input: MaintenanceWindowChanges,
): Promise<MaintenanceWindow> {
  return alone(ctx, 'update', async (own) => {
    const window = await find(own, id);
    const now = new Date();
    const soFar = coveredSoFar(window, now);
    const wasOn = occurrenceAt(window, now) !== undefined;
    const [before, covered] = [await factsOf(own, window), coverageOf(window)];
    await applyChanges(own, window, given(input));
    const isChanged = coverageOf(window) !== covered;
    if (isChanged) {
      await recordPlannedWork(own.em, soFar, now);
      countFromNow(window, now);
      window.startsOrEndsAt = nextStartOrEnd(window, now);
    }
    await own.em.flush();
    return {
      window,
      shownAt: isChanged ? [...(wasOn ? [soFar.covered] : []), ...ifOn(window, now)] : [],
      before,
      after: await factsOf(own, window),
    };
  });
}

/**
 * Ends the active occurrence. A weekly window starts again next time.
 * @throws NotFound or Conflict
 */
export function endMaintenanceWindow(ctx: ViewerContext, id: string): Promise<MaintenanceWindow> {
  return alone(ctx, 'end', async (own) => {
    const window = await find(own, id);
    const now = new Date();
    if (!occurrenceAt(window, now)) throw new Conflict("This window isn't active right now");
    window.endedAt = now;
    window.startsOrEndsAt = nextStartOrEnd(window, now);
    await recordPlannedWork(own.em, coveredSoFar(window, now), now);
    await own.em.flush();
    return { window, shownAt: [window] };
  });
}

/** @throws NotFound */
export async function deleteMaintenanceWindow(ctx: ViewerContext, id: string): Promise<string> {
  await alone(ctx, 'delete', async (own) => {
    const window = await find(own, id);
    const now = new Date();
    await recordPlannedWork(own.em, coveredSoFar(window, now), now);
    const [before, shownAt] = [await factsOf(own, window), ifOn(window, now)];
    await own.em.remove(window).flush();
    return { window, shownAt, before };
  });
  return id;
}

/** Active and upcoming windows that are limited to a customer, so that it can't be deleted. */
export async function windowsOfCustomer(
  em: EntityManager,
  customerId: string,
  teamId: string,
): Promise<CustomerUse[]> {
  const now = new Date();
  const windows = await em.find(
    MaintenanceWindow,
    { team: teamId, customerIds: { $contains: [customerId] } },
    { orderBy: { name: 'asc', id: 'asc' } },
  );
  return windows
    .filter((window) => occurrenceAt(window, now) ?? occurrenceAfter(window, now))
    .map(({ name }) => ({ kind: 'maintenance_window', name }));
}

const ifOn = (window: MaintenanceWindow, now: Date): MaintenanceWindow[] =>
  occurrenceAt(window, now) ? [window] : [];

/** A window and its audit log details. */
interface Done {
  window: MaintenanceWindow;
  /** What it covers now, and did before, while it was on: alerts there show the change. Its name isn't shown with them. */
  shownAt: readonly WindowCoverage[];
  before?: AuditDetails;
  after?: AuditDetails;
}

/**
 * Reports a change of all open alerts that any of the windows covers, so that lists show whether they are in maintenance.
 * Charges for them, and for those of the team, which are all looked at.
 * @param announced alerts whose change has already been reported
 */
export async function announceCovered(
  own: ViewerContext,
  windows: readonly WindowCoverage[],
  announced: readonly string[] = [],
): Promise<void> {
  if (windows.length === 0) return;
  chargeRows(own, await openAlertCount(own), rowsPerPoint.summedUp);
  chargeRows(own, await reportCovered(own.em, own.viewer.team.id, windows, announced));
}

/** The same for nobody's request. @returns how many alerts it reported */
export async function reportCovered(
  em: EntityManager,
  teamId: string,
  windows: readonly WindowCoverage[],
  announced: readonly string[] = [],
): Promise<number> {
  const known = new Set(announced);
  const alerts = (await alertsUnder(em, teamId, windows)).filter(({ id }) => !known.has(id));
  await appendEvents(
    em,
    teamId,
    alerts.map(({ id, controllerId }) => ({ kind: AlertChangeKind.changed, alertId: id, controllerId })),
  );
  return alerts.length;
}

/** Runs under the team's lock, notifies channels with held messages, and writes the audit log. */
function alone(
  ctx: ViewerContext,
  auditEntry: 'create' | 'update' | 'end' | 'delete',
  work: (own: ViewerContext) => Promise<Done>,
): Promise<MaintenanceWindow> {
  return withLockedTeam(ctx, 'alerts', async (own) => {
    const { window, shownAt, ...facts } = await work(own);
    await windowsChanged(own.em, own.viewer.team.id);
    await announceCovered(own, shownAt);
    await record(own.em, own, {
      action: `maintenance.${auditEntry}`,
      subject: window.name,
      subjectId: window.id,
      ...facts,
    });
    return window;
  });
}

/** Its controller is loaded. */
async function find(ctx: ViewerContext, id: string): Promise<MaintenanceWindow> {
  const window = await findOwn(ctx, MaintenanceWindow, id, 'Maintenance window');
  await ctx.em.populate(window, ['controller']);
  return window;
}

/** @throws Conflict if all of the team's windows are active or upcoming */
export async function makeRoom({ em, viewer: { team } }: ViewerContext): Promise<void> {
  const windows = await em.find(MaintenanceWindow, { team }, { orderBy: { createdAt: 'asc', id: 'asc' } });
  if (windows.length < maxWindows) return;
  const now = new Date();
  const over = windows.find((window) => !occurrenceAt(window, now) && !occurrenceAfter(window, now));
  if (!over)
    throw new Conflict(
      `Your team has ${maxWindows} maintenance windows. Delete one you no longer need first.`,
    );
  await recordPlannedWork(em, coveredSoFar(over, now), now);
  em.remove(over);
}

/** “AP Lobby (Head Office)”, “Head Office” */
const placeText = ({ siteName, deviceMac, deviceName }: MaintenancePlace): string =>
  deviceMac ? `${deviceName ?? deviceMac} (${siteName})` : siteName;

/** Places that an audit log entry names. */
const namedPlaces = 200;

function placeTexts(places: readonly MaintenancePlace[]): string[] {
  const others = places.length - namedPlaces;
  const named = places.slice(0, namedPlaces).map(placeText);
  return others > 0 ? [...named, `${others.toLocaleString('en')} more`] : named;
}

/**
 * A window's audit log details: when, where and for how long notifications are off. Its controller is loaded.
 */
export async function factsOf(ctx: ViewerContext, window: MaintenanceWindow): Promise<AuditDetails> {
  const { name, controller, siteName, siteId, deviceName, deviceMac, weekdays, ...rest } = window;
  const { repeats, timeZone, startsAt, minutes, lastDay } = rest;
  const facts = {
    name,
    controller: controller?.name,
    site: siteName ?? siteId,
    device: deviceName ?? deviceMac,
    limitedTo: await limitedTo(ctx, window),
    places: window.places.length > 0 ? placeTexts(window.places) : null,
    repeats,
    startsAt,
    timeZone,
    minutes,
    ...(weekdays.length > 0 && { weekdays: weekdays.map(String) }),
    lastDay,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value != null)) as AuditDetails;
}
