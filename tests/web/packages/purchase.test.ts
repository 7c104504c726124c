import { describe, expect, test } from 'vitest';
import { isInUse, purchaseOf, type InUse } from '#web/features/packages/purchase.ts';

const paid = { id: 'a b', name: 'Päcks & Co', price: '29.99' };
const free = { id: 'free', name: 'Free', price: '0' };
const using = (state: InUse['state'], id = paid.id, more = {}) =>
  ({
    state,
    package: { id },
    cancelAt: null,
    pastDueSince: null,
    stripeSubscriptionId: 'sub_1',
    ...more,
  }) as InUse;
const visitor = { purchasingEnabled: true, signedIn: false };
const customer = { purchasingEnabled: true, signedIn: true };

describe('The button of a package leads', () => {
  test.each([visitor, customer])('to the waitlist while nothing is sold', (who) => {
    const { to, label } = purchaseOf(paid, { ...who, purchasingEnabled: false }) ?? {};
    const address = new URL(to ?? '', 'http://x.test');
    expect(address.pathname).toBe('/waitlist');
    expect(Object.fromEntries(address.searchParams)).toEqual({ packageId: 'a b', packageName: 'Päcks & Co' });
    expect(label).toBe('Registration limited - join waitlist');
  });

  test('to checkout for signed-in people', () => {
    expect(purchaseOf(paid, customer)).toEqual({ to: '/subscribe?package=a+b', label: 'Subscribe' });
    expect(purchaseOf(free, customer)).toEqual({ to: '/subscribe?package=free', label: 'Get Started Free' });
  });

  test('to registration for a visitor, who is not asked to choose again', () => {
    expect(purchaseOf(paid, visitor)).toEqual({
      to: '/auth?tab=register&package=a+b',
      label: 'Start free trial',
    });
    expect(purchaseOf(free, visitor)?.label).toBe('Get Started Free');
  });

  test.each(['free', 'trialing', 'active', 'past_due'] as const)(
    'to Billing if the team has it: %s, even while nothing is sold',
    (state) => {
      for (const purchasingEnabled of [true, false])
        expect(purchaseOf(paid, { signedIn: true, purchasingEnabled, inUse: using(state) })).toEqual({
          to: '/billing',
          label: 'Manage in Billing',
        });
    },
  );

  test.each(['trial', 'ended', 'incomplete'] as const)(
    'to checkout for the package on trial: %s',
    (state) => {
      expect(purchaseOf(paid, { ...customer, inUse: using(state) })?.to).toBe('/subscribe?package=a+b');
    },
  );

  test('to a package change for people who pay for another one', () => {
    expect(purchaseOf(paid, { ...customer, inUse: using('active', 'other') })).toEqual({
      to: '/subscribe?package=a+b',
      label: 'Change to this package',
    });
  });

  test.each([{ cancelAt: '2026-12-01T12:00:00Z' }, { pastDueSince: '2026-11-12T12:00:00Z' }])(
    'nowhere while a change would be refused: %j',
    (more) => {
      const inUse = using('active', 'other', more);
      expect(purchaseOf(paid, { ...customer, inUse })).toBeUndefined();
      expect(purchaseOf({ ...paid, id: 'other' }, { ...customer, inUse })?.to).toBe('/billing');
    },
  );
});

test.each([
  ['trial', true],
  ['active', true],
  ['ended', false],
] as const)('A package in the state %s is marked as theirs: %s', (state, marked) => {
  expect(isInUse(paid, using(state))).toBe(marked);
});

test('Without a package, none is marked', () => {
  expect(isInUse(paid, null)).toBe(false);
  expect(isInUse(paid, { ...using('none'), package: null })).toBe(false);
});
