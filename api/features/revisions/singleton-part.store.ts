import type { EntityClass } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ViewerContext } from '#api/graphql/context.ts';
import { given } from '#api/graphql/schema/partial-input.ts';
import { loadSingleton, type Singleton } from '#api/db/singleton.ts';
import type { Content, ContentPart, Snapshot } from './content-part.store.ts';
import { changeContent } from './revisions.service.ts';

/** A part that is one settings entity: every column except its ID and those that no one edits. */
export function singletonPart<T extends Singleton>(
  type: EntityClass<T>,
  {
    label,
    without = [],
    ...rest
  }: Pick<Content, 'label' | 'guard' | 'audited'> & { without?: readonly (keyof T & string)[] },
): Content {
  const left: readonly string[] = ['id', ...without];
  const read = async (em: EntityManager): Promise<Snapshot> => {
    const row = await loadSingleton(em, type);
    await em.refresh(row);
    return Object.fromEntries(Object.entries(plain(em, type, row)).filter(([name]) => !left.includes(name)));
  };
  return {
    label,
    ...rest,
    read,
    async write(em, snapshot) {
      // Columns added since the snapshot keep their value, and removed columns are ignored.
      const known = Object.keys(await read(em)).filter((name) => name in snapshot);
      const fields = Object.fromEntries(known.map((name) => [name, snapshot[name]]));
      em.assign(await loadSingleton(em, type), fields as never);
    },
  };
}

/** Saves the given fields of such a part with its history. @throws Conflict for an outdated `version` */
export function saveSingleton<T extends Singleton>(
  ctx: ViewerContext,
  { part, type, version }: { part: ContentPart; type: EntityClass<T>; version?: number | null | undefined },
  input: Partial<T>,
): Promise<T> {
  return changeContent(ctx, { part, version: version ?? null }, async (em) => {
    const row = await loadSingleton(em, type);
    em.assign(row, tidy(given(input)) as never);
    return row;
  });
}

/** Plain JSON of a row, with dates as text. */
export function plain(em: EntityManager, type: EntityClass<object>, row: object): Snapshot {
  const columns = em
    .getMetadata()
    .get(type)
    .props.map(({ name }) => [name, (row as Snapshot)[name] ?? null]);
  return JSON.parse(JSON.stringify(Object.fromEntries(columns))) as Snapshot;
}

/** Trims texts, and drops blank lines from lists of texts. */
export function tidy<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, tidied(value)])) as T;
}

function tidied(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  return Array.isArray(value) ? value.map(tidied).filter((line) => line !== '') : value;
}
