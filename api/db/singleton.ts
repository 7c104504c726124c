import type { EntityClass } from '@mikro-orm/core';
import { Entity, PrimaryKey } from '@mikro-orm/decorators/legacy';
import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * A settings entity: a table with one row. Its properties have database defaults and no initialisers, because
 * its input is derived from it (`PartialInput`) and an initialiser would overwrite stored values.
 */
@Entity({ abstract: true })
export abstract class Singleton {
  @PrimaryKey({ type: 'smallint', autoincrement: false })
  id!: number;
}

/** The only row, created with its defaults on first use. */
export async function loadSingleton<T extends Singleton>(
  em: EntityManager,
  type: EntityClass<T>,
): Promise<T> {
  const found = await em.findOne(type as EntityClass<Singleton>, { id: 1 });
  if (found) return found as T;
  const { tableName } = em.getMetadata().get(type);
  await em.execute(`insert into "${tableName}" (id) values (1) on conflict do nothing`, [], 'run');
  return (await em.findOneOrFail(type as EntityClass<Singleton>, { id: 1 })) as T;
}
