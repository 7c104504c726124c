import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { MayAdminister } from '#web/app/shell.gql.ts';
import { OperatorAttention } from '#web/features/attention/operator-attention.ts';
import { PlatformStatus } from '#web/features/health/health.gql.ts';
import type { OperatorAttentionQuery, PlatformStatusQuery } from '#web/gql/graphql.ts';
import { ada, answer, refuse, renderApp } from '#tests/support/render.tsx';

type Attention = OperatorAttentionQuery['operatorAttention'];
type Check = PlatformStatusQuery['platformHealth']['checks'][number];

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const quiet: Attention = {
  unansweredMessages: 0,
  oldestMessageAt: null,
  failedPayments: 0,
  oldestFailedPaymentAt: null,
  waitlistUnemailed: 0,
  latePolls: 0,
  oldestLatePollAt: null,
};

function open(attention: Partial<Attention>, checks: Check[] = []) {
  answer(OperatorAttention, { operatorAttention: { ...quiet, ...attention } });
  answer(PlatformStatus, { platformHealth: { state: 'ok', checks } });
  return renderApp({ path: '/admin/dashboard', signedInAs: ada });
}
const section = async () => within(await screen.findByRole('region', { name: 'Needs attention' }));

beforeEach(() => answer(MayAdminister, { me: { id: ada.id, administersFromHere: true } }));

describe('What needs the operator', () => {
  test('comes worst first, and each leads to where it is handled', async () => {
    open(
      {
        unansweredMessages: 2,
        oldestMessageAt: ago(50),
        failedPayments: 1,
        oldestFailedPaymentAt: ago(80),
        waitlistUnemailed: 12,
        latePolls: 3,
        oldestLatePollAt: ago(1.5),
      },
      [
        { part: 'polls', state: 'late', says: '3 of 40 controllers are late' },
        { part: 'stripe', state: 'failing', says: 'The last event was not applied' },
      ],
    );
    await (await section()).findByText('Stripe');
    const links = (await section()).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Critical: 1 failed paymentThe oldest has been overdue for 3 d', '/admin/users?subscription=overdue'],
      ['Critical: StripeThe last event was not applied', '/admin/health#stripe'],
      ['Warning: 3 late pollsThe oldest was due 1 h ago', '/admin/health#polls'],
      ['Info: 2 unanswered messagesThe oldest arrived 2 d ago', '/admin/contact?sort=when'],
      ['Info: 12 people waitingJoined since your last email to the waitlist', '/admin/waitlist'],
    ]);
  });

  test('is said to be nothing when all is done', async () => {
    open({});
    expect(await (await section()).findByText('Nothing needs you right now.')).toBeVisible();
    expect((await section()).queryAllByRole('link')).toEqual([]);
  });

  test('is never said to be nothing when it couldn’t be loaded', async () => {
    refuse(OperatorAttention, { message: 'Not now', code: 'UNAVAILABLE' });
    const { user } = renderApp({ path: '/admin/dashboard', signedInAs: ada });
    const retry = await (await section()).findByRole('button', { name: 'Retry' });
    answer(OperatorAttention, { operatorAttention: { ...quiet, waitlistUnemailed: 1 } });
    await user.click(retry);
    expect(await (await section()).findByText('1 person waiting')).toBeVisible();
  });
});
