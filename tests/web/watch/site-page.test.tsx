import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AlertHistory } from '#web/features/alerts/history/useAlertHistory.ts';
import { OpenAlerts } from '#web/features/alerts/current/open-alerts.gql.ts';
import { MaintenanceWindows } from '#web/features/maintenance/useWindows.ts';
import { InternetLines, PromiseLineAvailability } from '#web/features/metrics/InternetLines.tsx';
import { ControllerOverTime } from '#web/features/metrics/ControllerMetrics.tsx';
import { WatchedDevices } from '#web/features/watch/ControllerDevices.tsx';
import { ControllerSites, ControllerSitesPage } from '#web/features/watch/ControllerSites.tsx';
import { ControllerOfAddress } from '#web/features/watch/NotInController.tsx';
import { SiteInPlace, SitePage } from '#web/features/watch/SitePage.tsx';
import { SiteTopologyQuery } from '#web/features/watch/topology/SiteTopology.tsx';
import { UplinkChanges } from '#web/features/watch/topology/UplinkChanges.tsx';
import type { ControllerSitesQuery, InternetLinesQuery } from '#web/gql/graphql.ts';
import type { Unmasked } from '#web/lib/unmasked.ts';
import { reportLiveState } from '#web/lib/live-state.ts';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';
import { alertAt, answerOpen } from '../alerts/samples.ts';
import { inHours, weekly } from '../maintenance.samples.ts';
import { site } from './samples.ts';

beforeEach(() => {
  reportLiveState('live');
  answer(SiteInPlace, { siteDetails: site() });
  answer(MaintenanceWindows, { maintenanceWindows: [] });
  answerOpen(alertAt(1));
  answer(AlertHistory, { alertHistory: { nextCursor: null, nodes: [] } });
  answer(WatchedDevices, { devices: [] });
  answer(InternetLines, { internetLines: [] });
  refuse(ControllerOverTime, { message: 'Not now' });
});

const wan: InternetLinesQuery['internetLines'][number] = {
  id: 'l1',
  line: 'WAN',
  provider: 'Comcast',
  asn: 7922,
  addressFamily: 'dual',
  state: 'down',
  stateSince: '2026-11-20T10:00:00.000Z',
  isStandby: false,
  isActive: false,
  promisedPercent: 99.9,
  timeZone: 'Europe/Stockholm',
  outages: [
    { from: '2026-11-20T10:00:00.000Z', until: '2026-11-20T10:12:00.000Z', seconds: 720, inferredFrom: null },
  ],
  providerOutage: null,
  months: [
    {
      month: '2026-11',
      knownSince: null,
      measuredSeconds: 2_592_000,
      availabilityPercent: 99.8765,
      downSeconds: 720,
      unknownSeconds: 0,
      inferredSeconds: 0,
      isPromiseKept: false,
    },
  ],
};

const open = () =>
  render(<SitePage />, {
    pattern: '/controllers/:id/sites/:site',
    path: '/controllers/c1/sites/HOST%3A1',
    signedInAs: alice,
  });

describe('The page of a site', () => {
  test('has its facts, its own alerts and its devices', async () => {
    open();
    const facts = within(await screen.findByRole('region', { name: 'Facts' }));
    const values = Object.fromEntries(
      facts.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    );
    expect(values).toMatchObject({
      Devices: '455 offline1 busy39 online',
      Clients: expect.stringMatching(/^3024 on Wi-Fi, 6 wired, including 2 guests/),
      'Internet provider': 'Bahnhof',
      Console: 'UniFi Dream Machine SE',
      'Network version': '10.3.55',
      'Firmware updates': 'For 11 devices',
      Controller: 'Head Office',
      Customer: 'Acme Dental',
      Tags: 'gold',
    });
    const table = await screen.findByRole('grid', { name: 'Open alerts of Zürich' });
    expect(within(table).getAllByRole('button', { name: /^Acknowledge/ })).toHaveLength(1);
    const place = { controllerId: 'c1', siteId: 'HOST:1' };
    for (const query of [WatchedDevices, ControllerOverTime, AlertHistory])
      await waitFor(() => expect(asks(query)[0]?.variables).toMatchObject(place));
    expect(asks(OpenAlerts)[0]?.variables).toMatchObject({ filter: place });
  });

  test('says why its state isn’t known, and nothing that isn’t reported', async () => {
    answer(SiteInPlace, {
      siteDetails: site({
        state: 'unknown',
        stateReason: 'UniFi returned a server error.',
        siteId: 'HOST:9',
        wifiClients: null,
        ispName: null,
        customer: null,
        tags: [],
      }),
    });
    open();
    expect(await screen.findByText('· UniFi returned a server error.')).toBeInTheDocument();
    expect(screen.getAllByText('Not reported')).toHaveLength(2);
    expect(screen.getAllByText('None')).toHaveLength(2);
  });

  test('doesn’t call it well while some of its devices can’t be read', async () => {
    const devices = { ...site().devices, online: 37, unknown: 2 };
    answer(SiteInPlace, { siteDetails: site({ devices }) });
    answerOpen();
    open();
    expect(
      await screen.findByText('2 devices can’t be read, so their alerts can’t be raised.'),
    ).toBeInTheDocument();
  });

  test('shows maintenance of its devices, and of no other site', async () => {
    const active = { ...weekly, controllerId: 'c1', activeUntil: inHours(1) };
    answer(MaintenanceWindows, {
      maintenanceWindows: [
        { ...active, id: 'w1', name: 'Switch swap', siteId: 'HOST:1', deviceMac: '68D79AB789FF' },
        { ...active, id: 'w2', name: 'Elsewhere', siteId: 'HOST:2' },
      ],
    });
    open();
    expect(await screen.findByText(/“Switch swap” until/)).toBeInTheDocument();
    expect(screen.queryByText(/Elsewhere/)).toBeNull();
  });

  test('shows its internet lines with their outages, and takes what the provider promises', async () => {
    const spare = {
      ...wan,
      id: 'l2',
      line: 'WAN2',
      asn: null,
      state: 'up',
      isStandby: true,
      isActive: true,
    } as const;
    answer(InternetLines, {
      internetLines: [wan, { ...spare, isActive: true, promisedPercent: null, outages: [], months: [] }],
    });
    answer(PromiseLineAvailability, { promiseLineAvailability: true });
    const { user } = open();
    const main = within(await screen.findByRole('region', { name: 'WAN' }));
    expect(main.getByText('Comcast (AS7922)')).toBeInTheDocument();
    expect(main.getByText('IPv4 and IPv6')).toBeInTheDocument();
    expect(main.getByText('November 2026')).toBeInTheDocument();
    expect(main.getByText('99.876%')).toBeInTheDocument();
    expect(main.getByText('Below the promise')).toBeInTheDocument();
    expect(screen.getByText(/Months are in your team’s time zone, Europe\/Stockholm\./)).toBeInTheDocument();
    expect(main.getByText('Outages in the last 90 days (1)')).toBeInTheDocument();
    const second = within(screen.getByRole('region', { name: 'WAN2' }));
    expect(second.getByText('Carries the traffic of another line')).toBeInTheDocument();
    expect(second.getByText('No outages known in the last 90 days.')).toBeInTheDocument();
    await user.click(second.getByRole('button', { name: 'Change' }));
    const field = await screen.findByRole('textbox', { name: /Percent per month/ });
    await user.type(field, '99,95 %');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(asks(PromiseLineAvailability)[0]?.variables).toEqual({ id: 'l2', percent: '99,95 %' }),
    );
  });

  test('says that a line is part of its provider’s outage, and that this time wasn’t measured', async () => {
    const outage = { alertId: 'a1', provider: 'Comcast', siteCount: 6 };
    const from = '2026-11-20T10:00:00.000Z';
    const dark = {
      ...wan,
      state: 'unknown' as const,
      providerOutage: { ...outage, since: from },
      outages: [{ from, until: null, seconds: 7200, inferredFrom: outage }],
      months: [{ ...wan.months[0]!, unknownSeconds: 7500, inferredSeconds: 7200 }],
    };
    answer(InternetLines, { internetLines: [dark] });
    open();
    const main = within(await screen.findByRole('region', { name: 'WAN' }));
    expect(
      main.getByText(
        /^This line has been part of an outage of Comcast at 6 sites since .*The console is unreachable, so this line can’t be measured\./,
      ),
    ).toBeInTheDocument();
    expect(
      main.getByText(/^Not measured: the console was unreachable during an outage of Comcast at 6 sites\./),
    ).toBeInTheDocument();
    expect(main.getByText(/^including 2 (h|hours) during provider outages$/)).toBeInTheDocument();
    for (const link of main.getAllByRole('link', { name: 'View alert', hidden: true }))
      expect(link).toHaveAttribute('href', '/alerts/a1');
  });

  test('says since when a line is known in its first month, without decimals that nobody can know', async () => {
    const first = { ...wan.months[0]!, knownSince: '2026-11-28T08:23:00.000Z', measuredSeconds: 480 };
    answer(InternetLines, { internetLines: [{ ...wan, months: [first] }] });
    open();
    const main = within(await screen.findByRole('region', { name: 'WAN' }));
    expect(main.getByText(/^since .*28/)).toBeInTheDocument();
    expect(main.getByText('99.8%')).toBeInTheDocument();
  });

  test('offers a line’s months as files for its provider, earlier ones behind a title', async () => {
    const months = ['2026-11', '2026-10', '2026-09', '2026-08'].map((month) => ({
      ...wan.months[0]!,
      month,
    }));
    answer(InternetLines, { internetLines: [{ ...wan, months }] });
    const get = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('%PDF'));
    URL.createObjectURL = () => 'blob:1';
    URL.revokeObjectURL = () => undefined;
    const { user } = open();
    const main = within(await screen.findByRole('region', { name: 'WAN' }));
    expect(within(main.getByRole('table', { name: 'Availability of WAN' })).getAllByRole('row')).toHaveLength(
      4,
    );
    expect(main.getByText('Earlier months')).toBeInTheDocument();
    expect(main.getByText('August 2026')).not.toBeVisible();
    await user.click(main.getByRole('button', { name: 'Download PDF of WAN for October 2026' }));
    await user.click(main.getByRole('button', { name: 'Download CSV of WAN for November 2026' }));
    await waitFor(() =>
      expect(get.mock.calls.map(([address]) => address)).toEqual([
        '/api/internet-lines/l1/2026-10/pdf',
        '/api/internet-lines/l1/2026-11/csv',
      ]),
    );
    get.mockRestore();
  });

  test('reads its topology when that tab is opened, and not before', async () => {
    answer(SiteTopologyQuery, { siteTopology: { devices: [], unreadReason: null } });
    answer(UplinkChanges, { uplinkChanges: { nodes: [], nextCursor: null } });
    const { user } = open();
    const tab = await screen.findByRole('tab', { name: 'Topology' });
    expect(asks(SiteTopologyQuery)).toHaveLength(0);
    await user.click(tab);
    expect(await screen.findByText('No devices yet')).toBeInTheDocument();
    expect(asks(SiteTopologyQuery)[0]?.variables).toEqual({ controllerId: 'c1', siteId: 'HOST:1' });
  });

  test('of another team is not found', async () => {
    refuse(SiteInPlace, { message: 'Site not found', code: 'NOT_FOUND' });
    answer(ControllerOfAddress, { controller: { id: 'c1' } });
    open();
    expect(await screen.findByText('Site not found')).toBeInTheDocument();
  });
});

describe('The sites of a controller', () => {
  const one = (n: number): Unmasked<ControllerSitesQuery['controllerSites']>[number] => ({
    id: `s${n}`,
    siteId: `HOST:${n}`,
    name: `Site ${n}`,
    state: n === 1 ? 'offline' : 'online',
    openAlerts: n === 1 ? 1 : 0,
    customer: null,
    devices: { total: 12, offline: n === 1 ? 2 : 0, impaired: 0 },
  });
  const many = (from: number, count: number) => Array.from({ length: count }, (_, n) => one(from + n));

  test('lead to their pages, and say where the trouble is', async () => {
    answer(ControllerSitesPage, { controllerSites: many(1, 2) });
    render(<ControllerSites controllerId="c1" />);
    const rows = within(await screen.findByRole('list', { name: 'Sites' })).getAllByRole('listitem');
    expect(rows[0]).toHaveTextContent(/Offline.*Site 1.*1 open alert · 2 of 12 devices down/);
    expect(rows[1]).toHaveTextContent(/Online.*Site 2.*12 devices/);
    expect(within(rows[0]!).getByRole('link')).toHaveAttribute('href', '/controllers/c1/sites/HOST%3A1');
  });

  test('are loaded fifty at a time, to their end', async () => {
    answer(ControllerSitesPage, ({ after }) => ({ controllerSites: after ? many(51, 3) : many(1, 50) }));
    const { user } = render(<ControllerSites controllerId="c1" />);
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(53));
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  test('aren’t listed if there is only one', async () => {
    answer(ControllerSitesPage, { controllerSites: many(1, 1) });
    render(<ControllerSites controllerId="c1" />);
    await waitFor(() => expect(asks(ControllerSitesPage)).toHaveLength(1));
    expect(screen.queryByRole('heading', { name: 'Sites' })).toBeNull();
  });
});
