import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CreateAlertRule, RuleDialog, RuleSites } from '#web/features/alerts/rules/RuleDialog.tsx';
import { CoveredDevices, PreviewRule } from '#web/features/alerts/rules/RulePreview.tsx';
import { AlertConditions, AlertRules, UpdateAlertRule } from '#web/features/alerts/rules/useAlertRules.ts';
import { CustomerChoices } from '#web/features/customers/customers.gql.ts';
import { HalopsaIntegration } from '#web/features/halopsa/useHalopsa.ts';
import { ChannelStates } from '#web/features/notifications/notifications.gql.ts';
import type { PreviewRuleQuery } from '#web/gql/graphql.ts';
import { answer, asks, refuse, render } from '#tests/support/render.tsx';
import { answerControllers, cpu, headOffice, rule, scopeOf } from './samples.ts';

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
  answerControllers(headOffice);
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

  test('offer conditions that are not measured, marked, and give the reason for one that is chosen', async () => {
    answer(AlertConditions, ({ controllerId }) => ({
      alertConditions: [
        {
          condition: 'low_disk' as const,
          supported: !controllerId,
          reason: 'UniFi does not offer disk usage',
          defaultThreshold: '10%',
          resolution: null,
        },
      ],
    }));
    const { choose } = await create();
    const option = () => screen.getByRole<HTMLOptionElement>('option', { name: /^Low disk space/ });
    expect(option()).toHaveTextContent('Low disk space');
    await screen.findByRole('option', { name: 'Head Office' });
    await choose(/^Controller/, 'Head Office');
    await waitFor(() => expect(option()).toHaveTextContent('Low disk space (not measured)'));
    await choose(/^Condition/, 'Device offline');
    expect(screen.queryByText(/UniFi does not offer disk usage/)).not.toBeInTheDocument();
    await choose(/^Condition/, 'Low disk space (not measured)');
    expect(await screen.findByText('Low disk space: UniFi does not offer disk usage.')).toBeInTheDocument();
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

describe('grouping devices behind a failed one', () => {
  const grouping = 'Group devices behind a failed one';

  test.each([
    ['Device offline', true],
    ['Port down', true],
    ['High CPU', false],
    ['Client disconnected', false],
  ])('is offered for %s: %s', async (condition, isOffered) => {
    const dialog = await create();
    expect(screen.queryByLabelText(grouping)).toBeNull();
    await dialog.choose(/^Condition/, condition);
    if (isOffered) expect(screen.getByLabelText(grouping)).toBeChecked();
    else expect(screen.queryByLabelText(grouping)).toBeNull();
  });

  test('is saved when it is turned off', async () => {
    answer(CreateAlertRule, { createAlertRule: rule });
    const { choose, type, user, save } = await create();
    await type(/Rule name/, 'Gateways');
    await choose(/^Condition/, 'Device offline');
    await user.click(screen.getByLabelText(grouping));
    await save();
    await waitFor(() =>
      expect(asks(CreateAlertRule)[0]?.variables).toMatchObject({ input: { fold: false } }),
    );
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
        scope: {},
        exceptions: [],
        threshold: '80%',
        duration: 5,
        fold: true,
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

describe('what a rule covers', () => {
  const preview = (more: Partial<PreviewRuleQuery['previewRule']> = {}): PreviewRuleQuery => ({
    previewRule: {
      covers: null,
      siteCount: 38,
      deviceCount: 214,
      roles: [{ role: 'access_point', deviceCount: 214 }],
      customers: [{ customer: { id: 'acme', name: 'Acme' }, siteCount: 38, deviceCount: 214 }],
      customerCount: 1,
      leftOut: [],
      withoutModel: 0,
      unmonitored: 0,
      troubled: 0,
      offlineSites: 0,
      ...more,
    },
  });
  const limits = () => within(screen.getByRole('group', { name: 'Limit to' }));

  beforeEach(() => {
    answer(PreviewRule, ({ input }) =>
      preview(
        (input as { scope: object }).scope && 'names' in (input as { scope: object }).scope
          ? { siteCount: 0, deviceCount: 0, roles: [], customers: [], customerCount: 0 }
          : {},
      ),
    );
    answer(CustomerChoices, {
      found: [{ id: 'acme', name: 'Acme', color: '#0072b2' }],
      chosen: [],
    });
  });

  test('is chosen by customer, type and name with exceptions, previewed, and saved', async () => {
    answer(CreateAlertRule, { createAlertRule: rule });
    const { user, type, choose, save } = await create();
    expect(await screen.findByText('This rule covers 214 devices at 38 sites')).toBeInTheDocument();
    await type(/Rule name/, 'Key accounts');
    await choose(/^Condition/, 'Device offline');
    await user.click(limits().getByRole('button', { name: 'Customers' }));
    expect(screen.getByRole('combobox', { name: 'Customers' })).toHaveFocus();
    await user.click(screen.getByRole('combobox', { name: 'Customers' }));
    await user.click(await screen.findByRole('option', { name: 'Acme' }));
    await user.click(limits().getByRole('button', { name: 'Add limit' }));
    await user.click(limits().getByRole('button', { name: 'Device types' }));
    await user.click(screen.getByRole('combobox', { name: 'Device types' }));
    await user.click(await screen.findByRole('option', { name: 'Access points' }));
    await user.click(screen.getByRole('button', { name: 'Add exception' }));
    const exception = within(screen.getByRole('group', { name: 'Exception 1' }));
    await user.click(exception.getByRole('button', { name: 'Names' }));
    expect(exception.getByRole('button', { name: 'Add condition of exception 1' })).toBeInTheDocument();
    await user.type(exception.getByRole('combobox', { name: 'Names' }), '*guest*');
    await save();
    expect(await screen.findByText('Alert rule created successfully')).toBeInTheDocument();
    const place = {
      condition: 'device_offline',
      controllerId: null,
      siteId: null,
      scope: { customerIds: ['acme'], deviceRoles: ['access_point'] },
      exceptions: [{ names: ['*guest*'] }],
    };
    expect(asks(CreateAlertRule)[0]?.variables['input']).toMatchObject(place);
    await waitFor(() => expect(asks(PreviewRule).at(-1)?.variables).toEqual({ input: place }));
  });

  test('offers no lists of devices for a condition about internet lines, and keeps those it already has', async () => {
    const { user, choose } = await create();
    await user.click(limits().getByRole('button', { name: 'Names' }));
    await choose(/^Condition/, 'Internet line down');
    expect(screen.getByRole('combobox', { name: 'Names' })).toBeInTheDocument();
    const offered = () =>
      within(limits().getByRole('group', { name: 'Add a limit' }))
        .getAllByRole('button')
        .map((button) => button.textContent);
    await user.click(limits().getByRole('button', { name: 'Add limit' }));
    expect(offered()).toEqual(['Customers', 'Tags', 'Sites']);
    await user.click(limits().getByRole('button', { name: 'Remove limit Names' }));
    expect(offered()).toEqual(['Customers', 'Tags', 'Sites']);
  });

  test('keeps its count while an exception names nothing yet, and numbers exceptions as the form does', async () => {
    const { user } = await create();
    await screen.findByText('This rule covers 214 devices at 38 sites');
    await user.click(screen.getByRole('button', { name: 'Add exception' }));
    await user.click(screen.getByRole('button', { name: 'Add exception' }));
    const second = within(screen.getByRole('group', { name: 'Exception 2' }));
    await user.click(second.getByRole('button', { name: 'Names' }));
    answer(PreviewRule, preview({ leftOut: [5] }));
    await user.type(second.getByRole('combobox', { name: 'Names' }), '*guest*');
    await user.tab();
    expect(await screen.findByText('Exception 2 leaves out 5 devices.')).toBeInTheDocument();
    expect(screen.getByText('This rule covers 214 devices at 38 sites')).toBeInTheDocument();
    const asked = asks(PreviewRule).map(
      ({ variables }) => (variables['input'] as { exceptions: [] }).exceptions,
    );
    expect(asked).not.toContainEqual(expect.arrayContaining([{}]));
  });

  test('keeps the count in sight while the fields above scroll', async () => {
    await create();
    const words = await screen.findByText('This rule covers 214 devices at 38 sites');
    expect(words.closest('[role=status]')).toHaveStyle({ position: 'sticky' });
  });

  test('is nothing at the moment: the preview warns', async () => {
    const { user } = await create();
    await user.click(limits().getByRole('button', { name: 'Names' }));
    await user.type(screen.getByRole('combobox', { name: 'Names' }), 'Nowhere');
    await user.tab();
    expect(await screen.findByText('This rule covers nothing now')).toBeInTheDocument();
  });

  test('is shown in detail: exceptions, what is unknown, and the devices a page at a time', async () => {
    answer(
      PreviewRule,
      preview({
        roles: [
          { role: 'gateway', deviceCount: 1 },
          { role: 'access_point', deviceCount: 213 },
        ],
        leftOut: [3, 1],
        withoutModel: 2,
        unmonitored: 1,
        troubled: null,
        offlineSites: null,
      }),
    );
    const device = (name: string) => ({
      id: name,
      name,
      model: null,
      state: 'online' as const,
      siteName: 'Leeds',
    });
    answer(CoveredDevices, ({ after }) => ({
      previewRule: { deviceCount: 2, devices: [device(after ? 'AP 2' : 'AP 1')] },
    }));
    const { user, choose } = await create();
    await choose(/^Condition/, 'Port down');
    expect(await screen.findByText('This rule covers the ports of 214 devices at 38 sites')).toBeVisible();
    await waitFor(() =>
      expect(asks(PreviewRule).at(-1)).toMatchObject({ variables: { input: { condition: 'port_down' } } }),
    );
    for (const fact of [
      'By type: gateways (1) and access points (213).',
      'Exception 1 leaves out 3 devices and exception 2 leaves out 1 device.',
      '2 devices are not covered, because UniFi reports no model.',
      '1 device in scope isn’t monitored: your package’s limit is reached.',
      'Which of them meet the condition can’t be known before the next poll.',
    ])
      expect(screen.getByText(fact)).toBeInTheDocument();
    expect(asks(CoveredDevices)).toEqual([]);
    await user.click(screen.getByText('Show the devices'));
    expect(await screen.findByText('AP 1')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('AP 2')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  });

  test('is edited: lists are removed, and an exception that leaves out nothing gets the server’s message', async () => {
    const scope = scopeOf({
      siteIds: ['HOST:1'],
      siteNames: ['Leeds'],
      macs: ['74ACB9123456'],
      deviceNames: [null],
    });
    const { user } = render(<RuleDialog rule={{ ...rule, scope }} onClose={onClose} />);
    expect(await screen.findByRole('button', { name: 'Remove Leeds' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Remove 74ACB9123456' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Remove limit Single devices' }));
    await user.click(screen.getByRole('button', { name: 'Add exception' }));
    const message = 'An exception must name at least one thing to leave out';
    refuse(UpdateAlertRule, { message, fields: { 'exceptions.0': message } });
    await user.click(screen.getByRole('button', { name: 'Save Rule' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Remove exception 1' }));
    expect(screen.queryByText(message)).not.toBeInTheDocument();
    answer(UpdateAlertRule, { updateAlertRule: rule });
    await user.click(screen.getByRole('button', { name: 'Save Rule' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(asks(UpdateAlertRule).at(-1)?.variables['input']).toMatchObject({
      scope: { siteIds: ['HOST:1'] },
      exceptions: [],
    });
  });
});
