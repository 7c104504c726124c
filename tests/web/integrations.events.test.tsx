import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { alice, answer, asks, render } from '#tests/support/render.tsx';
import { TestIntegration } from '#web/features/integrations/channels/ChannelBar.tsx';
import { ChannelsSection } from '#web/features/integrations/channels/ChannelsSection.tsx';
import { Integrations, UpdateIntegration } from '#web/features/integrations/integrations.gql.ts';
import { channel } from './integrations.samples.ts';

const hook = (events?: string[]) => ({
  __typename: 'Integration' as const,
  ...channel({
    id: 'hook',
    type: 'webhook',
    config: { webhookUrl: 'example.test ••••hook', ...(events && { events }) },
  }),
});

async function open(events?: string[]) {
  answer(Integrations, { integrations: [hook(events)] });
  const { user } = render(<ChannelsSection />, { path: '/integrations?channel=webhook', signedInAs: alice });
  return { user, webhook: within(await screen.findByRole('group', { name: 'Webhook' })) };
}

describe('the events of a webhook', () => {
  test('are all selected by default, and a narrower selection is saved', async () => {
    const { user, webhook } = await open();
    const boxes = within(webhook.getByRole('group', { name: 'Events' })).getAllByRole('checkbox');
    expect(boxes).toHaveLength(5);
    boxes.forEach((box) => expect(box).toBeChecked());
    answer(UpdateIntegration, { updateIntegration: hook(['alert.opened', 'alert.resolved']) });
    for (const event of [/^alert.flapping/, /^alert.stable/, /^alert.reminder/])
      await user.click(webhook.getByRole('checkbox', { name: event }));
    await user.click(webhook.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Webhook saved')).toBeVisible();
    expect(asks(UpdateIntegration)[0]?.variables).toEqual({
      id: 'hook',
      input: {
        isActive: true,
        customerIds: [],
        tags: [],
        weeklyBudget: null,
        config: { events: ['alert.opened', 'alert.resolved'], pings: true },
      },
    });
  });

  test('can’t all be deselected', async () => {
    const { user, webhook } = await open(['alert.opened']);
    await user.click(webhook.getByRole('checkbox', { name: /^alert.opened/ }));
    await user.click(webhook.getByRole('button', { name: 'Save' }));
    expect(await webhook.findByText('Choose at least one event')).toBeVisible();
    expect(asks(UpdateIntegration)).toHaveLength(0);
  });

  test('each have an example to send', async () => {
    const { user, webhook } = await open();
    answer(TestIntegration, {
      testIntegration: { __typename: 'ChannelTest', success: true, message: 'The webhook answered 204.' },
    } as never);
    await user.click(webhook.getByRole('button', { name: 'Send example' }));
    await user.click(await screen.findByText('alert.resolved', { selector: 'button' }));
    expect((await screen.findAllByText('The webhook answered 204.'))[0]).toBeVisible();
    expect(asks(TestIntegration)[0]?.variables).toEqual({ id: 'hook', event: 'alert.resolved' });
  });
});
