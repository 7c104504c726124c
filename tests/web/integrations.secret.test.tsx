import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { alice, answer, render } from '#tests/support/render.tsx';
import { RotateSigningSecret } from '#web/features/integrations/channels/ChannelForm.tsx';
import { ChannelsSection } from '#web/features/integrations/channels/ChannelsSection.tsx';
import { CreateIntegration, Integrations } from '#web/features/integrations/integrations.gql.ts';
import type { IntegrationFieldsFragment } from '#web/gql/graphql.ts';
import { channel } from './integrations.samples.ts';

const typeName = { __typename: 'Integration' } as const;
const named = (one: IntegrationFieldsFragment) => ({ ...typeName, ...one });
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

async function open(...integrations: IntegrationFieldsFragment[]) {
  answer(Integrations, { integrations: integrations.map(named) });
  const { user } = render(<ChannelsSection />, { path: '/integrations?channel=webhook', signedInAs: alice });
  return { user, webhook: within(await screen.findByRole('group', { name: 'Webhook' })) };
}

describe('the secret of a webhook', () => {
  const hook = channel({
    id: 'hook',
    type: 'webhook',
    config: { webhookUrl: 'example.test ••••hook', signingSecret: '••••LaSw' },
  });

  test('is shown only once when it is created, and closing asks until it is copied', async () => {
    const { user, webhook } = await open();
    answer(CreateIntegration, () => {
      answer(Integrations, { integrations: [named(hook)] });
      return { createIntegration: { ...named(hook), signingSecret: secret } };
    });
    await user.type(webhook.getByLabelText('Webhook URL'), 'https://example.test/hook');
    await user.click(webhook.getByRole('button', { name: 'Save' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Your signing secret' }));
    expect(shown.getByLabelText('Signing secret')).toHaveValue(secret);
    await user.click(shown.getByRole('button', { name: 'Done' }));
    expect(shown.getByRole('alert')).toHaveTextContent('You haven’t copied the secret.');
    await user.click(shown.getByRole('button', { name: 'Back to the secret' }));
    await user.click(shown.getByRole('button', { name: 'Copy' }));
    await user.click(shown.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await navigator.clipboard.readText()).toBe(secret);
  });

  test('is rotated after a confirmation that says how long the old one stays valid', async () => {
    const { user, webhook } = await open(hook);
    const oldSecretUntil = new Date(Date.now() + 24 * 3_600_000).toISOString();
    answer(RotateSigningSecret, {
      rotateSigningSecret: {
        ...named({ ...hook, config: { ...hook.config, oldSecretUntil } }),
        signingSecret: secret,
      },
    });
    await user.click(webhook.getByRole('button', { name: 'Rotate secret' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/The old one also signs them for 24 hours/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Rotate secret' }));
    expect(await screen.findByDisplayValue(secret)).toBeVisible();
    expect(webhook.getByText(/The previous secret also signs until/)).toBeInTheDocument();
  });
});
