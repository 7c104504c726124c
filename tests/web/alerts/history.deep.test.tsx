import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AlertsPage } from '#web/features/alerts/AlertsPage.tsx';
import { CustomerChoices } from '#web/features/customers/customers.gql.ts';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';
import { HistorySites } from '#web/features/alerts/history/HistoryFilters.tsx';
import { AlertHistory, AlertHistoryDays } from '#web/features/alerts/history/useAlertHistory.ts';
import type { ShownAlert } from '#web/features/alerts/alert-changes.ts';
import { answerControllers, alertAt, headOffice } from './samples.ts';
import { here } from '#web/lib/time-zones.ts';

const over = alertAt(1, { resolvedAt: '2026-11-20T15:00:00.000Z' });
const still = alertAt(2, { severity: 'critical', type: 'high_cpu' });
const today = new Date().toISOString().slice(0, 10);

const open = (query = '') =>
  render(<AlertsPage />, { path: `/alerts?tab=history${query}`, signedInAs: alice });
const finds = (nodes: ShownAlert[], nextCursor: string | null = null) => {
  answer(AlertHistory, { alertHistory: { nodes, nextCursor } });
  answer(AlertHistoryDays, {
    me: { id: 'alice', teamPackage: { id: 'pro', dataRetentionDays: 3 } },
    alertHistoryDays: nodes.length ? [{ day: today, count: nodes.length }] : [],
  });
};
const rows = async () => within(await screen.findByRole('table', { name: 'Alerts' })).getAllByRole('row');
const asked = () => asks(AlertHistory).at(-1)?.variables;

beforeEach(() => {
  answerControllers(headOffice, { ...headOffice, id: 'depot', name: 'Depot' });
  finds([still, over]);
});

describe('The history', () => {
  test('is a tab next to current alerts and rules', async () => {
    answerControllers();
    const { user } = render(<AlertsPage />, { path: '/alerts', signedInAs: alice });
    const tabs = screen.getAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Current Alerts', 'Alert Rules', 'History']);
    await user.click(tabs[2]!);
    expect(await rows()).toHaveLength(2);
  });

  test('shows each alert’s severity, message, start and end', async () => {
    open();
    const [first, second] = await rows();
    expect(first).toHaveTextContent(/^CriticalAP 2.*High CPU.*Raised .*Open$/);
    expect(second).toHaveTextContent(/^ErrorAP 1.*Device offline.*Raised .*Resolved /);
    expect(within(second!).getAllByRole('cell')).toHaveLength(5);
  });

  test('links to the page of each alert', async () => {
    open();
    const links = await screen.findAllByRole('link', { name: /: open the page of this alert for / });
    expect(links[0]).toHaveAttribute('href', expect.stringMatching(/^\/alerts\/.+/));
  });

  test('can be filtered, and the address keeps the filters', async () => {
    const { user } = open('&level=critical&q=lobby');
    await rows();
    expect(asked()).toMatchObject({
      search: 'lobby',
      severities: ['error', 'critical'],
      type: null,
      open: null,
    });
    expect(screen.getByLabelText('Severity')).toHaveValue('critical');
    await user.selectOptions(screen.getByLabelText('Type'), 'High CPU');
    await user.selectOptions(screen.getByLabelText('State'), 'Resolved');
    await user.selectOptions(await screen.findByLabelText('Controller'), 'Depot');
    await user.selectOptions(screen.getByLabelText('Severity'), 'All Levels');
    await waitFor(() =>
      expect(asked()).toMatchObject({
        severities: null,
        type: 'high_cpu',
        open: false,
        controllerId: 'depot',
      }),
    );
    expect(asks(AlertHistoryDays).at(-1)?.variables).toMatchObject({
      type: 'high_cpu',
      controllerId: 'depot',
    });
  });

  test('takes a custom date range, which also applies to the chart and the file', async () => {
    const { user } = open();
    await rows();
    await user.selectOptions(screen.getByLabelText('Period'), 'Custom dates…');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Choose the first and the last day.');
    await user.type(screen.getByLabelText('First day'), '1999-01-01');
    await user.type(screen.getByLabelText('Last day'), '2026-10-03');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Choose a first day in this century.');
    await user.clear(screen.getByLabelText('First day'));
    await user.type(screen.getByLabelText('First day'), '2026-10-01');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    const between = { since: '2026-10-01T00:00:00.000Z', until: '2026-10-04T00:00:00.000Z' };
    await waitFor(() => expect(asked()).toMatchObject(between));
    expect(asks(AlertHistoryDays).at(-1)?.variables).toMatchObject(between);
    await user.click(await screen.findByRole('button', { name: 'Show table: Alerts raised per day' }));
    const table = screen.getByRole('region', { name: 'Alerts raised per day, day by day' });
    expect(within(table).getAllByRole('row')).toHaveLength(4);
    await user.selectOptions(screen.getByLabelText('Period'), 'Last 7 days');
    await waitFor(() => expect(asked()).toMatchObject({ until: null }));
  });

  test('lists the rows behind a figure of a report, and says and clears what it lists', async () => {
    answer(CustomerChoices, { found: [], chosen: [{ id: 'acme', name: 'Acme', color: '#0072b2' }] });
    const { user } = open('&month=2026-10&customer=acme,none&tag=gold&planned=no&acked=yes&ended=recovered');
    expect(
      await screen.findByText(
        'Filters: Acme · sites without a customer · sites tagged gold · planned work excluded · acknowledged · recovered',
      ),
    ).toBeVisible();
    expect(asked()).toMatchObject({
      month: '2026-10',
      since: null,
      customerIds: ['acme'],
      unassigned: true,
      tags: ['gold'],
      planned: false,
      acknowledged: true,
      resolution: 'recovered',
    });
    expect(screen.getByLabelText('Period')).toHaveDisplayValue('October 2026');
    await user.click(screen.getByRole('button', { name: 'All alerts' }));
    await waitFor(() =>
      expect(asked()).toMatchObject({ month: '2026-10', customerIds: null, planned: null }),
    );
    await user.selectOptions(screen.getByLabelText('Period'), 'Last 7 days');
    await waitFor(() => expect(asked()).toMatchObject({ month: null, until: null }));
  });

  test('can be limited to one site, or to one device by a link', async () => {
    const depot = { ...headOffice, id: 'depot', selectedSiteId: 'site-2', selectedSiteName: 'Bern' };
    answerControllers(headOffice, depot);
    const { user } = open('&mac=68D79AB789FF');
    await rows();
    expect(asked()).toMatchObject({ deviceMac: '68D79AB789FF', siteId: null });
    await user.selectOptions(await screen.findByLabelText('Site'), 'Bern');
    await waitFor(() => expect(asked()).toMatchObject({ siteId: 'site-2' }));
    expect(await screen.findByText('Filters: AP 2')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'All devices' }));
    await waitFor(() => expect(asked()).toMatchObject({ deviceMac: null, siteId: 'site-2' }));
    expect(screen.queryByText('Filters: AP 2')).not.toBeInTheDocument();
  });

  test('can be limited to one of several sites of a controller', async () => {
    const both = { selectedSiteId: null, selectedSiteName: null, selectedSiteCount: 2 };
    answerControllers({ ...headOffice, ...both });
    const selected = { selectedSiteIds: ['site-1', 'site-2'], selectedSiteNames: ['Zürich', 'Bern'] };
    answer(HistorySites, { controllers: [{ id: headOffice.id, ...selected }] });
    const { user } = open();
    await rows();
    await user.selectOptions(await screen.findByLabelText('Site'), 'Bern');
    await waitFor(() => expect(asked()).toMatchObject({ siteId: 'site-2' }));
  });

  test('covers the last 30 days by default, including today', async () => {
    const { user } = open();
    await rows();
    const daysAgo = () => (Date.parse(today) - Date.parse(String(asked()?.['since']))) / 86_400_000;
    expect(daysAgo()).toBe(29);
    await user.selectOptions(screen.getByLabelText('Period'), 'Last 7 days');
    await waitFor(() => expect(daysAgo()).toBe(6));
    await user.selectOptions(screen.getByLabelText('Period'), 'All stored alerts');
    await waitFor(() => expect(asked()?.['since']).toBeNull());
  });

  test('grows by "Load more", after the last one shown', async () => {
    finds([still], still.id);
    const { user } = open();
    expect(await rows()).toHaveLength(1);
    finds([over]);
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(asked()).toMatchObject({ after: still.id });
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
    const [, came] = await rows();
    await waitFor(() => expect(within(came!).getByRole('button')).toHaveFocus());
  });

  test('has a daily chart with a table alternative', async () => {
    const { user } = open('&period=7');
    const part = within(await screen.findByRole('region', { name: 'Alerts raised per day' }));
    expect(part.getByRole('img')).toHaveAccessibleName(
      /^Alerts raised per day from .*highest 2; at the end 2$/,
    );
    await user.click(part.getByRole('button', { name: /^Show table/ }));
    const shown = part
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell').at(-1));
    const unknown = 'Unknown';
    expect(shown.map((cell) => cell?.textContent)).toEqual(['2', '0', '0', '0', unknown, unknown, unknown]);
  });

  test('can be downloaded as CSV with the same filters', async () => {
    const { user } = open('&period=all&level=critical&q=a%26b');
    await rows();
    const get = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('Raised'));
    URL.createObjectURL = () => 'blob:1';
    URL.revokeObjectURL = () => undefined;
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    const signed = expect.objectContaining({
      headers: { authorization: 'Bearer token-of-alice', 'time-zone': here },
    });
    const path = '/api/alert-history/csv?search=a%26b&severities=error&severities=critical';
    await waitFor(() => expect(get).toHaveBeenCalledWith(path, signed));
    get.mockRestore();
  });

  test('says when it is empty, and offers to clear the filters', async () => {
    finds([]);
    const { user } = open('&q=nothing');
    expect(await screen.findByText('No matching alerts')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('No alerts in the last 30 days')).toBeVisible();
  });

  test('that could not be loaded says so and loads on Retry', async () => {
    refuse(AlertHistory, { message: 'The database is away', code: 'UNAVAILABLE' });
    const { user } = open();
    expect(await screen.findByText('We couldn’t load the alert history')).toBeVisible();
    finds([over]);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await rows()).toHaveLength(1);
  });

  test('opens the details of an alert', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'AP 1' }));
    expect(await screen.findByRole('dialog')).toBeInTheDocument();
  });
});
