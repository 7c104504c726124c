import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Whoever changes more than one delivery holds the rows of their channels, taken first and in one order: changes wait for
 * each other, and never in a circle. Held until the caller's transaction ends.
 */
export async function lockDestinations(em: EntityManager, integrationIds: readonly string[]): Promise<void> {
  await em.execute(
    `select from integration where id in (select jsonb_array_elements_text(?::jsonb)::uuid)
      order by id for no key update`,
    [JSON.stringify(integrationIds)],
    'run',
  );
}

/** The same without waiting. @returns those that nobody else held */
export async function lockFree(em: EntityManager, integrationIds: readonly string[]): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select id from integration where id in (select jsonb_array_elements_text(?::jsonb)::uuid)
      order by id for no key update skip locked`,
    [JSON.stringify(integrationIds)],
  );
  return rows.map(({ id }) => id);
}
