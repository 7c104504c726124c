import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { AlertControllers } from '#web/features/alerts/alerts.gql.ts';
import { AlertsPage } from '#web/features/alerts/AlertsPage.tsx';
import { NotEvaluatedControllers, NotEvaluatedRules } from '#web/features/alerts/rules/NotEvaluated.tsx';
import { AlertConditions, AlertRules } from '#web/features/alerts/rules/useAlertRules.ts';
import { CurrentAlerts } from '#web/features/alerts/useCurrentAlerts.ts';
import { Controllers } from '#web/features/controllers/controllers.gql.ts';
import { ControllerPage } from '#web/features/watch/ControllerPage.tsx';
import { DevicePage, ExplainDevice } from '#web/features/watch/DevicePage.tsx';
import type { NotEvaluatedFieldsFragment } from '#web/gql/graphql.ts';
import { answer, render } from '#tests/support/render.tsx';
import { rule } from '../alerts/samples.ts';
import { controller, typed } from '../controllers/samples.tsx';

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
  answer(CurrentAlerts, ({ controllerId }) => ({
    currentAlerts: { controllerId, siteName: 'Main Street', cursor: '10', alerts: [] },
  }));
  answer(AlertRules, { alertRules: [rule] });
  answer(AlertControllers, { controllers: [] });
  answer(AlertConditions, { alertConditions: [] });
});

describe('What can’t be evaluated is shown, since when and why,', () => {
  test('on the rule', async () => {
    answer(NotEvaluatedRules, { alertRules: [typed('AlertRule', { id: rule.id, notEvaluated: [gap] })] });
    render(<AlertsPage />, { path: '/alerts?tab=rules' });
    const cell = await screen.findByText(
      (_, element) => element?.tagName === 'P' && words.test(element.textContent),
    );
    expect(cell).toBeInTheDocument();
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
    answer(ExplainDevice, {
      deviceExplanation: {
        device: {
          id: 'd1',
          name: 'AP Lobby',
          model: 'U7 Pro',
          mac: '68D79AB789FF',
          state: 'online',
          stateReason: null,
          reportedState: null,
          stateSince: '2026-11-20T14:00:00.000Z',
          overLimit: false,
          notEvaluated: [{ ...gap, deviceCount: 1 }],
        },
        at: '2026-11-20T14:07:00.000Z',
        look: 'Its site was being read.',
        measuredAt: null,
        state: 'online',
        rules: [],
        elsewhere: 0,
      },
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
