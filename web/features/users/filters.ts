import type { UsersQueryVariables } from '#web/gql/graphql.ts';
import { dateOf, dayOf } from '#web/lib/utc-day.ts';
import { roleWords } from './person.ts';

/** The words of the address that narrow the list of people; each is an argument of the server's. */
export const filterNames = ['status', 'role', 'subscription', 'joinedSince', 'joinedUntil'] as const;
export type Filters = { [Name in (typeof filterNames)[number]]?: string };

const statuses = { active: 'Active', unverified: 'Unverified', suspended: 'Suspended' };
const subscriptions = { pro: 'Pro', free: 'Free' };

const choices = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Those that are chosen from a few. */
export const selects = [
  { name: 'status', label: 'Status', all: 'All statuses', options: choices(statuses) },
  { name: 'role', label: 'Role', all: 'All roles', options: choices(roleWords) },
  { name: 'subscription', label: 'Subscription', all: 'All subscriptions', options: choices(subscriptions) },
] as const;

const day = /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const isDay = (value: string | undefined): value is string => day.test(value ?? '');

/** What the server is asked; words of an address that it does not know are left out. */
export function asked(filters: Filters): Omit<UsersQueryVariables, 'search' | 'first' | 'skip'> {
  const known = selects.flatMap(({ name, options }) => {
    const value = filters[name];
    return options.some((option) => option.value === value) ? [[name, value]] : [];
  });
  const days = (['joinedSince', 'joinedUntil'] as const).flatMap((name) =>
    isDay(filters[name]) ? [[name, filters[name]]] : [],
  );
  return Object.fromEntries([...known, ...days]) as ReturnType<typeof asked>;
}

const spans = [7, 30, 90, 365];

/** Days of joining to choose from, and the one of the address where it is another. */
export function joinedOptions({ joinedSince, joinedUntil }: Filters, now: Date) {
  const options = spans.map((days) => ({ value: dayBefore(now, days), label: `Last ${days} days` }));
  const known = !joinedUntil && options.some(({ value }) => value === joinedSince);
  const chosen = joinedWords({ joinedSince, joinedUntil });
  const value = [joinedSince, joinedUntil].filter(Boolean).join('/');
  return { value, options: known || !chosen ? options : [{ value, label: chosen }, ...options] };
}

function joinedWords({ joinedSince, joinedUntil }: Filters): string | undefined {
  const since = isDay(joinedSince) ? dateOf(joinedSince) : undefined;
  const until = isDay(joinedUntil) ? dateOf(joinedUntil) : undefined;
  if (since && until) return `${since} to ${until} (UTC)`;
  if (since) return `Since ${since} (UTC)`;
  return until && `Until ${until} (UTC)`;
}

const dayBefore = (now: Date, days: number): string => dayOf(new Date(now.getTime() - days * 86_400_000));
