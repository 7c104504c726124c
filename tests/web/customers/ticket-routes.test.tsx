import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HalopsaTicketRoutes, TicketRoutes } from '#web/features/halopsa/TicketRoutes.tsx';
import { answer, render } from '#tests/support/render.tsx';

const route = (customerName: string | null, siteCount: number, clientName: string | null) => ({
  source: customerName ? ('customer' as const) : null,
  customerName,
  clientId: customerName ? 301 : null,
  clientName,
  siteCount,
});

test('Whoever chooses a ticket’s client sees which tickets go to the client of a customer', async () => {
  answer(HalopsaTicketRoutes, {
    halopsaTicketRoutes: [route('Acme', 1, 'Acme Ltd'), route('Birch', 12, null), route(null, 40, null)],
  });
  render(<TicketRoutes otherwise="name no client" />);
  const list = within(await screen.findByRole('list', { name: 'Where tickets go' }));
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Tickets go to Acme Ltd, from customer Acme (1 site).',
    'Tickets go to client 301, from customer Birch (12 sites).',
    'Tickets for 40 other sites name no client.',
  ]);
});

test('Nothing is said about customers while none has a client', async () => {
  answer(HalopsaTicketRoutes, { halopsaTicketRoutes: [route(null, 40, null)] });
  render(
    <>
      <p>Client</p>
      <TicketRoutes otherwise="name no client" />
    </>,
  );
  expect(await screen.findByText('Client')).toBeVisible();
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});
