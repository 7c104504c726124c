import { describe, expect, test } from 'vitest';
import { isInUse, purchaseOf, type InUse } from '#web/features/packages/purchase.ts';

const paid = { id: 'a b', name: 'Päcks & Co', price: '29.99' };
const free = { id: 'free', name: 'Free', price: '0' };
const using = (state: InUse['state'], id = paid.id) => ({ state, package: { id } }) as InUse;
const visitor = { purchasingEnabled: true, signedIn: false };
const customer = { purchasingEnabled: true, signedIn: true };

describe('The button of a package leads', () => {
  test.each([visitor, customer])('to the waiting list while nothing is sold', (who) => {
    const { to, label } = purchaseOf(paid, { ...who, purchasingEnabled: false });
    const address = new URL(to, 'http://x.test');
    expect(address.pathname).toBe('/waitlist');
    expect(Object.fromEntries(address.searchParams)).toEqual({ packageId: 'a b', packageName: 'Päcks & Co' });
    expect(label).toBe('Registration limited - join waitlist');
  });

  test('to the payment for whoever is signed in', () => {
    expect(purchaseOf(paid, customer)).toEqual({ to: '/subscribe?package=a+b', label: 'Subscribe' });
    expect(purchaseOf(free, customer)).toEqual({ to: '/subscribe?package=free', label: 'Get Started Free' });
  });

  test('to the way in for a visitor, who is not asked for the choice again', () => {
    expect(purchaseOf(paid, visitor)).toEqual({
      to: '/auth?tab=register&package=a+b',
      label: 'Start free trial',
    });
    expect(purchaseOf(free, visitor).label).toBe('Get Started Free');
  });

  test.each(['free', 'trialing', 'active', 'past_due'] as const)(
    'to Billing where the team has it: %s, also while nothing is sold',
    (state) => {
      for (const purchasingEnabled of [true, false])
        expect(purchaseOf(paid, { signedIn: true, purchasingEnabled, inUse: using(state) })).toEqual({
          to: '/billing',
          label: 'Manage in Billing',
        });
    },
  );

  test.each(['trial', 'ended', 'incomplete'] as const)(
    'to the payment of one that is only tried: %s',
    (state) => {
      expect(purchaseOf(paid, { ...customer, inUse: using(state) }).to).toBe('/subscribe?package=a+b');
    },
  );

  test('to a change for whoever pays for another', () => {
    const { to, label } = purchaseOf(paid, { ...customer, inUse: using('active', 'other') });
    expect([to, label]).toEqual(['/subscribe?package=a+b', 'Change to this package']);
  });
});

test.each([
  ['trial', true],
  ['active', true],
  ['ended', false],
] as const)('A package in the state %s is marked as theirs: %s', (state, marked) => {
  expect(isInUse(paid, using(state))).toBe(marked);
});

test('Whoever has none has none marked', () => {
  expect(isInUse(paid, null)).toBe(false);
  expect(isInUse(paid, { state: 'none', package: null })).toBe(false);
});
