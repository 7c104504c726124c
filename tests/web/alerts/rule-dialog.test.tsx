import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AlertControllers } from '#web/features/alerts/alerts.gql.ts';
import { CreateAlertRule, RuleDialog, RuleSites } from '#web/features/alerts/rules/RuleDialog.tsx';
import { AlertConditions, AlertRules, UpdateAlertRule } from '#web/features/alerts/rules/useAlertRules.ts';
import { HalopsaIntegration } from '#web/features/halopsa/useHalopsa.ts';
import { ChannelStates } from '#web/features/notifications/notifications.gql.ts';
import { answer, asks, refuse, render } from '#tests/support/render.tsx';
import { cpu, headOffice, rule } from './samples.ts';

const onClose = vi.fn<() => void>();
const create = async () => {
  const { user } = render(<RuleDialog onClose={onClose} />);
  await screen.findByRole('dialog', { name: 'Create Alert Rule' });
  const type = async (label: RegExp, text: string) => {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), text);
  };
  const choose = async (label: RegExp, option: string) =>
    user.selectOptions(screen.getByLabelText(label), option);
  const save = () => user.click(screen.getByRole('button', { name: 'Create Rule' }));
  return { user, type, choose, save };
};

beforeEach(() => {
  onClose.mockReset();
  answer(AlertControllers, { controllers: [headOffice] });
  answer(AlertRules, { alertRules: [] });
  answer(AlertConditions, { alertConditions: [] });
  answer(ChannelStates, { integrations: [] });
  answer(HalopsaIntegration, { halopsaIntegration: null });
  answer(RuleSites, { sites: [{ hostId: 'site-1', hostName: 'Zürich', isSelected: true }] });
});

test('the dialog has the documented sections, and says what HaloPSA requires', async () => {
  await create();
  expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'Basic Configuration',
    'Alert Conditions',
    'Notification Channels',
    'HaloPSA Integration (Optional)',
  ]);
  expect((await screen.findByText('HaloPSA Integration Required')).parentElement).toHaveTextContent(
    'HaloPSA Integration Required — You need to configure HaloPSA integration before enabling automatic ticket creation.',
  );
});

describe('the form refuses', () => {
  test('a rule without a name and a condition, on submit only, without a request', async () => {
    const { save } = await create();
    expect(screen.queryByText('Rule name is required')).not.toBeInTheDocument();
    await save();
    expect(await screen.findByText('Rule name is required')).toBeInTheDocument();
    expect(screen.getByText('Condition is required')).toBeInTheDocument();
    expect(asks(CreateAlertRule)).toEqual([]);
  });

  test('a name of 101 characters', async () => {
    const { user, save } = await create();
    await user.click(screen.getByLabelText('Rule name'));
    await user.paste('n'.repeat(101));
    await save();
    expect(await screen.findByText('Name must be 100 characters or less')).toBeInTheDocument();
  });

  test.each([
    ['0', 'Duration must be at least 1 minute'],
    ['1441', 'Duration cannot exceed 24 hours'],
  ])('a duration of %s', async (minutes, sentence) => {
    const { type, save } = await create();
    await type(/Duration/, minutes);
    await save();
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  });
});

describe('the sites', () => {
  const sites = [
    { hostId: 'site-1', hostName: 'Zürich', isSelected: true },
    { hostId: 'site-2', hostName: 'Bern', isSelected: true },
    { hostId: 'site-3', hostName: 'Oslo', isSelected: false },
  ];
  const offered = async () => {
    await waitFor(() => expect(screen.queryByText('Loading sites from UniFi…')).toBeNull());
    return [...screen.getByLabelText<HTMLSelectElement>(/Site/).options].map(({ text }) => text);
  };

  test('are the monitored ones', async () => {
    answer(RuleSites, { sites });
    const { choose } = await create();
    await choose(/Controller/, 'Head Office');
    expect(await offered()).toEqual(['All sites', 'Zürich', 'Bern']);
  });

  test('are all of them if all are monitored', async () => {
    answer(RuleSites, { sites: sites.map((site) => ({ ...site, isSelected: false })) });
    const { choose } = await create();
    await choose(/Controller/, 'Head Office');
    expect(await offered()).toEqual(['All sites', 'Zürich', 'Bern', 'Oslo']);
  });

  test('include the one of a rule that is no longer monitored, and say so', async () => {
    answer(RuleSites, { sites });
    render(
      <RuleDialog rule={{ ...rule, controllerId: headOffice.id, siteId: 'site-3' }} onClose={onClose} />,
    );
    expect(await offered()).toContain('Oslo (not monitored)');
  });
});

describe('the fields', () => {
  test('of a duration fall back to 5 when it is not a number', async () => {
    const { user } = await create();
    await user.clear(screen.getByLabelText(/Duration/));
    await user.tab();
    expect(screen.getByLabelText(/Duration/)).toHaveValue(5);
  });

  test('include a threshold only for conditions that have one, with a hint', async () => {
    const { choose } = await create();
    expect(screen.queryByLabelText(/Threshold/)).not.toBeInTheDocument();
    await choose(/^Condition/, 'High bandwidth');
    expect(screen.getByLabelText(/Threshold/)).toBeInTheDocument();
    expect(screen.getByText(/Bandwidth such as 100MB or 1GB/)).toBeInTheDocument();
    await choose(/^Condition/, 'Port down');
    expect(screen.queryByLabelText(/Threshold/)).not.toBeInTheDocument();
  });

  test('show the default threshold', async () => {
    answer(AlertConditions, { alertConditions: [cpu] });
    const { choose } = await create();
    await choose(/^Condition/, 'High CPU');
    expect(
      await screen.findByText('CPU percentage such as 80%. Leave blank to use the default: 90%'),
    ).toBeInTheDocument();
  });

  test('offer conditions that are not measured, marked and with the reason', async () => {
    answer(AlertConditions, ({ controllerId }) => ({
      alertConditions: [
        {
          condition: 'low_disk' as const,
          supported: !controllerId,
          reason: 'UniFi does not offer disk usage',
          defaultThreshold: '10%',
        },
      ],
    }));
    const { choose } = await create();
    const option = () => screen.getByRole<HTMLOptionElement>('option', { name: /^Low disk space/ });
    expect(option()).toHaveTextContent('Low disk space');
    await screen.findByRole('option', { name: 'Head Office' });
    await choose(/^Controller/, 'Head Office');
    expect(await screen.findByText('Low disk space: UniFi does not offer disk usage.')).toBeInTheDocument();
    expect(option()).toHaveTextContent('Low disk space (not measured)');
    expect(option().disabled).toBe(false);
  });

  test('include a site only once a controller is selected', async () => {
    const { choose } = await create();
    expect(screen.queryByLabelText(/^Site/)).not.toBeInTheDocument();
    await screen.findByRole('option', { name: 'Head Office' });
    await choose(/^Controller/, 'Head Office');
    expect(await screen.findByRole('option', { name: 'Zürich' })).toBeInTheDocument();
    expect(screen.getByRole('option', { name: 'All sites' })).toBeInTheDocument();
  });
});

describe('saving', () => {
  const fill = async () => {
    const dialog = await create();
    await dialog.type(/Rule name/, 'Gateways');
    await dialog.choose(/^Condition/, 'High CPU');
    await dialog.type(/Threshold/, '80%');
    await dialog.user.click(screen.getByLabelText('Slack'));
    return dialog;
  };

  test('creates the rule, confirms it, refetches the list and closes', async () => {
    answer(CreateAlertRule, { createAlertRule: rule });
    const { save } = await fill();
    await save();
    expect(await screen.findByText('Alert rule created successfully')).toBeInTheDocument();
    expect(asks(CreateAlertRule)[0]?.variables).toEqual({
      input: {
        name: 'Gateways',
        condition: 'high_cpu',
        controllerId: null,
        siteId: null,
        threshold: '80%',
        duration: 5,
        channels: ['slack'],
        isActive: true,
        haloEnabled: false,
        haloSeverityLevels: ['critical'],
        haloClientId: null,
        haloClientName: null,
        haloSiteId: null,
        haloSiteName: null,
        haloPriority: 2,
        haloCategory: 1,
        haloCategoryName: null,
      },
    });
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('shows the server’s message under its field, and keeps the input', async () => {
    refuse(CreateAlertRule, {
      message: 'Enter a percentage between 1 and 100, such as 80%',
      fields: { threshold: 'Enter a percentage between 1 and 100, such as 80%' },
    });
    const { save } = await fill();
    await save();
    expect(await screen.findByText('Enter a percentage between 1 and 100, such as 80%')).toBeInTheDocument();
    expect(screen.getByLabelText('Rule name')).toHaveValue('Gateways');
    expect(screen.getByLabelText('Slack')).toBeChecked();
    expect(onClose).not.toHaveBeenCalled();
  });

  test.each([
    ['Your plan allows no more rules', 'CONFLICT', 'Your plan allows no more rules'],
    ['Internal server error', 'INTERNAL_SERVER_ERROR', 'Failed to create alert rule'],
  ])('that fails with "%s" (%s) reads Error: %s', async (message, code, read) => {
    refuse(CreateAlertRule, { message, code });
    const { save } = await fill();
    await save();
    expect(await screen.findByText('Error')).toBeInTheDocument();
    expect(screen.getByText(read)).toBeInTheDocument();
    expect(screen.getByLabelText('Rule name')).toHaveValue('Gateways');
  });
});

describe('editing', () => {
  const edit = async () => {
    const { user } = render(<RuleDialog rule={rule} onClose={onClose} />);
    await screen.findByRole('dialog', { name: 'Edit Alert Rule' });
    return user;
  };

  test('starts from the rule and saves it', async () => {
    answer(UpdateAlertRule, { updateAlertRule: rule });
    const user = await edit();
    expect(screen.getByLabelText('Rule name')).toHaveValue(rule.name);
    await user.clear(screen.getByLabelText(/Threshold/));
    await user.click(screen.getByRole('button', { name: 'Save Rule' }));
    expect(await screen.findByText('Alert rule updated successfully')).toBeInTheDocument();
    expect(asks(UpdateAlertRule)[0]?.variables).toMatchObject({
      id: rule.id,
      input: { name: rule.name, threshold: null },
    });
  });

  test('that fails without a message reads Failed to update alert rule', async () => {
    refuse(UpdateAlertRule, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const user = await edit();
    await user.click(screen.getByRole('button', { name: 'Save Rule' }));
    expect(await screen.findByText('Failed to update alert rule')).toBeInTheDocument();
  });
});

describe('leaving', () => {
  test('an untouched form closes at once', async () => {
    const { user } = await create();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('a form with something in it asks first', async () => {
    const { user, type } = await create();
    await type(/Rule name/, 'Gateways');
    await user.keyboard('{Escape}');
    expect(await screen.findByText('Discard what you typed?')).toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(screen.getByLabelText('Rule name')).toHaveValue('Gateways');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });
});
