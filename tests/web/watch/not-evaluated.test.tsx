import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { AlertsPage } from '#web/features/alerts/AlertsPage.tsx';
import { NotEvaluatedControllers, NotEvaluatedRules } from '#web/features/alerts/rules/NotEvaluated.tsx';
import { AlertConditions, AlertRules } from '#web/features/alerts/rules/useAlertRules.ts';
import { Controllers } from '#web/features/controllers/controllers.gql.ts';
import { ControllerPage } from '#web/features/watch/ControllerPage.tsx';
import { DeviceInPlace, DevicePage } from '#web/features/watch/DevicePage.tsx';
import type { NotEvaluatedFieldsFragment } from '#web/gql/graphql.ts';
import { answer, render } from '#tests/support/render.tsx';
import { answerControllers, answerOpen, rule } from '../alerts/samples.ts';
import { controller, typed } from '../controllers/samples.tsx';
import { details } from './samples.ts';

const gap: NotEvaluatedFieldsFragment = {
  since: new Date(Date.now() - 14 * 60_000).toISOString(),
  reason: 'This console has more to read than UniFi allows in one minute.',
  conditions: ['high_cpu', 'high_memory'],
  controllerId: 'head-office',
  deviceCount: 3,
};
const words =
  /not evaluated on 3 devices since \S.+, \d\d?:\d\d\s[AP]M \(14 min ago\): This console has more to read/i;

beforeEach(() => {
  answer(Controllers, { controllers: [controller()] });
  answerOpen();
  answer(AlertRules, { alertRules: [rule] });
  answerControllers();
  answer(AlertConditions, { alertConditions: [] });
});

describe('What can’t be evaluated is shown, since when and why,', () => {
  test('on the rule, in one line for any number of controllers, with the reasons behind it', async () => {
    const limited = { ...gap, reason: 'This API key can’t use the connector.', deviceCount: 60 };
    const gaps = [
      ...Array.from({ length: 30 }, (_, at) => ({ ...limited, controllerId: `c${at}` })),
      { ...gap, controllerId: 'c1' },
    ];
    answer(NotEvaluatedRules, { alertRules: [typed('AlertRule', { id: rule.id, notEvaluated: gaps })] });
    const { user } = render(<AlertsPage />, { path: '/alerts?tab=rules' });
    const summary = await screen.findByText('Not evaluated on 1,803 devices across 30 controllers');
    const reasons = within(summary.parentElement!).getAllByRole('listitem', { hidden: true });
    expect(reasons.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(
        /^on 1,800 devices across 30 controllers since \S.+ \(14 min ago\): This API key/,
      ),
      expect.stringMatching(/^on 3 devices since \S.+ \(14 min ago\): This console has more to read/),
    ]);
    expect(reasons[0]).not.toBeVisible();
    await user.click(summary);
    expect(reasons[0]).toBeVisible();
  });

  test('on the rule of one controller', async () => {
    answer(NotEvaluatedRules, { alertRules: [typed('AlertRule', { id: rule.id, notEvaluated: [gap] })] });
    render(<AlertsPage />, { path: '/alerts?tab=rules' });
    const summary = await screen.findByText('Not evaluated on 3 devices');
    expect(summary.parentElement).toHaveTextContent(
      /since \S.+ \(14 min ago\): This console has more to read/,
    );
  });

  test('on the controller', async () => {
    answer(NotEvaluatedControllers, {
      controllers: [typed('Controller', { id: 'head-office', notEvaluated: [gap] })],
    });
    render(<ControllerPage />, { pattern: '/controllers/:id', path: '/controllers/head-office' });
    const item = await screen.findByText(
      (_, element) => element?.tagName === 'LI' && words.test(element.textContent),
    );
    expect(item).toHaveTextContent(/^High CPU, High memory not evaluated/);
  });

  test('on the device', async () => {
    answer(DeviceInPlace, {
      deviceDetails: details({ device: { notEvaluated: [{ ...gap, deviceCount: 1 }] } }),
    });
    render(<DevicePage />, {
      pattern: '/controllers/:id/devices/:device',
      path: '/controllers/head-office/devices/d1',
    });
    const item = await screen.findByText(
      (_, element) =>
        element?.tagName === 'LI' &&
        /not evaluated since \S.+, \d\d?:\d\d\s[AP]M \(14 min ago\): This console has more/.test(
          element.textContent,
        ),
    );
    expect(item).toHaveTextContent(/^High CPU, High memory/);
  });
});
