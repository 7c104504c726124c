import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';
import { TestIntegration } from '#web/features/integrations/channels/ChannelBar.tsx';
import { ChannelsSection } from '#web/features/integrations/channels/ChannelsSection.tsx';
import {
  CreateIntegration,
  DeleteIntegration,
  Integrations,
  UpdateIntegration,
} from '#web/features/integrations/integrations.gql.ts';
import type { IntegrationFieldsFragment, NotificationChannel } from '#web/gql/graphql.ts';
import { channel, slack } from './integrations.samples.ts';

const typeName = { __typename: 'Integration' } as const;
const unlimited = { customerIds: [], tags: [], weeklyBudget: null };
const named = (one: IntegrationFieldsFragment) => ({ ...typeName, ...one });

function open(
  integrations: IntegrationFieldsFragment[],
  type?: NotificationChannel,
  signedInAs: typeof alice = alice,
) {
  answer(Integrations, { integrations: integrations.map(named) });
  return render(<ChannelsSection />, {
    path: `/integrations${type ? `?channel=${type}` : ''}`,
    signedInAs,
  });
}
const row = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) });
const form = async (name: string) => within(await screen.findByRole('group', { name }));

describe('the channels', () => {
  test('are rows with their status and destination', async () => {
    open([slack(), channel({ config: { recipients: ['noc@example.test', 'boss@example.test'] } })]);
    expect(await row('Email')).toHaveTextContent('EmailOn · noc@example.test and 1 more');
    expect(await row('Slack')).toHaveTextContent('SlackOn · hooks.slack.com ••••ab12');
    expect(await row('Discord')).toHaveTextContent('DiscordNot set up · A message in a Discord channel.');
    expect(screen.queryByRole('group')).not.toBeInTheDocument();
  });

  test('don’t include those created from a template', async () => {
    open([slack({ madeFrom: 'Our own Slack' })]);
    expect(await row('Slack')).toHaveTextContent('Not set up');
  });

  const failing = { failingSince: '2026-11-20T14:00:00.000Z' };
  test.each([
    ['never used', { lastDeliveredAt: null }, 'Not used yet'],
    ['off', { isActive: false }, 'Off'],
    ['failing', failing, 'Failing'],
    ['paused', { pausedUntil: '2999-01-01T00:00:00.000Z' }, 'Paused'],
    ['paused no more', { pausedUntil: '2020-01-01T00:00:00.000Z' }, 'On'],
    ['switched off for good', { ...failing, disabledAt: '2026-11-20T15:00:00.000Z' }, 'Turned off'],
  ])('say when one is %s', async (_what, over, word) => {
    open([slack(over)]);
    expect(await row('Slack')).toHaveTextContent(new RegExp(`^Slack${word} ·`));
  });

  test('that could not be loaded can be reloaded', async () => {
    refuse(Integrations, { message: 'No', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = render(<ChannelsSection />, { signedInAs: alice });
    expect(await screen.findByText('We couldn’t load the channels')).toBeVisible();
    answer(Integrations, { integrations: [] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await row('Slack')).toBeVisible();
  });
});

describe('setting up Slack', () => {
  const url = 'https://hooks.slack.com/services/T1/B2/c3';
  const start = async () => {
    const { user } = open([]);
    await user.click(await row('Slack'));
    const slackForm = await form('Slack');
    return { user, slackForm, save: slackForm.getByRole('button', { name: 'Save' }) };
  };

  test('explains how to get the URL, and offers a test once it is saved', async () => {
    const { slackForm } = await start();
    expect(slackForm.getByText(/Incoming Webhooks/)).toBeVisible();
    expect(slackForm.getByRole('checkbox', { name: 'Enabled' })).toBeChecked();
    expect(slackForm.getByRole('button', { name: 'Send Test' })).toBeDisabled();
  });

  test('mentions compatible services', async () => {
    const { slackForm } = await start();
    expect(slackForm.getByLabelText('Slack webhook URL')).toHaveAccessibleDescription(
      'A Slack webhook, or a service that accepts the same messages.',
    );
  });

  test('requires the address while it is enabled', async () => {
    const { user, slackForm, save } = await start();
    await user.click(save);
    expect(await slackForm.findByText('Please fill in all required fields')).toBeVisible();
    expect(slackForm.getByLabelText('Slack webhook URL')).toHaveFocus();
    expect(asks(CreateIntegration)).toHaveLength(0);
  });

  test('creates it, shows the address masked from then on, and allows a test', async () => {
    const { user, slackForm, save } = await start();
    await user.type(slackForm.getByLabelText('Slack webhook URL'), url);
    answer(CreateIntegration, () => {
      answer(Integrations, { integrations: [named(slack())] });
      return { createIntegration: { ...named(slack()), signingSecret: null } };
    });
    await user.click(save);
    expect(await screen.findByText('Slack saved')).toBeVisible();
    expect(asks(CreateIntegration)[0]?.variables).toEqual({
      input: { type: 'slack', isActive: true, ...unlimited, config: { webhookUrl: url } },
    });
    expect(await slackForm.findByDisplayValue('hooks.slack.com ••••ab12')).toHaveAttribute('readonly');
    await waitFor(() => expect(slackForm.getByRole('button', { name: 'Send Test' })).toBeEnabled());
  });

  test('that the server refuses keeps what was typed and shows the error under the field', async () => {
    const { user, slackForm, save } = await start();
    const why = "This isn't the full URL of a Slack webhook.";
    refuse(CreateIntegration, { message: why, fields: { webhookUrl: why } });
    await user.type(slackForm.getByLabelText('Slack webhook URL'), url);
    await user.click(save);
    expect(await slackForm.findByText(why)).toBeVisible();
    expect(slackForm.getByLabelText('Slack webhook URL')).toHaveValue(url);
  });

  test('that fails otherwise shows the documented message with the server’s error', async () => {
    const { user, slackForm, save } = await start();
    refuse(CreateIntegration, { message: 'Somebody else changes this right now.', code: 'CONFLICT' });
    await user.type(slackForm.getByLabelText('Slack webhook URL'), url);
    await user.click(save);
    const alert = await slackForm.findByRole('alert');
    expect(alert).toHaveTextContent('Failed to save integrationSomebody else changes this right now.');
    expect(slackForm.getByLabelText('Slack webhook URL')).toHaveValue(url);
  });

  test('in progress asks before another channel is opened', async () => {
    const { user, slackForm } = await start();
    await user.type(slackForm.getByLabelText('Slack webhook URL'), url);
    await user.click(await row('Discord'));
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(slackForm.getByLabelText('Slack webhook URL')).toHaveValue(url);
  });
});

describe('a channel that is set up', () => {
  test('keeps its stored URL when it is turned off', async () => {
    const { user } = open([slack()], 'slack');
    const slackForm = await form('Slack');
    answer(UpdateIntegration, { updateIntegration: named(slack({ isActive: false })) });
    await user.click(slackForm.getByRole('checkbox', { name: 'Enabled' }));
    expect(slackForm.getByRole('button', { name: 'Send Test' })).toBeDisabled();
    await user.click(slackForm.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(asks(UpdateIntegration)[0]?.variables).toEqual({
        id: 'slack',
        input: { isActive: false, ...unlimited },
      }),
    );
    expect(await row('Slack')).toHaveTextContent('SlackOff');
  });

  test('gets a new address through Replace, or keeps the stored one', async () => {
    const { user } = open([slack()], 'slack');
    const slackForm = await form('Slack');
    await user.click(slackForm.getByRole('button', { name: 'Replace Slack webhook URL' }));
    await user.click(slackForm.getByRole('button', { name: 'Save' }));
    expect(await slackForm.findByText('Please fill in all required fields')).toBeVisible();
    expect(asks(UpdateIntegration)).toHaveLength(0);
    await user.click(slackForm.getByRole('button', { name: 'Keep the stored address' }));
    expect(slackForm.getByLabelText('Slack webhook URL')).toHaveValue('hooks.slack.com ••••ab12');
    expect(slackForm.queryByText('Not saved yet')).not.toBeInTheDocument();
    expect(slackForm.getByRole('button', { name: 'Replace Slack webhook URL' })).toHaveFocus();
  });

  test('that was turned off after failures is enabled again by saving it', async () => {
    const { user } = open([slack({ isActive: false, disabledAt: '2026-11-20T14:00:00.000Z' })], 'slack');
    const slackForm = await form('Slack');
    answer(UpdateIntegration, { updateIntegration: named(slack()) });
    await user.click(slackForm.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(asks(UpdateIntegration)[0]?.variables).toEqual({
        id: 'slack',
        input: { isActive: true, ...unlimited },
      }),
    );
    expect(await row('Slack')).toHaveTextContent('SlackOn');
    expect(slackForm.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('hides the result of a test once something else is being typed', async () => {
    const { user } = open([slack()], 'slack');
    const slackForm = await form('Slack');
    answer(TestIntegration, { testIntegration: { success: false, message: 'No such channel.' } });
    await user.click(slackForm.getByRole('button', { name: 'Send Test' }));
    expect(await slackForm.findByText('No such channel.')).toBeVisible();
    await user.click(slackForm.getByRole('checkbox', { name: 'Enabled' }));
    expect(slackForm.queryByText('No such channel.')).not.toBeInTheDocument();
    await user.click(slackForm.getByRole('button', { name: 'Discard' }));
    expect(slackForm.getByRole('button', { name: 'Save' })).toHaveFocus();
    expect(slackForm.getByRole('button', { name: 'Send Test' })).toBeEnabled();
    expect(slackForm.queryByText('No such channel.')).not.toBeInTheDocument();
  });

  test.each([
    [true, 'Slack answered: ok', 'Test Alert Sent'],
    [false, 'Slack does not know this address any more.', 'Test Failed'],
  ])('can be tested, and shows the service’s response (%s)', async (success, message, title) => {
    const { user } = open([slack()], 'slack');
    const slackForm = await form('Slack');
    answer(TestIntegration, { testIntegration: { success, message } });
    await user.click(slackForm.getByRole('button', { name: 'Send Test' }));
    expect(await slackForm.findByText(title)).toBeVisible();
    expect(slackForm.getByText(message)).toBeVisible();
    expect(within(screen.getByLabelText('Notifications (F8)')).getByText(message)).toBeVisible();
    expect(asks(TestIntegration)[0]?.variables).toEqual({ id: 'slack' });
    expect(asks(Integrations)).toHaveLength(2);
  });

  test('says since when and why it was turned off, what to do, and who unsubscribed', async () => {
    const disabledAt = new Date(Date.now() - 3_600_000).toISOString();
    const recipients = ['noc@example.test', 'boss@example.test'];
    const over = { disabledAt, lastFailureAt: disabledAt, lastFailure: 'The mailbox is gone' };
    open([channel({ ...over, config: { recipients, unsubscribed: ['boss@example.test'] } })], 'email');
    const mail = await form('Email');
    expect(mail.getByRole('alert')).toHaveTextContent(
      /Turned off since .*Messages to this channel don't arrive\. Fix its settings and save to turn it back on\./,
    );
    expect(mail.getByText(/boss@example.test/, { selector: 'dd' })).toHaveTextContent('(not emailed)');
    expect(mail.getByText('Last failure').nextSibling).toHaveTextContent('1 h ago: The mailbox is gone.');
  });

  test('can be removed after confirmation', async () => {
    const { user } = open([slack()], 'slack');
    answer(DeleteIntegration, () => {
      answer(Integrations, { integrations: [] });
      return { deleteIntegration: 'slack' };
    });
    await user.click((await form('Slack')).getByRole('button', { name: 'Remove Slack' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Remove Slack' }));
    await waitFor(async () => expect(await row('Slack')).toHaveTextContent('Not set up'));
  });
});

describe('the recipients of email', () => {
  test('are typed one per line, and blank lines are ignored', async () => {
    const { user } = open([], 'email');
    const mail = await form('Email');
    answer(CreateIntegration, { createIntegration: { ...named(channel()), signingSecret: null } });
    await user.type(mail.getByLabelText('Recipients'), 'noc@example.test{Enter}{Enter} boss@example.test ');
    await user.click(mail.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(asks(CreateIntegration)[0]?.variables).toEqual({
        input: {
          type: 'email',
          isActive: true,
          ...unlimited,
          config: { recipients: ['noc@example.test', 'boss@example.test'] },
        },
      }),
    );
  });

  test('may be missing only while the channel is off', async () => {
    const { user } = open([], 'email');
    const mail = await form('Email');
    await user.click(mail.getByRole('button', { name: 'Save' }));
    expect(await mail.findByText('Please fill in all required fields')).toBeVisible();
    answer(CreateIntegration, { createIntegration: { ...named(channel()), signingSecret: null } });
    await user.click(mail.getByRole('checkbox', { name: 'Enabled' }));
    await user.click(mail.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(asks(CreateIntegration)).toHaveLength(1));
  });
});

describe('a viewer', () => {
  const viewer = { ...alice, teamRole: 'viewer' as const };

  test('sees the channels’ status and can change nothing', async () => {
    const { user } = open(
      [slack({ lastFailureAt: new Date().toISOString(), lastFailure: 'Gone' })],
      undefined,
      viewer,
    );
    await user.click(await row('Slack'));
    expect((await form('Slack')).getByText('Last delivered')).toBeVisible();
    const names = screen
      .getAllByRole('button')
      .map((one) => one.getAttribute('aria-label') ?? one.textContent);
    expect(names).toEqual([expect.stringMatching(/^SlackOn/), 'Deliveries: Slack']);
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  });
});
