import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';
import { Deliveries, DeliveriesDialog } from '#web/features/notifications/DeliveriesDialog.tsx';
import { momentWords } from '#web/features/notifications/delivery-words.ts';
import { ResendDelivery } from '#web/features/notifications/DeliveryParts.tsx';
import type { DeliveriesQuery, DeliveryStatus, ResendDeliveryMutation } from '#web/gql/graphql.ts';
import type { Unmasked } from '#web/lib/unmasked.ts';

type Logged = Unmasked<
  DeliveriesQuery['deliveries']['nodes'][number] & ResendDeliveryMutation['resendDelivery']
>;

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const delivery = (over: Partial<Logged> = {}): Logged & { __typename: 'Delivery' } => ({
  __typename: 'Delivery',
  id: 'told',
  kind: 'opened',
  status: 'sent',
  recipient: '',
  reason: null,
  attempts: 0,
  notBefore: null,
  sentAt: minutesAgo(5),
  createdAt: minutesAgo(5),
  pausedUntil: null,
  summary: null,
  alert: {
    id: 'alert-1',
    type: 'device_offline',
    ruleName: 'Access points',
    deviceName: 'AP Lobby',
    siteName: 'Zürich',
  },
  attemptLog: [],
  ...over,
});
const failed = delivery({
  id: 'failed',
  status: 'failed',
  reason: 'Slack does not know this address any more',
  attempts: 1,
  sentAt: null,
  attemptLog: [
    {
      id: 'try-1',
      at: minutesAgo(5),
      durationMs: 1340,
      status: 404,
      outcome: 'Refused for good',
      answer: 'no_service',
    },
  ],
});

function open(nodes: Logged[], signedInAs: typeof alice = alice, nextCursor: string | null = null) {
  answer(Deliveries, { deliveries: { nodes, nextCursor } });
  return render(<DeliveriesDialog integrationId="slack" channel="slack" onClose={() => undefined} />, {
    signedInAs,
  });
}
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Deliveries: Slack' }))
    .getAllByRole('listitem')
    .filter((item) => item.parentElement?.tagName === 'UL');

describe('the deliveries of a channel', () => {
  test.each<[DeliveryStatus, string]>([
    ['waiting', 'Waiting'],
    ['retrying', 'Retrying'],
    ['held', 'Held'],
    ['sent', 'Sent'],
    ['accepted', 'Accepted'],
    ['failed', 'Failed'],
    ['skipped', 'Not sent'],
    ['summarised', 'Summarised'],
  ])('that are %s say %s', async (status, word) => {
    open([delivery({ status })]);
    expect((await rows())[0]).toHaveTextContent(new RegExp(`^${word}Alert`));
  });

  test('show what was sent, to whom and why, and link to the alert', async () => {
    const reason = 'Quiet hours of everybody who wants this channel until 07:00';
    open([delivery({ kind: 'resolved', status: 'held', recipient: 'noc@example.test', reason })]);
    const [row] = await rows();
    expect(row).toHaveTextContent(
      /^HeldResolved to noc@example.test5 min agoAP Lobby: device offline · Access points/,
    );
    expect(row).toHaveTextContent(`${reason}.`);
    expect(screen.getByRole('link', { name: 'AP Lobby: device offline' })).toHaveAttribute(
      'href',
      '/alerts/alert-1',
    );
  });

  const soon = new Date(Date.now() + 12 * 60_000).toISOString();
  const later = new Date(Date.now() + 20 * 60_000).toISOString();
  const summary = (over: Partial<NonNullable<Logged['summary']>> = {}) =>
    delivery({
      status: 'summarised',
      summary: {
        __typename: 'SummaryStatus',
        id: 'all',
        status: 'sent',
        reason: null,
        notBefore: null,
        alerts: 13,
        ...over,
      } as NonNullable<Logged['summary']>,
    });
  const at = (iso: string) => momentWords(new Date(iso));

  test.each<[string, Logged, string]>([
    ['has been sent', summary(), 'Summarised… Sent as part of one message about 13 alerts.'],
    ['waits', summary({ status: 'waiting' }), 'Waiting… Waiting as part of one message about 13 alerts.'],
    [
      'is tried again',
      summary({ status: 'retrying', reason: 'The name leads nowhere', notBefore: soon, alerts: 1 }),
      `Retrying… Retrying as part of one message about 1 alert. The name leads nowhere. Next attempt ${at(soon)}.`,
    ],
    [
      'failed',
      summary({ status: 'failed', reason: 'The webhook was removed' }),
      'Failed… Failed as part of one message about 13 alerts. The webhook was removed.',
    ],
  ])('that share a message with others show its state: it %s', async (_, row, words) => {
    open([row]);
    const [mark, why] = words.split('… ');
    expect((await rows())[0]).toHaveTextContent(new RegExp(`^${mark}`));
    expect(screen.getByText(why!)).toBeVisible();
  });

  test.each<[string, Partial<Logged>, string]>([
    [
      'is longer than its own time',
      { status: 'retrying', notBefore: soon, pausedUntil: later },
      `The channel is paused until ${at(later)}. Next attempt ${at(later)}.`,
    ],
    [
      'is shorter than its own time',
      { status: 'retrying', notBefore: later, pausedUntil: soon },
      `Next attempt ${at(later)}.`,
    ],
    [
      'is all it waits for',
      { status: 'waiting', pausedUntil: soon },
      `The channel is paused until ${at(soon)}.`,
    ],
  ])('say when they will be sent if the pause of their channel %s', async (_, row, words) => {
    open([delivery(row)]);
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send now' })).toBeEnabled();
  });

  test('that are sent soon anyway offer no Send now', async () => {
    open([delivery({ status: 'waiting' }), delivery({ id: 'other', status: 'held' })]);
    expect(await rows()).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /^(Send now|Resend)$/ })).not.toBeInTheDocument();
  });

  test('about many alerts at once link to none', async () => {
    open([delivery({ kind: 'summary', alert: null })]);
    expect((await rows())[0]).toHaveTextContent('Many alerts in one message.');
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });

  test('show each attempt with its response on request', async () => {
    const { user } = open([failed]);
    expect(screen.queryByText('no_service')).not.toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: '1 attempt' }));
    const attempts = within(screen.getByRole('list', { name: 'Attempts' }));
    expect(attempts.getByRole('listitem')).toHaveTextContent(
      / · 1.3 s · HTTP 404Refused for goodno_service$/,
    );
  });

  test('that are empty say so, and what will appear here', async () => {
    const { user } = open([]);
    expect(await screen.findByText('No deliveries yet')).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'failed');
    expect(await screen.findByText('No deliveries match “Failed”.')).toBeVisible();
    expect(asks(Deliveries).at(-1)?.variables).toEqual({
      integrationId: 'slack',
      status: 'failed',
      kind: null,
      first: 25,
    });
  });

  test('are shown page by page', async () => {
    const { user } = open([delivery()], alice, 'after-told');
    await screen.findByRole('button', { name: 'Load more' });
    answer(Deliveries, { deliveries: { nodes: [delivery({ id: 'older' })], nextCursor: null } });
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(asks(Deliveries).at(-1)?.variables).toMatchObject({ after: 'after-told' });
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  });

  test('that could not be loaded can be reloaded', async () => {
    refuse(Deliveries, { message: 'No', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = render(
      <DeliveriesDialog integrationId="slack" channel="slack" onClose={() => undefined} />,
      { signedInAs: alice },
    );
    expect(await screen.findByText('We couldn’t load the deliveries')).toBeVisible();
    answer(Deliveries, { deliveries: { nodes: [delivery()], nextCursor: null } });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await rows()).toHaveLength(1);
  });
});

describe('resending', () => {
  test('is offered for failed deliveries, and the row changes with the response', async () => {
    const { user } = open([failed, delivery()]);
    answer(ResendDelivery, { resendDelivery: delivery({ id: 'failed', status: 'waiting' }) });
    await user.click(await screen.findByRole('button', { name: 'Resend' }));
    expect(asks(ResendDelivery)[0]?.variables).toEqual({ id: 'failed' });
    await waitFor(async () => expect((await rows())[0]).toHaveTextContent(/^Waiting/));
    expect(screen.queryByRole('button', { name: 'Resend' })).not.toBeInTheDocument();
  });

  test('that is refused says why, and can be tried again', async () => {
    const { user } = open([failed]);
    refuse(ResendDelivery, { message: 'The channel is turned off.', code: 'CONFLICT' });
    await user.click(await screen.findByRole('button', { name: 'Resend' }));
    expect(await screen.findByText('The channel is turned off.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Resend' })).toBeEnabled();
  });

  test('is not offered to a viewer, who sees the rest', async () => {
    open([failed], { ...alice, teamRole: 'viewer' });
    expect(await screen.findByRole('button', { name: '1 attempt' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Resend' })).not.toBeInTheDocument());
  });
});
