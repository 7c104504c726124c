import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { RuleBacktestAlerts } from '#web/features/alerts/rules/RuleBacktest.tsx';
import { RuleDialog } from '#web/features/alerts/rules/RuleDialog.tsx';
import { PreviewRule } from '#web/features/alerts/rules/RulePreview.tsx';
import { AlertConditions, AlertRules } from '#web/features/alerts/rules/useAlertRules.ts';
import {
  CancelRuleBacktest,
  RuleBacktestById,
  StartRuleBacktest,
} from '#web/features/alerts/rules/useBacktest.tsx';
import { HalopsaIntegration } from '#web/features/halopsa/useHalopsa.ts';
import { ChannelStates } from '#web/features/notifications/notifications.gql.ts';
import type { RuleBacktestQuery } from '#web/gql/graphql.ts';
import { answer, asks, refuse, render } from '#tests/support/render.tsx';
import { answerControllers, headOffice, rule } from './samples.ts';

const cpu = { ...rule, condition: 'high_cpu' as const, threshold: '80%', duration: 5 };

type Shown = RuleBacktestQuery['ruleBacktest'];
type Result = NonNullable<Shown['result']>;

const runOf = (more: Partial<Result['runs'][number]> = {}): Result['runs'][number] => ({
  threshold: '80%',
  duration: 5,
  total: 52,
  had: 12,
  minutes: 300,
  listed: 52,
  days: [
    { day: '2026-11-19', raised: 40 },
    { day: '2026-11-20', raised: 12 },
  ],
  devices: [{ deviceName: 'Core Switch', siteName: 'Zürich', alerts: 30, minutes: 180 }],
  ...more,
});

const resultOf = (more: Partial<Result> = {}): Result => ({
  from: '2026-11-13T14:00:00.000Z',
  until: '2026-11-20T14:00:00.000Z',
  siteCount: 1,
  deviceCount: 4,
  runs: [runOf()],
  effect: null,
  gaps: [],
  limits: [],
  durations: [],
  thresholds: [],
  suggestions: [],
  ...more,
});

const done = (more: Partial<Result> = {}) =>
  answer(RuleBacktestById, {
    ruleBacktest: { id: 'run-1', status: 'done', progress: 1, result: resultOf(more) },
  });

const started = () => asks(StartRuleBacktest).map(({ variables }) => variables);

const open = async () => {
  const { user } = render(<RuleDialog rule={cpu} onClose={() => undefined} />);
  await screen.findByRole('dialog', { name: 'Edit Alert Rule' });
  const run = (days = 7) =>
    user.click(screen.getByRole('button', { name: `Run over the last ${days} days` }));
  const type = async (label: RegExp, text: string) => {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), text);
  };
  return { user, run, type };
};

beforeEach(() => {
  answerControllers(headOffice);
  answer(AlertRules, { alertRules: [] });
  answer(AlertConditions, { alertConditions: [] });
  answer(ChannelStates, { integrations: [] });
  answer(HalopsaIntegration, { halopsaIntegration: null });
  refuse(PreviewRule, { message: 'Not now' });
  answer(StartRuleBacktest, { startRuleBacktest: { id: 'run-1' } });
  answer(CancelRuleBacktest, { cancelRuleBacktest: 'run-1' });
});

describe('Running a rule over the past', () => {
  test('sends what is typed, and shows how many alerts there would have been and which of them you had', async () => {
    done();
    const { run, type } = await open();
    await type(/^Duration/, '9');
    await run(30);
    expect(
      await screen.findByText('This rule would have raised 52 alerts. You already had 12 of these.'),
    ).toBeInTheDocument();
    expect(started()).toMatchObject([
      { ruleId: cpu.id, days: 30, compare: true, input: { condition: 'high_cpu', duration: 9 } },
    ]);
    expect(screen.getByText('Core Switch')).toBeInTheDocument();
    expect(screen.getByText('Zürich · 30 alerts · 3 h')).toBeInTheDocument();
  });

  test('shows its progress, and can be stopped', async () => {
    answer(RuleBacktestById, {
      ruleBacktest: { id: 'run-1', status: 'running', progress: 0.4, result: null },
    });
    const { user, run } = await open();
    await run();
    const bar = await screen.findByRole('progressbar', { name: 'Running over the last 7 days' });
    await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '40'));
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    await waitFor(() =>
      expect(asks(CancelRuleBacktest).map(({ variables }) => variables)).toEqual([{ id: 'run-1' }]),
    );
  });

  test('compares the draft with the saved rule, only if they differ', async () => {
    done({ runs: [runOf(), runOf({ total: 93, had: 20, duration: 1 })] });
    const { run } = await open();
    await run();
    const saved = await screen.findByRole('region', { name: 'With the saved rule' });
    expect(within(saved).getByText(/93 alerts · 20 you had · 80% · for 1 minute/)).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'With your changes' })).toBeInTheDocument();
    expect(started()).toMatchObject([{ compare: false }]);
  });

  test('fills the form with a suggestion', async () => {
    done({
      suggestions: [
        { threshold: cpu.threshold, duration: 8, before: 52, after: 11, missed: 0, fewerMessages: 60 },
      ],
    });
    const { user, run } = await open();
    await run();
    expect(await screen.findByText(/^Duration \d+ → 8 minutes$/)).toBeInTheDocument();
    expect(screen.getByText('41 fewer alerts, 60 fewer messages, 0 outages missed')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Use this' }));
    expect(screen.getByLabelText(/^Duration/)).toHaveValue(8);
  });

  test('names the gaps and what couldn’t be evaluated', async () => {
    done({
      gaps: [{ from: '2026-11-15T10:00:00.000Z', until: '2026-11-15T11:00:00.000Z', kind: 'unread' }],
      limits: [{ code: 'not_measured', deviceCount: 2, until: null }],
    });
    const { run } = await open();
    await run();
    expect(
      await screen.findByText(
        /^Nothing is known about the hatched periods: .* \(UniFi couldn’t be read\)\.$/,
      ),
    ).toBeInTheDocument();
    expect(
      screen.getByText('2 devices couldn’t be evaluated, because UniFi never reported this value.'),
    ).toBeInTheDocument();
  });

  test('says only that a condition can’t be run over the past, and claims no result', async () => {
    done({
      runs: [runOf({ total: 0, had: 0 })],
      limits: [{ code: 'clients_not_stored', deviceCount: null, until: null }],
    });
    const { run } = await open();
    await run();
    expect(await screen.findByText(/^We don’t store when clients were connected/)).toBeInTheDocument();
    expect(screen.queryByText(/^This rule would have raised/)).not.toBeInTheDocument();
    expect(screen.queryByText('Alerts per day')).not.toBeInTheDocument();
  });

  test('lists the alerts once someone opens the list', async () => {
    done();
    answer(RuleBacktestAlerts, {
      ruleBacktestAlerts: [
        {
          type: 'device_offline',
          deviceName: 'Core Switch',
          siteName: 'Zürich',
          siteCount: null,
          port: null,
          since: '2026-11-20T10:00:00.000Z',
          raisedAt: '2026-11-20T10:05:00.000Z',
          until: '2026-11-20T10:45:00.000Z',
          affected: 17,
          had: true,
        },
        {
          type: 'wan_down',
          deviceName: 'WAN2',
          siteName: 'Bern',
          siteCount: null,
          port: null,
          since: '2026-11-19T10:00:00.000Z',
          raisedAt: '2026-11-19T10:05:00.000Z',
          until: null,
          affected: 0,
          had: false,
        },
        {
          type: 'isp_outage',
          deviceName: 'Comcast',
          siteName: 'Bern',
          siteCount: 3,
          port: null,
          since: '2026-11-18T10:00:00.000Z',
          raisedAt: '2026-11-18T10:05:00.000Z',
          until: null,
          affected: 0,
          had: false,
        },
      ],
    });
    const { user, run } = await open();
    await run();
    await user.click(await screen.findByText('Show the alerts'));
    expect(await screen.findByText('Core Switch and 17 devices behind it')).toBeInTheDocument();
    expect(screen.getByText(/^Zürich · .* · 45 min · you had it$/)).toBeInTheDocument();
    expect(screen.getByText('Internet line WAN2')).toBeInTheDocument();
    expect(screen.getByText(/^3 sites · .* · still open$/)).toBeInTheDocument();
  });

  test('lists the alerts of the saved rule too when both are compared', async () => {
    done({ runs: [runOf(), runOf({ total: 93, listed: 93, duration: 1 })] });
    answer(RuleBacktestAlerts, { ruleBacktestAlerts: [] });
    const { run } = await open();
    await run();
    expect(await screen.findByText('Alerts with your changes')).toBeInTheDocument();
    expect(screen.getByText('Alerts with the saved rule')).toBeInTheDocument();
    await waitFor(() =>
      expect(asks(RuleBacktestAlerts).map(({ variables }) => variables)).toEqual([
        { id: 'run-1', run: 0, skip: 0 },
        { id: 'run-1', run: 1, skip: 0 },
      ]),
    );
  });

  test('draws the curves behind a suggestion, as text and as a table too', async () => {
    done({
      durations: [52, 50, 47, 45, 44, 42, 20, 13, 11, 11].map((alerts, minutes) => ({ minutes, alerts })),
      thresholds: [
        { threshold: '75%', alerts: 80 },
        { threshold: '80%', alerts: 42 },
        { threshold: '85%', alerts: 9 },
      ],
      suggestions: [
        { threshold: '80%', duration: 8, before: 52, after: 11, missed: 0, fewerMessages: null },
        { threshold: '85%', duration: 5, before: 52, after: 9, missed: 0, fewerMessages: null },
      ],
    });
    const { user, run } = await open();
    await run();
    const byDuration = within(await screen.findByRole('region', { name: 'Alerts by duration' }));
    expect(byDuration.getByText('This rule: 5 minutes, 42 alerts')).toBeInTheDocument();
    expect(byDuration.getByText('Suggested: 8 minutes, 11 alerts')).toBeInTheDocument();
    expect(
      byDuration.getByRole('img', {
        name: /^Alerts by duration from 0 minutes to 9 minutes: 52 alerts to 11 alerts\./,
      }),
    ).toBeInTheDocument();
    const byThreshold = within(screen.getByRole('region', { name: 'Alerts by threshold' }));
    expect(byThreshold.getByText('Suggested: 85%, 9 alerts')).toBeInTheDocument();
    expect(screen.getByText(/^The curve counts every problem\. Those that are grouped/)).toBeInTheDocument();
    await user.click(byThreshold.getByRole('button', { name: 'Show table: Alerts by threshold' }));
    expect(byThreshold.getByRole('row', { name: '75% 80 alerts' })).toBeInTheDocument();
  });

  test('keeps what is typed when it fails, and says why', async () => {
    refuse(StartRuleBacktest, { message: 'Too many requests. Try again in a minute.' });
    const { run, type } = await open();
    await type(/^Duration/, '9');
    await run();
    expect(await screen.findByText('Too many requests. Try again in a minute.')).toBeInTheDocument();
    expect(screen.getByLabelText(/^Duration/)).toHaveValue(9);
    expect(screen.getByRole('button', { name: 'Run over the last 7 days' })).toBeEnabled();
  });
});
