import type { CustomerContext } from '#api/graphql/context.ts';
import { Conflict, Invalid } from '#api/lib/errors.ts';
import { given } from '#api/graphql/schema/partial-input.ts';
import type { Recorded } from '../audit/audit-entry.entity.ts';
import { record } from '../audit/audit.service.ts';
import { inTurn, findOwn } from '../teams/lock-team.store.ts';
import { nameOf } from '../users/user.entity.ts';
import { factsOf } from './facts.ts';
import { MaintenanceWindow } from './maintenance-window.entity.ts';
import type { MaintenanceWindowChanges, MaintenanceWindowInput } from './maintenance-window.input.ts';
import { occurrenceAfter, occurrenceAt } from './occurrences.ts';
import { scopeOf } from './scope.ts';
import { timetableErrors } from './timetable-errors.ts';
import { windowsChanged } from './window-changes.ts';

/** Windows that a team may have. */
const most = 200;

/** The team's windows, newest first: what is on, what is to come and what is over. */
export function maintenanceWindows({ em, viewer }: CustomerContext): Promise<MaintenanceWindow[]> {
  return em.find(
    MaintenanceWindow,
    { team: viewer.team },
    { orderBy: { createdAt: 'desc', id: 'asc' }, populate: ['controller'] },
  );
}

/** Where there is no more room, the oldest that is over makes some. @throws Invalid, NotFound, or Conflict */
export function createMaintenanceWindow(
  ctx: CustomerContext,
  input: MaintenanceWindowInput,
): Promise<MaintenanceWindow> {
  return alone(ctx, 'create', async (own) => {
    await makeRoom(own);
    const window = own.em.assign(new MaintenanceWindow(), {
      team: ctx.viewer.team,
      createdBy: nameOf(ctx.viewer.user),
    });
    await fill(own, window, input);
    await own.em.persist(window).flush();
    return { window, after: factsOf(window) };
  });
}

/** One whose time is changed counts as not ended. @throws NotFound or Invalid */
export function updateMaintenanceWindow(
  ctx: CustomerContext,
  id: string,
  input: MaintenanceWindowChanges,
): Promise<MaintenanceWindow> {
  return alone(ctx, 'update', async (own) => {
    const window = await find(own, id);
    await own.em.populate(window, ['controller']);
    const before = factsOf(window);
    await fill(own, window, given(input));
    await own.em.flush();
    return { window, before, after: factsOf(window) };
  });
}

/** Ends the occurrence that is on; one that is weekly is on again the next time. @throws NotFound or Conflict */
export function endMaintenanceWindow(ctx: CustomerContext, id: string): Promise<MaintenanceWindow> {
  return alone(ctx, 'end', async (own) => {
    const window = await find(own, id);
    const now = new Date();
    if (!occurrenceAt(window, now)) throw new Conflict('This window is not on at the moment');
    window.endedAt = now;
    await own.em.flush();
    return { window };
  });
}

/** @throws NotFound */
export async function deleteMaintenanceWindow(ctx: CustomerContext, id: string): Promise<string> {
  await alone(ctx, 'delete', async (own) => {
    const window = await find(own, id);
    await own.em.populate(window, ['controller']);
    const before = factsOf(window);
    await own.em.remove(window).flush();
    return { window, before };
  });
  return id;
}

/** A window and what the audit log is to know of it. */
interface Done {
  window: MaintenanceWindow;
  before?: Recorded;
  after?: Recorded;
}

/** Works while nothing else changes in the team, tells whoever held something back, and writes it down. */
function alone(
  ctx: CustomerContext,
  deed: 'create' | 'update' | 'end' | 'delete',
  work: (own: CustomerContext) => Promise<Done>,
): Promise<MaintenanceWindow> {
  return inTurn(ctx, 'alerts', async (own) => {
    const { window, ...facts } = await work(own);
    await windowsChanged(own.em, own.viewer.team.id);
    await record(own.em, own, {
      action: `maintenance.${deed}`,
      subject: window.name,
      subjectId: window.id,
      ...facts,
    });
    return window;
  });
}

function find(ctx: CustomerContext, id: string): Promise<MaintenanceWindow> {
  return findOwn(ctx, MaintenanceWindow, id, 'Maintenance window');
}

async function makeRoom({ em, viewer: { team } }: CustomerContext): Promise<void> {
  const windows = await em.find(MaintenanceWindow, { team }, { orderBy: { createdAt: 'asc', id: 'asc' } });
  if (windows.length < most) return;
  const now = new Date();
  const over = windows.find((window) => !occurrenceAt(window, now) && !occurrenceAfter(window, now));
  if (!over)
    throw new Conflict(`Your team has ${most} maintenance windows. Delete one you no longer need first.`);
  em.remove(over);
}

async function fill(
  ctx: CustomerContext,
  window: MaintenanceWindow,
  { name, controllerId, siteId, siteName, deviceMac, ...timetable }: MaintenanceWindowChanges,
): Promise<void> {
  if (name !== undefined) window.name = name.trim();
  ctx.em.assign(window, await scopeOf(ctx, window, { controllerId, siteId, siteName, deviceMac }));
  const before = timesOf(window);
  ctx.em.assign(window, timetable);
  if (window.repeats === 'once') ctx.em.assign(window, { weekdays: [], lastDay: null });
  window.weekdays = window.weekdays.toSorted();
  // Forms send everything back: the same times again neither undo an end nor are judged anew.
  if (timesOf(window) === before) return;
  window.endedAt = null;
  const wrong = timetableErrors(window, new Date());
  if (Object.keys(wrong).length > 0) throw new Invalid(wrong);
}

function timesOf({ repeats, timeZone, startsAt, minutes, weekdays, lastDay }: MaintenanceWindow): string {
  return JSON.stringify([repeats, timeZone, startsAt, minutes, weekdays, lastDay]);
}
