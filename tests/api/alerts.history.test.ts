// The history of alerts: found, paged, counted by the day, and as a file.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { AlertResolution, AlertSeverity, AlertType } from '#api/features/alerts/alert.enums.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { addMember } from '#tests/support/members.ts';
import { addController, enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let cast: Cast;
let depot: string;
let foreign: string;

const hour = 3_600_000;
const begin = Date.parse('2026-11-20T12:00:00Z');
const at = (hours: number) => new Date(begin + hours * hour);

interface Page {
  nodes: { id: string; deviceName: string; message: string; severity: string; resolvedAt: string | null }[];
  nextCursor: string | null;
}
const ask = (query = '') => rest(cast.alice).get(`/api/alert-history${query && `?${query}`}`);
const page = async (query = '') => (await ask(query)).body as Page;
const names = async (query: string) => (await page(query)).nodes.map(({ deviceName }) => deviceName);

beforeAll(async () => {
  running = await startServer();
  await emptyDatabase();
  cast = await enter(running);
  foreign = await addController(cast.bob);
  depot = await addController(cast.alice, { name: 'Depot', selectedSiteId: 'HOST:2' });
  const em = running.app.orm.em.fork();
  const write = (hours: number, deviceName: string, more: object = {}) =>
    em.insert(Alert, {
      team: cast.alice.teamId,
      controller: cast.alice.controllerId,
      ruleName: 'Access points',
      subject: deviceName,
      type: AlertType.device_offline,
      severity: AlertSeverity.error,
      deviceName,
      siteId: 'HOST:1',
      siteName: 'Head Office',
      since: at(hours),
      timestamp: at(hours),
      resolvedAt: at(hours + 1),
      resolution: AlertResolution.recovered,
      ...more,
    });
  await write(0, 'AP Lobby', { deviceMac: 'AAAAAAAAAAAA' });
  await write(1, 'Switch 100%', { type: AlertType.high_cpu, severity: AlertSeverity.warning });
  await write(30, '=HYPERLINK("x") Büro', { controller: depot, siteId: 'HOST:2' });
  await write(31, 'Gateway', {
    severity: AlertSeverity.critical,
    resolvedAt: null,
    resolution: null,
  });
  // Two of one moment.
  for (const name of ['Twin 1', 'Twin 2']) await write(32, name);
  await write(33, 'Elsewhere', {
    team: cast.bob.teamId,
    controller: foreign,
  });
});
afterAll(() => running.close());

describe('The history of alerts', () => {
  test('is newest first and paged, with each alert once, even those of the same moment', async () => {
    const seen: string[] = [];
    let query = 'first=2';
    for (let pages = 0; pages < 5; pages++) {
      const { nodes, nextCursor } = await page(query);
      expect(nodes.length).toBeLessThanOrEqual(2);
      seen.push(...nodes.map(({ deviceName }) => deviceName));
      if (!nextCursor) break;
      query = `first=2&after=${nextCursor}`;
    }
    expect(seen.slice(0, 2).sort()).toEqual(['Twin 1', 'Twin 2']);
    expect(seen.slice(2)).toEqual(['Gateway', '=HYPERLINK("x") Büro', 'Switch 100%', 'AP Lobby']);
  });

  test.each([
    ['severities=critical&severities=warning', ['Gateway', 'Switch 100%']],
    ['severities=warning', ['Switch 100%']],
    ['type=high_cpu', ['Switch 100%']],
    ['siteId=HOST:2', ['=HYPERLINK("x") Büro']],
    ['deviceMac=AAAAAAAAAAAA', ['AP Lobby']],
    ['open=true', ['Gateway']],
    ['search=lobby', ['AP Lobby']],
    ['search=head+B%C3%9CRO', ['=HYPERLINK("x") Büro']],
    ['search=100%25', ['Switch 100%']],
    ['search=%25%25', []],
    ['until=2026-11-20T12:30:00Z', ['AP Lobby']],
    ['since=2026-11-20T12:30:00Z&until=2026-11-21T00:00:00Z', ['Switch 100%']],
  ])('can be filtered by %s', async (query, found) => {
    expect(await names(query)).toEqual(found);
  });

  test('of one controller contains nothing from another', async () => {
    expect(await names(`controllerId=${depot}`)).toEqual(['=HYPERLINK("x") Büro']);
  });

  test.each([
    ['first=0', 'Ask for at least one alert'],
    ['first=201', 'Ask for at most 200 alerts at once'],
    [`search=${'x'.repeat(201)}`, 'Search must be 200 characters or less'],
    ['severities=dreadful', 'Severities must be one of info, warning, error, critical'],
  ])('refuses %s', async (query, message) => {
    expect(await ask(query)).toMatchObject({ status: 400, body: { message } });
  });

  test('refuses an invalid time', async () => {
    expect((await ask('since=soon')).status).toBe(400);
  });

  test('shows no controller and no alert of another team', async () => {
    expect((await ask(`controllerId=${foreign}`)).status).toBe(404);
    const [theirs] = ((await rest(cast.bob).get('/api/alert-history')).body as Page).nodes;
    expect(theirs?.deviceName).toBe('Elsewhere');
    for (const cursor of [theirs!.id, 'no-id']) expect((await ask(`after=${cursor}`)).status).toBe(404);
  });

  test('is counted by day', async () => {
    const { body } = await rest(cast.alice).get(
      '/api/alert-history/days?severities=error&severities=critical',
    );
    expect(body).toEqual([
      { day: '2026-11-20', count: 1 },
      { day: '2026-11-21', count: 4 },
    ]);
  });

  test('can be downloaded as a file with the same filters, which contains no formulas', async () => {
    const { status, text, headers } = await rest(cast.alice).get('/api/alert-history/csv?search=offline');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head, ...rows] = text.trim().split('\r\n');
    expect(head?.replace('\uFEFF', '')).toBe(
      'Raised,Over,Severity,Type,Device,Site,Message,Rule,Acknowledged by',
    );
    expect(rows).toHaveLength(5);
    expect(text).toContain(
      `"'=HYPERLINK(""x"") Büro (Head Office) was offline from 18:00 to 19:00 UTC (1 h)"`,
    );
    expect(text).not.toContain('Elsewhere');
  });

  test('can be read by viewers, but not without signing in', async () => {
    const viewer = await addMember(cast.alice, TeamRole.viewer);
    expect((await rest(viewer).get('/api/alert-history')).status).toBe(200);
    for (const path of ['', '/days', '/csv'])
      expect((await rest(cast.vic).get(`/api/alert-history${path}`)).status).toBe(401);
  });
});
