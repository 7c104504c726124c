import { raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { int } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { NotFound } from '#api/lib/errors.ts';
import type { RowReader } from '#api/exports/row-reader.store.ts';
import { isId } from '#api/db/id.ts';
import { csvExport, type Export } from '#api/exports/export.ts';
import { isOverdueSubscription, packageNameSql, subscriptionIdSql, User } from './user.entity.ts';
import {
  UserSort,
  UserStatus,
  UserSubscription,
  type UserPage,
  type UserSearch,
  type UserOrder,
} from './users.input.ts';

/** Searched text: full name and address, lowercased by PostgreSQL. */
const text = `lower(normalize(first_name || ' ' || last_name || E'\\n' || email, NFC))`;

/** Literal search: every word must occur in the text. Its parameter is a JSON list. */
const wordsMatch = `(select coalesce(bool_and(strpos(${text}, lower(normalize(word, NFC))) > 0), true)
                  from jsonb_array_elements_text(?::jsonb) word)`;

const subscription = subscriptionIdSql(undefined, { alias: 'u' });

const bySubscription: Record<UserSubscription, string> = {
  free: `${subscription} is null`,
  pro: `${subscription} is not null`,
  overdue: `exists (select from membership m join subscription s on s.team_id = m.team_id
                     where m.user_id = u.id and m.role = 'owner' and ${isOverdueSubscription})`,
};

const statuses: Record<UserStatus, string> = {
  active: 'not suspended and email_verified_at is not null',
  unverified: 'not suspended and email_verified_at is null',
  suspended: 'suspended',
};

/** Sort keys in SQL. Never null, so that paging after any row works. */
const keys: Record<UserSort, string> = {
  joined: 'created_at',
  name: `lower(first_name || ' ' || last_name)`,
  email: 'email',
  company: 'lower(company_name)',
  role: `array_position(array['user', 'admin', 'super_admin'], role::text)`,
  status: 'case when suspended then 2 when email_verified_at is null then 1 else 0 end',
  subscription: `${subscription} is not null`,
  package: `coalesce(lower(${packageNameSql(undefined, { alias: 'u' })}), '')`,
  lastSignIn: `coalesce(last_sign_in_at, '-infinity')`,
};

/**
 * Lists people, newest first by default. Someone who joins in the meantime doesn't shift the following pages.
 * @throws NotFound for `after`
 */
export async function findPeople(em: EntityManager, page: UserPage): Promise<User[]> {
  if (page.after) await findUser(em, page.after);
  const { sql, values } = inOrder(page);
  const rows = await queryRows(em, person, `${sql} limit ?`, [...values, page.first ?? null]);
  return peopleWith(em, rows);
}

/** Streams all of them in the same order, in batches. */
export async function* readPeople(
  reader: RowReader,
  page: UserPage,
): AsyncGenerator<User[], void, undefined> {
  const { sql, values } = inOrder(page);
  for await (const rows of reader.select(person, sql, values)) {
    yield await peopleWith(reader.em, rows);
    reader.em.clear();
  }
}

const person = { id: tables.user.id };

/** SQL for the sorted IDs. */
function inOrder({ after, skip, sort, descending, ...search }: UserPage): { sql: string; values: unknown[] } {
  const key = keys[sort ?? UserSort.joined];
  const falls = descending ?? (sort ?? UserSort.joined) === UserSort.joined;
  const [order, beyond] = falls ? ['desc', '<'] : ['asc', '>'];
  const { where, values } = matching(search);
  const sql = `select id from "user" u
      where ${where}
        and (?::uuid is null or (${key}, created_at, id) ${beyond}
             (select ${key}, created_at, id from "user" u where id = ?::uuid))
      order by ${key} ${order}, created_at ${order}, id ${order} offset ?`;
  return { sql, values: [...values, after || null, after || null, skip ?? 0] };
}

/** Loads people in the order of the rows. */
async function peopleWith(em: EntityManager, rows: { id: string }[]): Promise<User[]> {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const people = await em.find(User, {
    // A single parameter, because a statement can have at most 65,535.
    [raw((alias) => `${alias}.id in (select jsonb_array_elements_text(?::jsonb)::uuid)`, [ids])]: [],
  });
  const places = new Map(rows.map(({ id }, place) => [id, place]));
  return people.sort((a, b) => places.get(a.id)! - places.get(b.id)!);
}

export async function countPeople(em: EntityManager, search: UserSearch): Promise<number> {
  const { where, values } = matching(search);
  const [row] = await queryRows(
    em,
    { count: int },
    `select count(*)::int as count from "user" u where ${where}`,
    values,
  );
  return row!.count;
}

/** @throws NotFound */
export function findUser(em: EntityManager, id: string): Promise<User> {
  if (!isId(id)) throw new NotFound('User');
  return em.findOneOrFail(User, { id });
}

/** SQL condition of a search. */
function matching({ search, status, role, subscription: pays, joinedSince, joinedUntil }: UserSearch) {
  const conditions: { sql: string; value?: string }[] = [{ sql: wordsMatch, value: wordsOf(search) }];
  if (status) conditions.push({ sql: statuses[status] });
  if (role) conditions.push({ sql: 'role = ?', value: role });
  if (pays) conditions.push({ sql: bySubscription[pays] });
  if (joinedSince) conditions.push({ sql: 'created_at >= ?::timestamptz', value: dayAfter(joinedSince, 0) });
  if (joinedUntil) conditions.push({ sql: 'created_at < ?::timestamptz', value: dayAfter(joinedUntil, 1) });
  return {
    where: conditions.map(({ sql }) => `(${sql})`).join(' and '),
    values: conditions.flatMap(({ value }) => (value === undefined ? [] : [value])),
  };
}

/** Start of a UTC day, or of one that many days later. 31 February becomes early March. */
function dayAfter(day: string, days: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, date + days);
  // JavaScript writes years after 9999 with a sign, which PostgreSQL doesn't accept.
  return at.toISOString().replace(/^\+0+/, '');
}

function wordsOf(search: string | null | undefined): string {
  return JSON.stringify((search ?? '').split(/\s+/).filter(Boolean));
}

/** People as CSV, worded like the list. */
export function peopleExport(order: UserOrder, record: Export<string>['record']): Export<string> {
  return csvExport({
    record,
    download: 'GET /api/admin/users/csv',
    columns: [
      { key: 'firstName', header: 'First name' },
      { key: 'lastName', header: 'Last name' },
      { key: 'email', header: 'Email' },
      { key: 'companyName', header: 'Company' },
      { key: 'role', header: 'Role' },
      { key: 'status', header: 'Status' },
      { key: 'packageName', header: 'Package' },
      { key: 'subscription', header: 'Subscription' },
      { key: 'joined', header: 'Joined' },
      { key: 'lastSignIn', header: 'Last sign-in' },
    ],
    count: ({ em }) => countPeople(em, order),
    async *batches(reader) {
      for await (const people of readPeople(reader, order))
        yield people.map((person) => ({
          firstName: person.firstName,
          lastName: person.lastName,
          email: person.email,
          companyName: person.companyName,
          role: person.role,
          status: statusOf(person),
          packageName: person.packageName,
          subscription: person.stripeSubscriptionId ? 'Pro' : 'Free',
          joined: person.createdAt,
          lastSignIn: person.lastSignInAt,
        }));
    },
  });
}

function statusOf({ suspended, emailVerifiedAt }: User): string {
  if (suspended) return 'Suspended';
  return emailVerifiedAt ? 'Active' : 'Unverified';
}
