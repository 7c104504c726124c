// The screen of monthly reports, and what leads from it.
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { SiteTags } from '#web/features/customers/customers.gql.ts';
import {
  LeaveReports,
  LeaveReportsPage,
  RejoinReports,
  ReportLink,
} from '#web/features/reports/LeaveReportsPage.tsx';
import {
  ReportMonths,
  ReportOfMonth,
  ReportSchedules,
  SaveReportSchedule,
  SendReportToMe,
} from '#web/features/reports/reports.gql.ts';
import { filePath, spanWords } from '#web/features/reports/report-words.ts';
import { ReportsPage } from '#web/features/reports/ReportsPage.tsx';
import type { ReportOfMonthQuery } from '#web/gql/graphql.ts';
import { formatPercentDown } from '#web/lib/format.ts';
import type { Unmasked } from '#web/lib/unmasked.ts';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';

type Report = NonNullable<Unmasked<ReportOfMonthQuery>['report']>;

const outage = { alertId: 'long', deviceName: 'AP Lobby', siteName: 'Leeds', seconds: 12_000 };
const figures = {
  uptimePercent: 99.987,
  measuredPercent: 96.15,
  plannedSeconds: 7200,
  incidents: 5,
  critical: 1,
  error: 4,
  warning: 0,
  info: 0,
  plannedIncidents: 2,
  acknowledged: 3,
  acknowledgeMedian: 120,
  acknowledgeP90: 600,
  recovered: 4,
  recoverMedian: 900,
  recoverP90: 4500,
  longestOutage: outage,
};
const unknown = {
  ...figures,
  uptimePercent: null,
  measuredPercent: 0,
  incidents: 0,
  plannedIncidents: 0,
  plannedSeconds: 0,
  acknowledgeMedian: null,
  acknowledgeP90: null,
  recoverMedian: null,
  recoverP90: null,
  longestOutage: null,
};
const report: Report = {
  subject: 'Archer Networks',
  timeZone: 'UTC',
  madeAt: null,
  isPreparing: false,
  alertsSince: null,
  until: '2026-11-26T22:00:00.000Z',
  incidentsUntil: '2026-11-26T22:37:00.000Z',
  finalAt: '2026-12-01T07:00:00.000Z',
  siteCount: 3,
  customerCount: 2,
  figures,
  before: { uptimePercent: 99.9, incidents: 7 },
  customers: [
    { id: 'acme', name: 'Acme', siteCount: 2, figures },
    { id: null, name: null, siteCount: 1, figures: unknown },
  ],
  sites: [
    { hostId: 'a:1', name: 'Leeds', controllerId: 'c1', customerId: 'acme', customerName: 'Acme', figures },
    {
      hostId: 'b:2',
      name: 'York',
      controllerId: null,
      customerId: null,
      customerName: null,
      figures: unknown,
    },
  ],
  days: [{ day: '2026-11-01', uptimePercent: null, measuredPercent: 0 }],
  incidents: [
    {
      ...outage,
      type: 'device_offline',
      severity: 'error',
      from: '2026-11-02T10:00:00.000Z',
      until: '2026-11-02T13:20:00.000Z',
    },
  ],
  planned: [],
};
const member = { id: 'mia', name: 'Mia Moss', email: 'mia@archer.test' };
const schedule = {
  customerId: null,
  customerName: null,
  isActive: true,
  memberIds: ['mia', 'gone'],
  addresses: ['it@acme.test'],
  unsubscribed: ['it@acme.test'],
};

const open = (query = '', signedInAs = alice) =>
  render(<ReportsPage />, { path: `/reports${query}`, signedInAs });
const finds = (found: Partial<Report> = {}) => answer(ReportOfMonth, { report: { ...report, ...found } });
const row = async (table: string, name: string) => {
  const rows = within(await screen.findByRole('table', { name: table })).getAllByRole('row');
  return within(rows.find(({ textContent }) => textContent?.startsWith(name))!);
};
const leadsTo = (link: HTMLElement) => {
  const { pathname, searchParams } = new URL(link.getAttribute('href')!, 'http://x');
  return { path: pathname, ...Object.fromEntries(searchParams) };
};

beforeEach(() => {
  answer(ReportMonths, {
    reportMonths: ['2026-11', '2026-10'].map((month, at) => ({ month, isFinal: at > 0 })),
  });
  answer(ReportSchedules, { reportSchedules: [schedule], teamMembers: [member] });
  answer(SiteTags, { siteTags: [{ tag: 'gold', sites: 2 }] });
  finds();
});

describe('A report', () => {
  test('is that of the current month at first, so far, and others can be chosen', async () => {
    const { user } = open();
    expect(
      await screen.findByText(
        /^So far: uptime until .* 10:00 PM, incidents until .* 10:37 PM\. These figures still change/,
      ),
    ).toBeVisible();
    expect(asks(ReportOfMonth)[0]?.variables).toMatchObject({
      month: '2026-11',
      customerId: null,
      tag: null,
    });
    expect(screen.getByRole('option', { name: 'November 2026 (so far)' })).toBeInTheDocument();
    finds({ madeAt: '2026-11-01T07:00:00.000Z' });
    await user.click(screen.getByRole('button', { name: 'Previous month' }));
    expect(await screen.findByText(/^Final figures, stored on /)).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Tag'), 'Sites tagged gold');
    expect(
      await screen.findByRole('heading', { name: /^Sites tagged Archer Networks, October/ }),
    ).toBeVisible();
    expect(asks(ReportOfMonth).at(-1)?.variables).toMatchObject({ month: '2026-10', tag: 'gold' });
  });

  test('leads from each figure of a customer to its rows', async () => {
    open();
    const acme = await row('Customers', 'Acme');
    const rows = { path: '/alerts', tab: 'history', month: '2026-11', customer: 'acme' };
    const link = (name: string) => leadsTo(acme.getAllByRole('link', { name })[0]!);
    expect(link('Acme: incidents 5')).toEqual({ ...rows, planned: 'no' });
    expect(link('Acme: time to acknowledge 2 min')).toEqual({ ...rows, planned: 'no', acked: 'yes' });
    expect(link('Acme: time to recover 15 min')).toEqual({ ...rows, planned: 'no', ended: 'recovered' });
    expect(link('Acme: longest outage 3 h 20 min')).toEqual({ path: '/alerts/long' });
    expect(link('Acme: uptime 99.98%')).toEqual({ path: '/reports', month: '2026-11', customer: 'acme' });
    expect(leadsTo(screen.getByRole('link', { name: '2 more in planned work' }))).toMatchObject({
      planned: 'yes',
    });
    expect((await row('Customers', 'All 3 sites')).getByText('96.1%')).toBeInTheDocument();
  });

  test('of the sites without a customer is linked from the list of customers, with its files and without emails', async () => {
    const { user } = open();
    const none = await row('Customers', 'Sites without a customer');
    finds({
      subject: 'Sites without a customer',
      siteCount: 1,
      customerCount: 1,
      customers: [report.customers[1]!],
    });
    await user.click(none.getByRole('link', { name: 'Sites without a customer' }));
    expect(
      await screen.findByRole('heading', { name: 'Sites without a customer, November 2026' }),
    ).toBeVisible();
    expect(asks(ReportOfMonth).at(-1)?.variables).toMatchObject({ customerId: null, unassigned: true });
    expect(screen.queryByText('Monthly email')).not.toBeInTheDocument();
    expect(filePath({ month: '2026-11', customer: 'none' }, 'pdf')).toBe(
      '/api/reports/2026-11/pdf?unassigned=true',
    );
  });

  test('calls a site without measurements not measured, instead of up, and leads to the page of the other', async () => {
    open('?by=site');
    const york = await row('Sites', 'York');
    expect(york.getByText('Not measured')).toBeVisible();
    expect(york.queryByText('100%')).not.toBeInTheDocument();
    expect(york.queryByRole('link')).not.toBeInTheDocument();
    const leeds = await row('Sites', 'Leeds');
    expect(leadsTo(leeds.getByRole('link', { name: 'Leeds' })).path).toBe('/controllers/c1/sites/a%3A1');
    expect(leadsTo(leeds.getAllByRole('link', { name: 'Leeds: incidents 5' })[0]!)).toMatchObject({
      site: 'a:1',
    });
  });

  test('without any measurement has no uptime at all', async () => {
    finds({ figures: unknown, before: null });
    open();
    expect(await screen.findByText('No data yet')).toBeVisible();
  });

  test.each([
    ['?month=2999-01', 'There is no report for this month', /January 2999 hasn’t begun yet/],
    ['?month=May', 'There is no report for this month', /should name a month such as 2026-05/],
    ['?month=2020-05', 'No report for May 2020', /Monitoring started later/],
    ['?customer=theirs', 'Customer not found', /belongs to another team/],
    ['?customer=empty', 'Empty had no sites in this month', /Assign sites to this customer/],
  ])('that doesn’t exist says why and leads on: %s', async (query, title, words) => {
    if (query.includes('2999')) refuse(ReportOfMonth, { message: 'Invalid', fields: { month: 'Not begun' } });
    if (query.includes('2020')) answer(ReportOfMonth, { report: null });
    if (query.includes('theirs')) refuse(ReportOfMonth, { message: 'Customer not found', code: 'NOT_FOUND' });
    if (query.includes('empty')) finds({ subject: 'Empty', siteCount: 0 });
    open(query);
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.getAllByRole('link').length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Download PDF' })).not.toBeInTheDocument();
    expect(asks(ReportOfMonth)).toHaveLength(query.includes('May') ? 0 : 1);
  });

  test('of an unknown tag says that the tag is not found, and leads to the report of all sites', async () => {
    refuse(ReportOfMonth, { message: 'Tag not found', code: 'NOT_FOUND' });
    open('?month=2026-11&tag=silver');
    expect(await screen.findByText('Tag not found')).toBeVisible();
    expect(screen.getByText('No site has this tag now, or had it in this month.')).toBeVisible();
    expect(screen.queryByText('Customer not found')).not.toBeInTheDocument();
    const link = screen.getByRole('link', { name: 'View the report of all sites' });
    expect(leadsTo(link)).toEqual({ path: '/reports', month: '2026-11' });
  });

  test('that couldn’t be loaded says so, and loads on Retry', async () => {
    refuse(ReportOfMonth, { message: 'No', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = open();
    expect(await screen.findByText('We couldn’t load the report')).toBeVisible();
    finds();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await row('Customers', 'Acme')).toBeDefined();
  });
});

describe('The monthly email', () => {
  test('names its recipients and who unsubscribed, and is changed by the owner', async () => {
    const { user } = open();
    expect(await screen.findByText(/team time, to Mia Moss and it@acme.test\.$/)).toBeVisible();
    expect(screen.getByText('Unsubscribed, so nothing is sent to it@acme.test.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Change recipients' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Monthly email: Archer Networks' }));
    const field = dialog.getByLabelText(/^Other email addresses/);
    await user.clear(field);
    await user.type(field, 'nobody');
    refuse(SaveReportSchedule, {
      message: 'Invalid',
      fields: { addresses: 'nobody isn’t an email address' },
    });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('nobody isn’t an email address')).toBeVisible();
    answer(SaveReportSchedule, { saveReportSchedule: { ...schedule, addresses: ['new@acme.test'] } });
    await user.clear(field);
    await user.type(field, 'new@acme.test');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Monthly email saved')).toBeVisible();
    expect(asks(SaveReportSchedule).at(-1)?.variables['input']).toEqual({
      customerId: null,
      isActive: true,
      memberIds: ['mia'],
      addresses: ['new@acme.test'],
    });
  });

  test('can be tried by sending it to oneself', async () => {
    answer(SendReportToMe, { sendReportToMe: 'alice@example.test' });
    const { user } = open('?customer=acme');
    expect(await screen.findByText('No one gets this report by email.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Email this to me' }));
    expect(await screen.findByText('It’s on its way to alice@example.test.')).toBeVisible();
    expect(asks(SendReportToMe)[0]?.variables).toEqual({ month: '2026-11', customerId: 'acme' });
  });

  test('isn’t offered to other members, who see who gets it', async () => {
    open('', { ...alice, teamRole: 'member' });
    expect(await screen.findByText(/Only the team owner can change this/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Change recipients' })).not.toBeInTheDocument();
  });

  test('stops with its link, which asks first, and can be undone', async () => {
    const link = { address: 'it@acme.test', teamName: 'Archer Networks', unsubscribed: false };
    answer(ReportLink, { reportLink: link });
    answer(LeaveReports, { leaveReports: { unsubscribed: true } });
    answer(RejoinReports, { rejoinReports: { unsubscribed: false } });
    const { user } = render(<LeaveReportsPage />, { path: '/unsubscribe/reports?token=a.b' });
    expect(
      await screen.findByText('it@acme.test gets the monthly network reports of Archer Networks.'),
    ).toBeVisible();
    expect(asks(LeaveReports)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByText(/no longer gets the monthly reports/)).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Subscribe again' }));
    expect(await screen.findByRole('heading', { name: 'Subscribed again' })).toBeVisible();
    expect(asks(RejoinReports)[0]?.variables).toEqual({ token: 'a.b' });
  });
});

test('An uptime is rounded down, and durations have at most two units', () => {
  expect([99.999, 100, 0, 99.5].map((percent) => formatPercentDown(percent))).toEqual([
    '99.99%',
    '100%',
    '0%',
    '99.50%',
  ]);
  expect([0, 59.4, 59.6, 3599, 5400, 86_399, 187_200].map(spanWords)).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '1 h',
    '1 h 30 min',
    '1 d',
    '2 d 4 h',
  ]);
});
