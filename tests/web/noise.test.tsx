// How noisy the team's alerts are, and what would make them quieter.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  CancelRuleBacktest,
  RuleBacktestById,
  StartRuleBacktest,
} from '#web/features/alerts/rules/useBacktest.tsx';
import { Noise, NoisePage } from '#web/features/noise/NoisePage.tsx';
import { NoiseSourcesOf } from '#web/features/noise/NoiseSources.tsx';
import { ChangeSeenRule } from '#web/features/noise/QuieterRule.tsx';
import type { NoiseQuery, NoiseSourcesQuery, RuleBacktestQuery } from '#web/gql/graphql.ts';
import type { Unmasked } from '#web/lib/unmasked.ts';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';
import { rule as anyRule } from './alerts/samples.ts';

type Shown = Unmasked<NoiseQuery>['noise'];
type Sources = Unmasked<NoiseSourcesQuery>['noiseSources'];

const week = (start: string, more: Partial<Shown['weeks'][number]> = {}): Shown['weeks'][number] => ({
  start,
  isComplete: true,
  messages: 41,
  channels: [
    { channel: 'slack', messages: 30 },
    { channel: 'push', messages: 11 },
  ],
  alerts: 20,
  acknowledged: 5,
  untouched: 12,
  flapping: 2,
  brief: 7,
  ...more,
});

const budget = {
  integrationId: 'slack',
  channel: 'slack',
  isActive: true,
  messages: 30,
  isExceeded: false,
} as const;

const noiseOf = (more: Partial<Shown> = {}): Shown => ({
  timeZone: 'Europe/London',
  weeks: [week('2026-11-09'), week('2026-11-16', { messages: 50 }), week('2026-11-23')],
  budgets: [{ ...budget, budget: null }],
  ...more,
});

const rule = {
  ruleId: 'dips',
  name: 'Access points down',
  condition: 'device_offline',
  threshold: null,
  duration: 1,
  isActive: true,
  hasBacktest: true,
  messages: 41,
  alerts: 20,
  untouched: 12,
  brief: 7,
} as const;

const sourcesOf = (more: Partial<Sources> = {}): Sources => ({
  from: '2026-11-02T00:00:00.000Z',
  rules: [rule],
  devices: [
    {
      name: 'AP Lobby',
      controllerId: 'head-office',
      siteId: 'HOST:1',
      siteName: 'Leeds',
      mac: 'AABBCC000001',
      line: null,
      asn: null,
      rule: null,
      messages: 30,
      alerts: 15,
      untouched: 9,
    },
  ],
  ...more,
});

type Result = NonNullable<RuleBacktestQuery['ruleBacktest']['result']>;

const done = (suggestions: Result['suggestions'], effect: Result['effect'] = null) =>
  answer(RuleBacktestById, {
    ruleBacktest: {
      id: 'run-1',
      status: 'done',
      progress: 1,
      result: {
        from: '2026-10-29T00:00:00.000Z',
        until: '2026-11-28T00:00:00.000Z',
        siteCount: 1,
        deviceCount: 3,
        runs: [],
        effect,
        gaps: [],
        limits: [],
        durations: [],
        thresholds: [],
        suggestions,
      },
    },
  });
const longer = { threshold: null, duration: 3, before: 36, after: 2, missed: 0, fewerMessages: 41 };

const open = (signedInAs = alice, path = '/noise') => render(<NoisePage />, { signedInAs, path });
const find = () => screen.findByRole('button', { name: 'Find a quieter setting for Access points down' });

beforeEach(() => {
  answer(Noise, { noise: noiseOf() });
  answer(NoiseSourcesOf, { noiseSources: sourcesOf() });
  answer(StartRuleBacktest, { startRuleBacktest: { id: 'run-1' } });
  answer(CancelRuleBacktest, { cancelRuleBacktest: 'run-1' });
});

describe('The noise page', () => {
  test('shows what this week’s alerts sent, and how many of them anyone acted on', async () => {
    open();
    const now = await screen.findByRole('region', { name: 'This week so far' });
    expect(now).toHaveTextContent(/Messages.*41.*50 last week/);
    expect(now).toHaveTextContent(/Never acted on.*60%.*12 of 20 alerts/);
    expect(now).toHaveTextContent(/Over in 5 minutes.*35%.*7 of 20 alerts/);
    const weeks = screen.getByRole('table', { name: 'Messages and alerts by week' });
    expect(within(weeks).getAllByRole('row')[0]).toHaveTextContent('so far');
    expect(within(weeks).getAllByRole('row')[0]).toHaveTextContent('Slack 30 · Push 11');
    expect(screen.getByText(/your team’s time zone, Europe\/London/)).toBeInTheDocument();
  });

  test('says which weeks are no longer stored as a whole', async () => {
    answer(Noise, {
      noise: noiseOf({
        timeZone: 'UTC',
        weeks: [
          week('2026-11-09', { isComplete: false, messages: 0, channels: [], alerts: 0 }),
          week('2026-11-16', { isComplete: false }),
          week('2026-11-23', { alerts: 0 }),
        ],
      }),
    });
    open();
    expect(
      await screen.findByText(/Slack 30 · Push 11 · partly before your package’s history/),
    ).toBeInTheDocument();
    const [, , oldest] = within(
      screen.getByRole('table', { name: 'Messages and alerts by week' }),
    ).getAllByRole('row');
    expect(oldest).toHaveTextContent(/Nov 9, 2026Before your package’s history.*–/);
    expect(screen.getByText(/Weeks begin on Monday in UTC/)).toBeInTheDocument();
    expect(screen.getAllByText('No data yet')).toHaveLength(4);
  });

  test('says what to do when there were no alerts', async () => {
    const quiet = {
      messages: 0,
      channels: [],
      alerts: 0,
      acknowledged: 0,
      untouched: 0,
      flapping: 0,
      brief: 0,
    };
    answer(Noise, { noise: noiseOf({ weeks: [week('2026-11-23', quiet)], budgets: [] }) });
    open();
    expect(await screen.findByText('No alerts in the last 8 weeks')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'View alert rules' })).toHaveAttribute(
      'href',
      '/alerts?tab=rules',
    );
    expect(screen.getByRole('link', { name: 'Set up a channel' })).toBeInTheDocument();
  });

  test('says what to do when no one was sent a message', async () => {
    const silent = (start: string) => week(start, { messages: 0, channels: [] });
    answer(Noise, { noise: noiseOf({ weeks: [silent('2026-11-16'), silent('2026-11-23')], budgets: [] }) });
    open();
    expect(await screen.findByText('No messages in the last 8 weeks')).toBeInTheDocument();
    expect(screen.getByText(/^Your team has no active channel, so no one is notified/)).toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: 'Set up a channel' })[0]).toHaveAttribute(
      'href',
      '/integrations#channels',
    );
    expect(screen.queryByRole('img', { name: /Messages a week/ })).not.toBeInTheDocument();
  });

  test('says that its channels were never used', async () => {
    const silent = (start: string) => week(start, { messages: 0, channels: [] });
    const weeks = [silent('2026-11-16'), silent('2026-11-23')];
    answer(Noise, { noise: noiseOf({ weeks, budgets: [{ ...budget, messages: 0, budget: null }] }) });
    open();
    expect(await screen.findByText(/^No message about these alerts was sent/)).toBeInTheDocument();
  });

  test('offers to try again when the figures can’t be loaded', async () => {
    refuse(Noise, { message: 'Internal server error' });
    const { user } = open();
    expect(await screen.findByText('We couldn’t load these figures')).toBeInTheDocument();
    answer(Noise, { noise: noiseOf() });
    await user.click(screen.getByRole('button', { name: /retry|try again/i }));
    expect(await screen.findByText('This week so far')).toBeInTheDocument();
  });

  test('keeps the period of the noisiest rules and devices in the address', async () => {
    const { user } = open();
    const devices = await screen.findByRole('table', { name: 'Noisiest devices' });
    expect(within(devices).getByRole('link', { name: 'AP Lobby' })).toHaveAttribute(
      'href',
      expect.stringContaining('mac=AABBCC000001'),
    );
    await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Last 8 weeks');
    await waitFor(() => expect(asks(NoiseSourcesOf).at(-1)?.variables).toEqual({ weeks: 8 }));
    expect(window.location.search).toBe('?weeks=8');
  });
});

describe('The noisiest devices', () => {
  const [device] = sourcesOf().devices;

  test('show both lines of a site, and lead from a provider to the outages of providers', async () => {
    const line = { ...device!, mac: null, name: 'Fibre' };
    const provider = { ...line, controllerId: null, siteId: null, siteName: null };
    answer(NoiseSourcesOf, {
      noiseSources: sourcesOf({
        devices: [
          { ...line, line: 'WAN' },
          { ...line, line: 'WAN2' },
          { ...provider, name: 'Comcast', asn: 7922 },
          { ...provider, name: 'Comcast', asn: 33491 },
        ],
      }),
    });
    open();
    const devices = await screen.findByRole('table', { name: 'Noisiest devices' });
    expect(within(devices).getAllByRole('link', { name: 'Fibre' })).toHaveLength(2);
    const [comcast] = within(devices).getAllByRole('link', { name: 'Comcast' });
    expect(comcast).toHaveAttribute('href', '/alerts?tab=history&type=isp_outage&period=all');
    expect(within(devices).getByText('Internet provider · AS7922')).toBeInTheDocument();
  });
});

describe('A single noisy device', () => {
  const exception = {
    customerIds: null,
    tags: null,
    siteIds: null,
    deviceRoles: null,
    models: null,
    names: null,
    macs: ['AABBCC000009'],
  };
  const own = {
    __typename: 'AlertRule' as const,
    id: 'dips',
    name: 'Access points down',
    isActive: true,
    threshold: null,
    duration: 1,
    exceptions: [exception],
  };
  const noisy = () => sourcesOf({ devices: sourcesOf().devices.map((one) => ({ ...one, rule: own })) });
  const one = { macs: ['AABBCC000009'] };
  const both = { macs: ['AABBCC000009', 'AABBCC000001'] };

  test('can be excluded from its rule, with the effect that this would have had, and undone', async () => {
    answer(NoiseSourcesOf, { noiseSources: noisy() });
    done([], { threshold: null, duration: 1, before: 15, after: 8, missed: 2, fewerMessages: 14 });
    const { user } = open();
    await user.click(
      await screen.findByRole('button', {
        name: 'Show the effect of excluding AP Lobby from “Access points down”',
      }),
    );
    expect(
      await screen.findByText(/^7 fewer alerts, 14 fewer messages, 2 outages missed in the last 30 days/),
    ).toBeInTheDocument();
    expect(asks(StartRuleBacktest)[0]?.variables).toEqual({
      ruleId: 'dips',
      input: { exceptions: [both] },
      days: 30,
      compare: true,
    });
    answer(ChangeSeenRule, { updateAlertRule: { ...anyRule, id: 'dips' } });
    await user.click(screen.getByRole('button', { name: 'Exclude AP Lobby from “Access points down”' }));
    await user.click(
      await screen.findByRole('button', { name: 'Undo excluding AP Lobby from “Access points down”' }),
    );
    const seen = { threshold: null, duration: 1 };
    await waitFor(() =>
      expect(asks(ChangeSeenRule).map(({ variables }) => variables)).toEqual([
        { id: 'dips', input: { exceptions: [both] }, seen: { ...seen, exceptions: [one] } },
        { id: 'dips', input: { exceptions: [one] }, seen: { ...seen, exceptions: [both] } },
      ]),
    );
  });

  test('that its rule already leaves out says so', async () => {
    const excluded = { ...own, exceptions: [{ ...exception, ...both }] };
    answer(NoiseSourcesOf, {
      noiseSources: sourcesOf({ devices: sourcesOf().devices.map((one) => ({ ...one, rule: excluded })) }),
    });
    open();
    expect(await screen.findByText('Already excluded from “Access points down”.')).toBeInTheDocument();
  });
});

describe('A quieter setting', () => {
  test('is found, applied and undone', async () => {
    done([longer]);
    const { user } = open();
    await user.click(await find());
    expect(await screen.findByText('Duration 1 → 3 minutes')).toBeInTheDocument();
    expect(screen.getByText('34 fewer alerts, 41 fewer messages, 0 outages missed')).toBeInTheDocument();
    expect(asks(StartRuleBacktest)[0]?.variables).toEqual({
      ruleId: 'dips',
      input: {},
      days: 30,
      compare: false,
    });

    answer(ChangeSeenRule, { updateAlertRule: { ...anyRule, id: 'dips', duration: 3 } });
    answer(NoiseSourcesOf, { noiseSources: sourcesOf({ rules: [{ ...rule, duration: 3 }] }) });
    await user.click(screen.getByRole('button', { name: 'Apply duration 1 → 3 minutes' }));
    const undo = await screen.findByRole('button', { name: 'Undo duration 1 → 3 minutes' });
    await user.click(undo);
    expect(await screen.findByRole('button', { name: 'Apply duration 1 → 3 minutes' })).toBeInTheDocument();
    expect(asks(ChangeSeenRule).map(({ variables }) => variables)).toEqual([
      { id: 'dips', input: { duration: 3 }, seen: { threshold: null, duration: 1 } },
      { id: 'dips', input: { duration: 1 }, seen: { threshold: null, duration: 3 } },
    ]);
  });

  test('is not applied to a rule that someone else has changed', async () => {
    done([longer]);
    refuse(ChangeSeenRule, {
      message: 'Someone else changed this rule, so nothing was saved.',
      code: 'CONFLICT',
    });
    const { user } = open();
    await user.click(await find());
    await user.click(await screen.findByRole('button', { name: /^Apply/ }));
    expect(await screen.findByText(/Someone else changed this rule/)).toBeInTheDocument();
    expect(await find()).toBeEnabled();
  });

  test('may not exist', async () => {
    done([]);
    const { user } = open();
    await user.click(await find());
    expect(await screen.findByText(/We found no quieter setting/)).toBeInTheDocument();
  });

  test('isn’t offered where the past can’t be evaluated, and the page says why', async () => {
    answer(NoiseSourcesOf, {
      noiseSources: sourcesOf({
        rules: [
          { ...rule, ruleId: 'clients', name: 'Tills', condition: 'client_disconnect', hasBacktest: false },
          { ...rule, ruleId: 'off', name: 'Off', isActive: false },
        ],
      }),
    });
    open();
    expect(await screen.findByText(/we can’t run this condition over the past/)).toBeInTheDocument();
    expect(screen.getByText('This rule is off.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Find a quieter setting/ })).not.toBeInTheDocument();
  });

  test('shows its progress and can be stopped, and no other rule runs meanwhile', async () => {
    answer(NoiseSourcesOf, {
      noiseSources: sourcesOf({ rules: [rule, { ...rule, ruleId: 'other', name: 'Switches down' }] }),
    });
    answer(RuleBacktestById, {
      ruleBacktest: { id: 'run-1', status: 'running', progress: 0.4, result: null },
    });
    const { user } = open();
    await user.click(await find());
    expect(
      await screen.findByRole('progressbar', { name: 'Running over the last 30 days' }),
    ).toBeInTheDocument();
    const other = screen.getByRole('button', { name: 'Find a quieter setting for Switches down' });
    expect(other).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(other).toBeEnabled());
    expect(asks(CancelRuleBacktest)).toHaveLength(1);
  });

  test('can be read, but not applied, by viewers', async () => {
    done([longer]);
    const { user } = open({ ...alice, teamRole: 'viewer' });
    await user.click(await find());
    expect(await screen.findByText('Duration 1 → 3 minutes')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Apply/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /budget/ })).not.toBeInTheDocument();
  });
});

describe('A channel’s budget', () => {
  test('is shown with what was sent, and leads to the channel’s settings', async () => {
    answer(Noise, { noise: noiseOf({ budgets: [{ ...budget, budget: 100 }] }) });
    open();
    expect(await screen.findByText('30 messages this week · budget 100')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Change budget of Slack' })).toHaveAttribute(
      'href',
      '/integrations?channel=slack#channels',
    );
    expect(screen.queryByText(/is over its budget/)).not.toBeInTheDocument();
  });

  test('warns when more was sent, and says that nothing is held back', async () => {
    answer(Noise, {
      noise: noiseOf({ budgets: [{ ...budget, messages: 120, budget: 100, isExceeded: true }] }),
    });
    open();
    expect(await screen.findByText('Slack is over its budget this week')).toBeInTheDocument();
    expect(
      screen.getByText('It has sent 120 messages. Its budget is 100. Nothing is held back.'),
    ).toBeInTheDocument();
  });
});
