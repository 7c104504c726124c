import type { EntityClass } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Snapshot } from './content-part.ts';

/** A row as plain JSON: its columns, dates as text. */
export function plain(em: EntityManager, type: EntityClass<object>, row: object): Snapshot {
  const columns = em
    .getMetadata()
    .get(type)
    .props.map(({ name }) => [name, (row as Snapshot)[name] ?? null]);
  return JSON.parse(JSON.stringify(Object.fromEntries(columns))) as Snapshot;
}
