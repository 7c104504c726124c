import type { PersonAccessQuery, PersonHistoryQuery } from '#web/gql/graphql.ts';
import type { Person } from '#web/features/users/person.ts';
import { useLocation } from 'react-router';

export const bob: Person = {
  id: 'bob',
  email: 'bob@example.test',
  firstName: 'Bob',
  lastName: 'Baker',
  companyName: 'Bakery',
  role: 'user',
  suspended: false,
  emailVerified: true,
  packageName: 'Professional Plan',
  stripeSubscriptionId: null,
  createdAt: '2026-11-03T12:00:00.000Z',
  lastSignInAt: null,
};
export const person = (more: Partial<Person>): Person => ({ ...bob, ...more });

export const suspended = person({
  id: 'eve',
  email: 'eve@example.test',
  firstName: 'Ève 🏮',
  lastName: '李',
  suspended: true,
  stripeSubscriptionId: 'sub_1',
  packageName: null,
});
export const unverified = person({ id: 'carol', firstName: 'Carol', emailVerified: false });
export const superAdmin = person({ id: 'grace', firstName: 'Grace', role: 'super_admin' });
export const ada = person({ id: 'ada', firstName: 'Ada', lastName: 'Archer', role: 'admin' });

export const access = (more: Partial<PersonAccessQuery['userAccess']> = {}): PersonAccessQuery => ({
  userAccess: {
    sessions: [],
    failedAttempts: 0,
    lockedUntil: null,
    lastSignInAt: null,
    twoFactorEnabled: false,
    recoveryCodesLeft: 0,
    ...more,
  },
});

export const session = (more: Partial<PersonAccessQuery['userAccess']['sessions'][number]> = {}) => ({
  id: 'session-1',
  device: 'Firefox on Windows',
  ipAddress: '203.0.113.9',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastSeenAt: new Date(Date.now() - 300_000).toISOString(),
  current: false,
  ...more,
});

export const suspension: PersonHistoryQuery['auditEntries'][number] = {
  id: '7',
  at: new Date(Date.now() - 3_600_000).toISOString(),
  actor: 'grace@example.test',
  label: 'User suspended',
  before: { suspended: false },
  after: { suspended: true },
  ipAddress: '198.51.100.7',
};

/** The address of the screen, for tests to read. */
export function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
}
