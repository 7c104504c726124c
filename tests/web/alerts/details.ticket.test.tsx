import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AlertsPage } from '#web/features/alerts/AlertsPage.tsx';
import { AlertDeliveries, AlertInDetail } from '#web/features/alerts/detail/useAlertDetail.ts';
import { AlertRules } from '#web/features/alerts/rules/useAlertRules.ts';
import type { Ticket } from '#web/features/alerts/TicketState.tsx';
import { type ShownAlert } from '#web/features/alerts/alert-changes.ts';
import { HalopsaControllers, HalopsaIntegration } from '#web/features/halopsa/useHalopsa.ts';
import { ChannelStates } from '#web/features/notifications/notifications.gql.ts';
import { alice, answer, render } from '#tests/support/render.tsx';
import { connected, headOffice as asked } from '../halopsa.samples.ts';
import { answerControllers, alertAt, answerOpen, headOffice } from './samples.ts';
import { delivery, entry } from './timeline-samples.ts';

vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);

beforeEach(() => {
  answerControllers(headOffice);
  answerOpen();
});

async function open(halopsaTicket: Ticket | null, alert: ShownAlert = alertAt(1)) {
  answer(AlertInDetail, {
    alert: {
      ...alert,
      controllerId: 'head-office',
      siteId: 'site-1',
      ruleId: 'rule-1',
      deviceMac: null,
      line: null,
      provider: null,
      asn: null,
      seenElsewhere: null,
      resolution: null,
    },
    alertEntries: [entry('raised', 3)],
    halopsaTicket,
  });
  answer(AlertDeliveries, { deliveries: { nextCursor: null, nodes: [delivery({ entryId: 'entry-3' })] } });
  render(<AlertsPage />, { path: '/alerts?alert=alert-1', signedInAs: alice });
  return within(await screen.findByRole('dialog'));
}

describe('the details of an alert say of its ticket', () => {
  test.each([
    [
      'waiting',
      'Waiting for the maintenance window “New firmware” to end',
      'Held Waiting for the maintenance window “New firmware” to end.',
    ],
    ['waiting', null, 'Waiting It will open in a moment.'],
    ['unknown', 'HaloPSA did not answer', 'Not confirmed HaloPSA did not answer.'],
    ['failed', 'HaloPSA is not configured. Set it up, then try again.', 'Failed HaloPSA is not configured.'],
    ['closed', 'No ticket was created because the alert ended first.', 'None No ticket was created because'],
  ] as const)('why there is none yet, and until when (%s, %s)', async (status, reason, words) => {
    const shown = await open({ id: 'ticket-1', status, reason, linkedTickets: [] });
    const name = await shown.findByText('HaloPSA ticket');
    expect(name.nextElementSibling).toHaveTextContent(words);
  });

  test('nothing more than its link once there is one', async () => {
    const ticket = { ticketId: 4242, ticketUrl: 'https://acme.halopsa.test/tickets?id=4242' };
    const shown = await open(
      { id: 'ticket-1', status: 'open', reason: null, linkedTickets: [] },
      alertAt(1, ticket),
    );
    expect(await shown.findByRole('link', { name: /^Ticket 4242/ })).toBeInTheDocument();
    expect(shown.queryByText('HaloPSA ticket')).not.toBeInTheDocument();
  });

  test('which other clients have one, and which of those were closed', async () => {
    const linked = (id: number, clientName: string, status: 'open' | 'closed' | 'failed') => ({
      id: `ticket-${id}`,
      clientName,
      status,
      reason: status === 'failed' ? 'HaloPSA rejected the ticket: No such client.' : null,
      ticketId: status === 'failed' ? null : id,
      ticketUrl: status === 'failed' ? null : `https://acme.halopsa.test/tickets?id=${id}`,
    });
    const linkedTickets = [
      linked(2, 'Birch', 'open'),
      linked(3, 'Cedar', 'closed'),
      linked(4, 'Dune', 'failed'),
    ];
    const ticket = { ticketId: 1, ticketUrl: 'https://acme.halopsa.test/tickets?id=1' };
    const shown = await open(
      { id: 'ticket-1', status: 'open', reason: null, linkedTickets },
      alertAt(1, ticket),
    );
    const list = within(
      (await shown.findByText('Tickets of other clients')).nextElementSibling as HTMLElement,
    );
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Birch: Ticket 2',
      'Cedar: Ticket 3 (closed)',
      expect.stringContaining('Dune: Failed HaloPSA rejected the ticket: No such client.'),
    ]);
    expect(list.getByRole('link', { name: /^Ticket 2/ })).toHaveAttribute(
      'href',
      linkedTickets[0]!.ticketUrl,
    );
  });

  test('that there is none because its severity does not open tickets', async () => {
    answer(ChannelStates, { integrations: [] });
    answer(HalopsaIntegration, { halopsaIntegration: connected });
    const wants = { haloEnabled: true, haloSeverityLevels: ['info'] };
    answer(HalopsaControllers, { controllers: [{ ...asked, id: headOffice.id, ...wants }] });
    answer(AlertRules, { alertRules: [] });
    const shown = await open(null);
    const words = `No ticket: “${alertAt(1).severity}” isn’t one of the severities that open tickets here.`;
    expect(await shown.findByText(words)).toBeInTheDocument();
  });
});
