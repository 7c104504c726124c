import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { momentOf } from '#web/features/alerts/alert-words.ts';
import { AlertsPage } from '#web/features/alerts/AlertsPage.tsx';
import type { Entry } from '#web/features/alerts/detail/timeline-items.ts';
import { AlertDeliveries, AlertInDetail } from '#web/features/alerts/detail/useAlertDetail.ts';
import { AlertRules } from '#web/features/alerts/rules/useAlertRules.ts';
import { AlertChanged, type ShownAlert } from '#web/features/alerts/alert-changes.ts';
import { HalopsaControllers, HalopsaIntegration } from '#web/features/halopsa/useHalopsa.ts';
import { ResendDelivery } from '#web/features/notifications/DeliveryParts.tsx';
import { ChannelStates } from '#web/features/notifications/notifications.gql.ts';
import type { AlertChangedSubscription } from '#web/gql/graphql.ts';
import { reportLiveState } from '#web/lib/live-state.ts';
import { alice, answer, asks, push, refuse, render } from '#tests/support/render.tsx';
import { connected, headOffice as asked } from '../halopsa.samples.ts';
import { answerControllers, alertAt, altered, answerOpen, headOffice } from './samples.ts';
import { delivery, entry, type Told } from './timeline-samples.ts';

vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);

const beginning = [
  entry('noticed', 0),
  entry('held', 2, { detail: 'The condition held for 2 minutes, as the rule requires' }),
  entry('raised', 3, { detail: 'AP 1 is offline' }),
];

const knows = (alert: ShownAlert, entries: Entry[], told: Told[] = []) => {
  answer(AlertInDetail, {
    alert: {
      ...alert,
      controllerId: 'head-office',
      siteId: 'site-1',
      ruleId: 'rule-1',
      deviceMac: '68D79AB789FF',
      line: null,
      provider: null,
      asn: null,
      seenElsewhere: null,
      resolution: alert.resolvedAt ? 'recovered' : null,
    },
    alertEntries: entries,
    halopsaTicket: null,
  });
  answer(AlertDeliveries, { deliveries: { nextCursor: null, nodes: told } });
};

beforeEach(() => {
  answerControllers(headOffice);
  answerOpen(alertAt(1));
});
afterEach(() => sessionStorage.clear());

async function open(path = '/alerts?alert=alert-1', signedInAs = alice) {
  const { user } = render(<AlertsPage />, { path, signedInAs });
  return user;
}
const dialog = async () => within(await screen.findByRole('dialog'));

describe('the details of an alert', () => {
  test('open from its name with facts and timeline, and return focus on closing', async () => {
    knows(alertAt(1), beginning);
    const user = await open('/alerts');
    const name = await screen.findByRole('link', { name: 'AP 1' });
    await user.click(name);
    const shown = await dialog();
    expect(await shown.findByText('68:D7:9A:B7:89:FF')).toBeInTheDocument();
    for (const words of ['Detected', 'Held', 'Alert raised'])
      expect(shown.getByText(words)).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('link', { name: 'AP 1' })).toHaveFocus());
  });

  test('close with Back, on the list they were opened from', async () => {
    knows(alertAt(1), beginning);
    window.history.pushState(null, '', '/dashboard');
    const user = await open('/alerts?q=AP');
    await user.click(await screen.findByRole('link', { name: 'AP 1' }));
    await dialog();
    expect(window.location.search).toBe('?q=AP&alert=alert-1');
    act(() => window.history.back());
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(window.location.pathname + window.location.search).toBe('/alerts?q=AP');
  });

  test('that were closed on the screen need no second Back to leave it', async () => {
    knows(alertAt(1), beginning);
    window.history.pushState(null, '', '/dashboard');
    const user = await open('/alerts');
    await user.click(await screen.findByRole('link', { name: 'AP 1' }));
    await dialog();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(window.location.search).toBe(''));
    act(() => window.history.back());
    await waitFor(() => expect(window.location.pathname).toBe('/dashboard'));
  });

  test('open from the address for a resolved alert, without actions', async () => {
    knows(alertAt(5, { resolvedAt: '2026-11-20T15:00:00.000Z' }), [...beginning, entry('resolved', 9)]);
    await open('/alerts?alert=alert-5');
    const shown = await dialog();
    expect(await shown.findByText('Resolved', { selector: 'li span' })).toBeInTheDocument();
    expect(shown.queryByRole('button', { name: 'Acknowledge' })).not.toBeInTheDocument();
    expect(shown.queryByText('Snooze')).not.toBeInTheDocument();
  });

  test('say why no one was notified', async () => {
    knows(alertAt(1), beginning);
    await open();
    expect(
      await (await dialog()).findByText('No one was notified: the rule had no channels.'),
    ).toBeInTheDocument();
  });

  const integration = (type: string, more = {}) => ({
    __typename: 'Integration' as const,
    id: type,
    type,
    madeFrom: null,
    isActive: true,
    disabledAt: null,
    failingSince: null,
    pausedUntil: null,
    proof: null,
    lastDeliveredAt: '2026-11-20T12:00:00.000Z',
    ...more,
  });

  test('do not say so if the list of deliveries is incomplete', async () => {
    const told = Array.from({ length: 100 }, (_, at) => delivery({ id: `${at}`, entryId: 'entry-9' }));
    knows(alertAt(1), [...beginning, entry('resolved', 9)], told);
    await open();
    expect(await (await dialog()).findByText('Resolved')).toBeInTheDocument();
    expect(screen.queryByText(/^No one was notified/)).not.toBeInTheDocument();
  });

  test('say which channels were not notified, and why there is no ticket', async () => {
    answer(ChannelStates, {
      integrations: [
        integration('slack'),
        integration('teams'),
        integration('discord'),
        integration('email', { isActive: false }),
        integration('mattermost', { madeFrom: 'Mattermost' }),
      ],
    });
    answer(HalopsaIntegration, { halopsaIntegration: connected });
    answer(HalopsaControllers, { controllers: [{ ...asked, id: headOffice.id }] });
    answer(AlertRules, { alertRules: [] });
    knows(alertAt(1), beginning, [delivery({ entryId: 'entry-3' })]);
    await open();
    expect(
      await (
        await dialog()
      ).findByText(
        'Not notified: Microsoft Teams, Discord. The rule doesn’t use them. No ticket: neither the rule nor the controller opens one.',
      ),
    ).toBeInTheDocument();
  });

  test('do not explain a missing ticket if the controller opens tickets', async () => {
    answer(ChannelStates, { integrations: [integration('teams')] });
    answer(HalopsaIntegration, { halopsaIntegration: connected });
    const haloSeverityLevels = ['critical', 'error', 'warning', 'info'];
    answer(HalopsaControllers, {
      controllers: [{ ...asked, id: headOffice.id, haloEnabled: true, haloSeverityLevels }],
    });
    answer(AlertRules, { alertRules: [] });
    knows(alertAt(1), beginning, [delivery({ entryId: 'entry-3' })]);
    await open();
    expect(
      await (await dialog()).findByText('Not notified: Microsoft Teams. The rule doesn’t use it.'),
    ).toBeInTheDocument();
  });

  test('show when a returning alert was first raised and last started, as its timeline does', async () => {
    const back = entry('flapping', 20, { detail: 'AP 1 is offline' });
    const again = entry('disturbed', 30);
    knows(alertAt(20, { raises: 3, since: again.at }), [...beginning, back, entry('calm', 25), again]);
    await open('/alerts?alert=alert-20');
    const raised = await (await dialog()).findByText('Raised');
    const [first, last] = [beginning[2]!, again].map(({ at }) => momentOf(at));
    expect(raised.nextElementSibling).toHaveTextContent(`${first}, last started ${last}`);
    expect(screen.getByText('Began').nextElementSibling).toHaveTextContent(last!);
  });

  test('show a shared reason and its time only once', async () => {
    const ends = '2026-11-22T06:31:00.000Z';
    const reason = 'Maintenance window “Muted for 1 hour” until 07:31 CET';
    const held = { entryId: 'entry-3', attempts: 0, sentAt: null, status: 'held' as const, reason };
    const places = [
      { channel: 'slack' as const },
      ...['a', 'b'].map((who) => ({ recipient: `${who}@x.test` })),
    ];
    const told = places.map((place, at) =>
      delivery({ ...held, id: `${at}`, notBefore: ends, channel: 'email', ...place }),
    );
    knows(
      alertAt(1),
      [...beginning, entry('maintenance', 3, { id: 'm', detail: reason, until: ends })],
      told,
    );
    await open();
    const shown = await dialog();
    const lines = within(await shown.findByRole('list', { name: 'Notifications: Alert raised' }));
    expect(lines.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      `HeldEmail to a@x.test, b@x.test · Slack${reason}.`,
    ]);
    expect(shown.getAllByText(/Muted for 1 hour/)).toHaveLength(1);
    expect(shown.queryByText(/Not before/)).not.toBeInTheDocument();
  });

  test('show for each recipient whether it was notified, and if not, why', async () => {
    const at = { entryId: 'entry-3', attempts: 0 };
    knows(alertAt(1), beginning, [
      delivery({ ...at, id: '1', channel: 'email', recipient: 'noc@example.test' }),
      delivery({
        ...at,
        id: '2',
        status: 'skipped',
        channel: 'slack',
        reason: 'Slack is turned off',
        sentAt: null,
      }),
      delivery({ ...at, id: '3', status: 'held', channel: 'teams', reason: 'Quiet hours', sentAt: null }),
    ]);
    await open();
    const told = within(await (await dialog()).findByRole('list', { name: 'Notifications: Alert raised' }));
    expect(told.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      expect.stringContaining('SentEmail to noc@example.test') as string,
      expect.stringContaining('Not sentSlackSlack is turned off.') as string,
      expect.stringContaining('HeldMicrosoft TeamsQuiet hours.') as string,
    ]);
    expect(screen.queryByText(/^No one was notified/)).not.toBeInTheDocument();
  });

  test('resend a failed delivery and show the result', async () => {
    const failed = delivery({ entryId: 'entry-3', status: 'failed', reason: 'The address answered 500' });
    knows(alertAt(1), beginning, [failed]);
    const user = await open();
    const resend = await (await dialog()).findByRole('button', { name: 'Resend Alert by Slack' });
    answer(ResendDelivery, { resendDelivery: { ...failed, status: 'waiting' } });
    answer(AlertDeliveries, {
      deliveries: { nextCursor: null, nodes: [{ ...failed, status: 'sent', reason: null }] },
    });
    await user.click(resend);
    expect(await screen.findByText('Sent')).toBeInTheDocument();
    expect(asks(ResendDelivery).map(({ variables }) => variables)).toEqual([{ id: failed.id }]);
  });

  test('offer a viewer no Resend', async () => {
    knows(alertAt(1), beginning, [delivery({ entryId: 'entry-3', status: 'failed' })]);
    await open('/alerts?alert=alert-1', { ...alice, teamRole: 'viewer' });
    expect(await (await dialog()).findByText('Failed')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Resend/ })).not.toBeInTheDocument();
  });

  test('update live, without counting as user activity', async () => {
    knows(alertAt(1), beginning);
    await open();
    await (await dialog()).findByText('Alert raised');
    knows(alertAt(1), [...beginning, entry('acknowledged', 4, { by: 'Mia', detail: 'Ladder' })]);
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    await act(async () =>
      push(AlertChanged as TypedDocumentNode<AlertChangedSubscription>, {
        alertChanged: altered(
          alertAt(1, { acknowledgedAt: '2026-11-20T14:04:00.000Z', acknowledgedBy: 'Mia' }),
        ),
      }),
    );
    expect(await screen.findByText('Ladder')).toBeInTheDocument();
    expect(asks(AlertInDetail).at(-1)?.headers).toHaveProperty('x-unattended', '1');
  });

  test('refetch after a reconnect, because missed changes are not replayed', async () => {
    knows(alertAt(1), beginning);
    act(() => reportLiveState('live'));
    await open();
    await (await dialog()).findByText('Alert raised');
    knows(alertAt(1), [...beginning, entry('acknowledged', 4, { by: 'Mia', detail: 'Ladder' })]);
    act(() => reportLiveState('reconnecting'));
    act(() => reportLiveState('live'));
    expect(await screen.findByText('Ladder')).toBeInTheDocument();
    expect(asks(AlertInDetail).at(-1)?.headers).toHaveProperty('x-unattended', '1');
  });

  test('of an unknown alert say so, without a Retry that cannot help', async () => {
    refuse(AlertInDetail, { message: 'Alert not found', code: 'NOT_FOUND' });
    answer(AlertDeliveries, { deliveries: { nextCursor: null, nodes: [] } });
    const user = await open();
    const shown = await dialog();
    expect(await shown.findByText('Alert not found')).toBeInTheDocument();
    expect(shown.queryByRole('button', { name: 'Retry' })).toBeNull();
    await user.click(shown.getAllByRole('button', { name: 'Close' })[0]!);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('say that they could not be loaded, and offer Retry', async () => {
    refuse(AlertInDetail, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    answer(AlertDeliveries, { deliveries: { nextCursor: null, nodes: [] } });
    const user = await open();
    const shown = await dialog();
    expect(await shown.findByText('We couldn’t load this alert')).toBeInTheDocument();
    knows(alertAt(1), beginning);
    await user.click(shown.getByRole('button', { name: 'Retry' }));
    expect(await shown.findByText('Alert raised')).toBeInTheDocument();
  });

  test('still show if only the deliveries fail to load, and do not claim that no one was notified', async () => {
    knows(alertAt(1), beginning);
    refuse(AlertDeliveries, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    await open();
    const shown = await dialog();
    expect(await shown.findByText('We couldn’t load who was notified')).toBeInTheDocument();
    expect(await shown.findByText('Alert raised')).toBeInTheDocument();
    expect(shown.queryByText(/^No one was notified/)).not.toBeInTheDocument();
  });
});
