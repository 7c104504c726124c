// Maintenance that starts for the devices of open alerts: one window, quiet until its end, then reminded of.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AlertEntry } from '#api/features/alerts/alert-entry.entity.ts';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { maxPlaces } from '#api/features/maintenance/alert-maintenance.service.ts';
import { MaintenanceWindow } from '#api/features/maintenance/maintenance-window.entity.ts';
import { endOfWork, PlannedCoverages } from '#api/features/maintenance/planned-coverage.ts';
import { announceScheduledWindows } from '#api/features/maintenance/scheduled-windows.job.ts';
import { PlannedWork } from '#api/features/maintenance/planned-work.entity.ts';
import { plannedWork } from '#api/features/maintenance/planned-work.store.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { Event } from '#api/live/event.entity.ts';
import { as } from '#tests/support/as.ts';
import { auditLog } from '#tests/support/audit-log.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { addMember } from '#tests/support/members.ts';
import type { Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { addCustomer, startServer } from '#tests/support/running.ts';

let telling: Telling;
let rule: string;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());
beforeEach(async () => {
  await telling.begin();
  await telling.webhook();
  rule = await telling.rule(['webhook']);
});
afterEach(() => telling.end());

const em = () => telling.running.app.orm.em.fork();
const log = async () => (await telling.log()).map(({ kind, status }) => `${kind} ${status}`);
const types = () => telling.posts().map(({ type }) => type);
const device = (deviceMac: string | null, more = {}) => telling.raise(rule, { deviceMac, ...more });

interface Started {
  window: { id: string; activeUntil: string; places: object[] } | null;
  results: { id: string; outcome: string; alert: { maintenanceUntil: string | null } | null }[];
}
const start = async (ids: string[], minutes = 60, person: Person = telling.alice, more = {}) => {
  const { status, body } = await rest(person).post('/api/alerts/maintenance', {
    ids,
    minutes,
    name: ' Firmware ',
    ...more,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as Started;
};
const outcomes = ({ results }: Started) => results.map(({ outcome }) => outcome);
const untilOf = async (id: string) => {
  const { data } = await as(telling.alice).ask('query ($id: ID!) { alert(id: $id) { maintenanceUntil } }', {
    id,
  });
  return (data!['alert'] as { maintenanceUntil: string | null }).maintenanceUntil;
};

describe('Maintenance for open alerts', () => {
  test('lasts as long as asked in the hour that clocks repeat', async () => {
    const { userId } = telling.alice;
    await em().nativeUpdate(User, { id: userId }, { timeZone: 'Europe/Berlin' });
    const [lobby] = await device('AABBCCDDEE01');
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-25T01:10:00Z') });
    try {
      expect((await start([lobby!], 30)).window!.activeUntil).toBe('2026-10-25T01:40:00.000Z');
    } finally {
      vi.useRealTimers();
    }
  });

  test('is one window over their devices, and with `wholeSites` over the sites of alerts without a device', async () => {
    const [lobby] = await device('AABBCCDDEE01', { deviceName: 'AP Lobby' });
    const [again] = await device('AABBCCDDEE01', { deviceName: 'AP Lobby' });
    const [console] = await device(null, { siteId: 'HOST:2', siteName: 'Branch' });
    const [covered] = await device('AABBCCDDEE02', { siteId: 'HOST:2', siteName: 'Branch' });
    const started = await start([lobby!, again!, console!, covered!], 60, telling.alice, {
      wholeSites: true,
    });
    expect(outcomes(started)).toEqual(['done', 'done', 'done', 'done']);
    expect(started.window!.places).toEqual([
      { siteId: 'HOST:1', siteName: 'Head Office', deviceMac: 'AABBCCDDEE01', deviceName: 'AP Lobby' },
      { siteId: 'HOST:2', siteName: 'Branch', deviceMac: null, deviceName: null },
    ]);
    const [, , , last] = started.results;
    expect(last!.alert!.maintenanceUntil).toBe(started.window!.activeUntil);
    const [other] = await device('AABBCCDDEE03');
    const [sameSite] = await device('AABBCCDDEE04', { siteId: 'HOST:2' });
    expect(await untilOf(other!)).toBeNull();
    expect(await untilOf(sameSite!)).toBe(started.window!.activeUntil);
    expect(await auditLog(telling.running)).toContainEqual([
      'maintenance.start',
      expect.any(String),
      'Firmware',
    ]);
    const now = new Date();
    const [planned] = await plannedWork(em(), telling.alice.teamId, now, now);
    expect(planned).toMatchObject({ name: 'Firmware', places: [{ deviceMac: 'AABBCCDDEE01' }, {}] });
  });

  test('takes more alerts into a window that it has started, for more than one request takes', async () => {
    const [lobby] = await device('AABBCCDDEE01');
    const [again] = await device('AABBCCDDEE01');
    const [door] = await device('AABBCCDDEE02');
    const first = await start([lobby!, again!]);
    const { id: windowId, activeUntil } = first.window!;
    const more = await start([door!, lobby!], 600, telling.alice, { windowId });
    expect(outcomes(more)).toEqual(['done', 'unchanged']);
    expect(more.window).toMatchObject({ id: windowId, activeUntil });
    expect(more.window!.places).toMatchObject([{ deviceMac: 'AABBCCDDEE01' }, { deviceMac: 'AABBCCDDEE02' }]);
    expect(await untilOf(door!)).toBe(activeUntil);
    expect(await em().count(MaintenanceWindow)).toBe(1);
    const [added] = await em().find(AuditEntry, { action: 'maintenance.update' });
    expect(added).toMatchObject({ before: {}, after: { alerts: 1 } });
  });

  test('is one piece of planned work, which covers a device from when it was added', async () => {
    const [lobby] = await device('AABBCCDDEE01');
    const [door] = await device('AABBCCDDEE02');
    const { id: windowId } = (await start([lobby!])).window!;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 });
    try {
      const now = new Date();
      await start([door!], 60, telling.alice, { windowId });
      const [from, until] = [new Date(now.getTime() - 86_400_000), new Date(now.getTime() + 86_400_000)];
      const spans = await plannedWork(em(), telling.alice.teamId, from, until);
      expect(spans).toHaveLength(1);
      const isPlanned = (deviceMac: string, at: Date) =>
        endOfWork(
          new PlannedCoverages(spans).over({
            controllerId: null,
            siteId: 'HOST:1',
            deviceMac,
            customerId: null,
            tags: [],
          }),
          at,
        ) !== null;
      const before = new Date(now.getTime() - 60_000);
      expect(isPlanned('AABBCCDDEE01', before)).toBe(true);
      expect(isPlanned('AABBCCDDEE02', before)).toBe(false);
      expect(isPlanned('AABBCCDDEE02', new Date(now.getTime() + 1000))).toBe(true);
      expect(await em().count(PlannedWork)).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('takes no more devices than can be read quickly', async () => {
    const [lobby] = await device('AABBCCDDEE01');
    const [door] = await device('AABBCCDDEE02');
    const { id: windowId } = (await start([lobby!])).window!;
    await telling.rows(
      `update maintenance_window set places = (
         select json_agg(json_build_object('siteId', 'HOST:1', 'siteName', 'x', 'deviceMac', n::text)) from generate_series(1, ?::int) n)`,
      [maxPlaces],
    );
    const asked = { ids: [door!], name: 'x', minutes: 60, windowId };
    expect((await rest(telling.alice).post('/api/alerts/maintenance', asked)).body).toMatchObject({
      message:
        'A maintenance window takes up to 20,000 devices. Add a window for a site or a customer instead.',
    });
    expect(await untilOf(door!)).toBeNull();
  });

  test('adds no alerts to a window of another team, one that is over, or one over more than chosen alerts', async () => {
    const [lobby] = await device('AABBCCDDEE01');
    const [door] = await device('AABBCCDDEE02');
    const add = async (windowId: string) =>
      (
        await rest(telling.alice).post('/api/alerts/maintenance', {
          ids: [door],
          minutes: 60,
          name: 'x',
          windowId,
        })
      ).body['message'];
    const { id } = (await start([lobby!])).window!;
    await em().nativeUpdate(MaintenanceWindow, { id }, { places: [] });
    expect(await add(id)).toBe("Alerts can't be added to this window");
    await em().nativeUpdate(
      MaintenanceWindow,
      { id },
      { places: [{ siteId: 'HOST:1' }], endedAt: new Date() },
    );
    expect(await add(id)).toBe("This window isn't active right now");
    const { teamId } = await addCustomer(telling.running);
    await em().nativeUpdate(MaintenanceWindow, { id }, { team: teamId, endedAt: null });
    expect(await add(id)).toBe('Maintenance window not found');
    expect(await untilOf(door!)).toBeNull();
  });

  test('leaves out alerts without a device unless whole sites are chosen', async () => {
    const [lobby] = await device('AABBCCDDEE01');
    const [console] = await device(null, { siteId: 'HOST:2', siteName: 'Branch' });
    const [sameSite] = await device('AABBCCDDEE04', { siteId: 'HOST:2' });
    const started = await start([lobby!, console!]);
    expect(outcomes(started)).toEqual(['done', 'no_device']);
    expect(started.window!.places).toMatchObject([{ deviceMac: 'AABBCCDDEE01' }]);
    expect([await untilOf(console!), await untilOf(sameSite!)]).toEqual([null, null]);
    expect((await start([console!])).window).toBeNull();
  });

  test('is quiet until it ends, and then notifies again about what is still open', async () => {
    const [open, recovered] = [...(await device('AABBCCDDEE01')), ...(await device('AABBCCDDEE02'))];
    await telling.deliver();
    await start([open!, recovered!]);
    await telling.resolve([recovered!]);
    await telling.deliver();
    expect(types()).toEqual(['alert.opened', 'alert.opened']);
    await telling.rows(`update maintenance_window set starts_at = '2026-01-01T00:00'`);
    await telling.pass(61);
    await telling.deliver();
    expect(types().slice(2).toSorted()).toEqual(['alert.reminder', 'alert.resolved']);
    expect(await em().find(AlertEntry, { alert: open!, kind: 'maintenance_started' as never })).toMatchObject(
      [{ by: 'Alice Tester', params: { window: 'Firmware' } }],
    );
  });

  test('changes each alert once on every screen, and other alerts of its devices too', async () => {
    const [lobby, again] = [...(await device('AABBCCDDEE01')), ...(await device('AABBCCDDEE01'))];
    const events = (alertId: string) => em().count(Event, { alertId });
    const before = [await events(lobby!), await events(again!)];
    await start([lobby!]);
    expect([await events(lobby!), await events(again!)]).toEqual(before.map((count) => count + 1));
  });

  test('that someone ends early notifies at once, and updates the alerts on every screen', async () => {
    const [open] = await device('AABBCCDDEE01');
    await telling.deliver();
    const { window } = await start([open!]);
    const before = await em().count(Event, { alertId: open! });
    await rest(telling.alice).post(`/api/maintenance-windows/${window!.id}/end`);
    await telling.deliver();
    expect(types()).toEqual(['alert.opened', 'alert.reminder']);
    expect(await untilOf(open!)).toBeNull();
    expect(await em().count(Event, { alertId: open! })).toBe(before + 1);
  });

  test('adds no reminder to a first notification that has not been sent', async () => {
    const [open] = await device('AABBCCDDEE01');
    await start([open!]);
    await telling.deliver();
    expect(await log()).toEqual(['opened held']);
  });

  test('has an outcome for each: as it was, ended, of another team, and no alert at all', async () => {
    const [longer, ended, fine] = [
      ...(await device('AABBCCDDEE01')),
      ...(await device('AABBCCDDEE02')),
      ...(await device('AABBCCDDEE03')),
    ];
    await start([longer!], 120);
    await telling.resolve([ended!]);
    const started = await start([longer!, ended!, randomUUID(), 'x', fine!, fine!]);
    expect(outcomes(started)).toEqual(['unchanged', 'ended', 'not_found', 'not_found', 'done']);
    expect(started.window!.places).toHaveLength(1);
    expect(outcomes(await start([fine!], 60, telling.cast.bob))).toEqual(['not_found']);
    expect((await start([longer!])).window).toBeNull();
    expect(await em().count(MaintenanceWindow, {})).toBe(2);
  });

  test('keeps its places when its name or time is changed', async () => {
    const [open] = await device('AABBCCDDEE01');
    const { window } = await start([open!]);
    const form = { name: 'Cabling', controllerId: null, siteId: null, deviceMac: null, minutes: 90 };
    const { body } = await rest(telling.alice).put(`/api/maintenance-windows/${window!.id}`, form);
    expect(body).toMatchObject({ name: 'Cabling', minutes: 90, places: window!.places });
  });

  test.each([
    [{ name: ' ' }, 'Reason is required'],
    [{ minutes: 4 }, 'Maintenance lasts at least 5 minutes'],
    [{ minutes: 10_081 }, 'Maintenance lasts at most 7 days'],
    [{ ids: Array(201).fill('x') }, 'Choose up to 200 alerts at a time'],
  ])('is refused with %j', async (wrong, message) => {
    const asked = { ids: [], name: 'Firmware', minutes: 60, ...wrong };
    const { body } = await rest(telling.alice).post('/api/alerts/maintenance', asked);
    expect(JSON.stringify(body)).toContain(message);
  });

  test('is not for viewers', async () => {
    const [open] = await device('AABBCCDDEE01');
    const viewer = await addMember(telling.alice, TeamRole.viewer);
    const asked = { ids: [open!], name: 'Firmware', minutes: 60 };
    expect((await rest(viewer).post('/api/alerts/maintenance', asked)).status).toBe(403);
    expect(await em().count(MaintenanceWindow, {})).toBe(0);
  });
});

describe('A window that isn’t limited to chosen alerts', () => {
  const events = (alertId: string) => em().count(Event, { alertId });
  const path = '/api/maintenance-windows';
  const local = (at: number) => new Date(at).toISOString().slice(0, 16);
  const window = (more: object = {}) => ({
    name: 'Power',
    startsAt: local(Date.now() - 60_000),
    minutes: 60,
    timeZone: 'UTC',
    ...more,
  });

  test('updates the open alerts that it covers on every screen when it is added, changed, ended and deleted', async () => {
    const [here] = await device('AABBCCDDEE01');
    const [elsewhere] = await device('AABBCCDDEE02', { siteId: 'HOST:2' });
    const counts = async (): Promise<[number, number]> => [await events(here!), await events(elsewhere!)];
    let [mine, others] = await counts();
    const site = { controllerId: telling.alice.controllerId, siteId: 'HOST:1' };
    const { id } = (await rest(telling.alice).post(path, window(site))).body as { id: string };
    expect(await counts()).toEqual([++mine, others]);
    await rest(telling.alice).put(`${path}/${id}`, { name: 'Cabling' });
    expect(await counts()).toEqual([mine, others]);
    await rest(telling.alice).put(`${path}/${id}`, { siteId: 'HOST:2' });
    expect(await counts()).toEqual([++mine, ++others]);
    await rest(telling.alice).post(`${path}/${id}/end`);
    expect(await counts()).toEqual([mine, ++others]);
    await rest(telling.alice).delete(`${path}/${id}`);
    expect(await counts()).toEqual([mine, others]);
  });

  test('updates them within a minute of beginning and ending as planned, once', async () => {
    const [open] = await device('AABBCCDDEE01');
    const start = Date.now() + 3_600_000;
    await rest(telling.alice).post(path, window({ startsAt: local(start) }));
    const before = await events(open!);
    vi.useFakeTimers({ toFake: ['Date'], now: start - 120_000 });
    try {
      const seen: number[] = [];
      for (const minute of [0, 3, 4, 64, 65]) {
        vi.setSystemTime(start + (minute - 2) * 60_000);
        await announceScheduledWindows(telling.running.app);
        seen.push((await events(open!)) - before);
      }
      expect(seen).toEqual([0, 1, 1, 2, 2]);
    } finally {
      vi.useRealTimers();
    }
  });
});
