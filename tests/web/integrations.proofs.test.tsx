import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { alice, answer, refuse, render } from '#tests/support/render.tsx';
import { ChannelsSection } from '#web/features/integrations/channels/ChannelsSection.tsx';
import { CheckIntegration, Integrations } from '#web/features/integrations/integrations.gql.ts';
import { channelState } from '#web/features/notifications/delivery-words.ts';
import type { IntegrationFieldsFragment } from '#web/gql/graphql.ts';
import { slack } from './integrations.samples.ts';

type Proof = NonNullable<IntegrationFieldsFragment['proof']>;

const threeHoursAgo = new Date(Date.now() - 3 * 3_600_000).toISOString();

const proof = (over: Partial<Proof>): Proof => ({
  state: 'proven',
  text: 'Slack accepted this webhook.',
  provenAt: threeHoursAgo,
  failingSince: null,
  nextAt: new Date(Date.now() + 20 * 3_600_000).toISOString(),
  ...over,
});

const named = (over: Partial<Proof>) => ({
  __typename: 'Integration' as const,
  ...slack({ proof: proof(over) }),
});

function open(over: Partial<Proof>) {
  answer(Integrations, { integrations: [named(over)] });
  return render(<ChannelsSection />, { path: '/integrations?channel=slack', signedInAs: alice });
}

const row = () => screen.findByRole('button', { name: /^Slack/ });
const panel = async () => within(await screen.findByRole('group', { name: 'Slack' }));
const unprovable = { state: 'unprovable', text: 'It has no way to test this.' } as const;

describe('a channel', () => {
  test('that is proven says when and by what', async () => {
    open({});
    expect(await row()).toHaveTextContent('· proven 3 h ago');
    expect((await panel()).getByText(/^Proven/)).toHaveTextContent(
      'Proven 3 h ago. Slack accepted this webhook.',
    );
  });

  test('that can’t be checked says why, and when a message was last accepted', async () => {
    open(unprovable);
    expect(await row()).toHaveTextContent(/On.*· not proven/);
    expect(channelState({ ...named(unprovable), lastDeliveredAt: threeHoursAgo }, Date.now())).toEqual({
      state: 'info',
      word: 'On',
    });
    const shown = await panel();
    expect(shown.getByText(/^Not proven/)).toHaveTextContent(
      'Not proven. It has no way to test this. The last message was accepted 3 h ago.',
    );
    expect(shown.queryByRole('button', { name: 'Check now' })).not.toBeInTheDocument();
  });

  test('that was never used and can’t be checked says so', async () => {
    open({ ...unprovable, provenAt: null });
    expect((await panel()).getByText(/^Not proven/)).toHaveTextContent('No message has been accepted yet.');
  });

  test('that fails says since when and what to do, in the list as well', async () => {
    open({ state: 'failing', text: 'The webhook was removed in Slack.', failingSince: threeHoursAgo });
    expect(await row()).toHaveTextContent('SlackFailing · The webhook was removed in Slack.');
    const shown = await panel();
    expect(shown.getByText(/^Failing since/)).toBeVisible();
    expect(shown.getByText('The webhook was removed in Slack.')).toBeVisible();
  });

  test('can be checked now, which shows the new result', async () => {
    const { user } = open({});
    answer(CheckIntegration, {
      checkIntegration: named({ state: 'retrying', text: 'Slack returned a server error (HTTP 500).' }),
    });
    await user.click((await panel()).getByRole('button', { name: 'Check now' }));
    expect(await screen.findByText('Check failed')).toBeVisible();
    expect((await panel()).getByText(/^A check failed/)).toHaveTextContent(
      'A check failed. Slack returned a server error (HTTP 500). We’ll check again at',
    );
  });

  test.each([
    ['works', 'proven', 'Channel works', 'success'],
    ['failed a check', 'retrying', 'Check failed', 'error'],
    ['is failing', 'failing', 'Check failed', 'error'],
    ['turns out to have no check', 'unprovable', "This channel can't be checked", 'info'],
    ['was saved during the check', 'pending', 'Channel not checked', 'info'],
  ] as const)('that %s says so after a check', async (_what, state, title, look) => {
    const { user } = open({});
    answer(CheckIntegration, { checkIntegration: named({ state, text: 'What the check found.' }) });
    await user.click((await panel()).getByRole('button', { name: 'Check now' }));
    const toast = (await screen.findByText(title)).closest('[data-type]');
    expect(toast).toHaveAttribute('data-type', look);
    expect(toast).toHaveTextContent('What the check found.');
  });

  test('that can’t be checked now says why', async () => {
    const { user } = open({});
    refuse(CheckIntegration, { message: 'Too many checks. Try again in a few minutes.', code: 'TOO_MANY' });
    await user.click((await panel()).getByRole('button', { name: 'Check now' }));
    expect(await screen.findByText('Failed to check channel')).toBeVisible();
  });
});
