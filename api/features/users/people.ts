import { raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { NotFound } from '#api/errors.ts';
import { isId } from '#api/id.ts';
import { User } from './user.entity.ts';
import type { UserPage } from './user.input.ts';

/** What a search looks at: a full name as people write it, and the address. Unicode as PostgreSQL folds it. */
const text = `lower(normalize(first_name || ' ' || last_name || E'\\n' || email, NFC))`;

/** A search without wildcards: each word is somewhere in the text. Its parameter is a JSON list. */
const found = `(select coalesce(bool_and(strpos(${text}, lower(normalize(word, NFC))) > 0), true)
                  from jsonb_array_elements_text(?::jsonb) word)`;

/**
 * Newest first; everybody without `first`. Whoever joins meanwhile stands before the pages that are still to come.
 * @throws NotFound for `after`
 */
export async function findPeople(em: EntityManager, { search, after, first }: UserPage): Promise<User[]> {
  if (after) await findUser(em, after);
  const rows = await em.getConnection().execute<{ id: string }[]>(
    `select id from "user"
      where ${found}
        and (?::uuid is null or (created_at, id) < (select created_at, id from "user" where id = ?::uuid))
      order by created_at desc, id desc limit ?`,
    [wordsOf(search), after || null, after || null, first ?? null],
  );
  const ids = JSON.stringify(rows.map(({ id }) => id));
  return em.find(
    User,
    // One parameter, however many they are: a statement takes no more than 65 535.
    { [raw((alias) => `${alias}.id in (select jsonb_array_elements_text(?::jsonb)::uuid)`, [ids])]: [] },
    { orderBy: { createdAt: 'desc', id: 'desc' } },
  );
}

export async function countPeople(em: EntityManager, search?: string | null): Promise<number> {
  const [row] = await em
    .getConnection()
    .execute<{ count: number }[]>(`select count(*)::int as count from "user" where ${found}`, [
      wordsOf(search),
    ]);
  return row!.count;
}

/** @throws NotFound */
export function findUser(em: EntityManager, id: string): Promise<User> {
  if (!isId(id)) throw new NotFound('User');
  return em.findOneOrFail(User, { id });
}

function wordsOf(search: string | null | undefined): string {
  return JSON.stringify((search ?? '').split(/\s+/).filter(Boolean));
}
