import type { EntityClass, EntityDictionary, EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import type { Column } from './columns.ts';
import { checkRows } from './query-rows.ts';

/** A statement that PostgreSQL parses and plans once per connection. Its `name` must be unique. */
export interface Prepared {
  name: string;
  text: string;
}

/**
 * Runs a prepared statement, outside the caller's transaction, and returns rows as arrays. The ORM's overhead
 * exceeds the cost of a short query, so this is for statements that every request runs.
 * @throws what the ORM throws, such as ConnectionException
 */
export async function runPrepared(
  em: EntityManager,
  statement: Prepared,
  values: unknown[],
): Promise<unknown[][]> {
  return onConnection(em, async (client) => {
    const { rows } = await client.query<unknown[]>({ ...statement, values, rowMode: 'array' });
    return rows;
  });
}

/** Runs a prepared statement like `runPrepared`, and returns rows as objects by column name, with times as `Date`. */
export async function readPrepared<T extends object>(
  em: EntityManager,
  { name, text, columns }: Prepared & { columns: Record<keyof T, Column> },
  values: unknown[],
): Promise<T[]> {
  return onConnection(em, async (client) => {
    const { rows } = await client.query<T>({ name, text, values, types: { getTypeParser } });
    return checkRows(rows, columns, text);
  });
}

async function onConnection<T>(em: EntityManager, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const pool = (await em.getConnection().getNativeClient()) as pg.Pool;
  const client = await pool.connect();
  try {
    return await work(client);
  } catch (error) {
    throw em.getDriver().convertException(error as Error);
  } finally {
    client.release();
  }
}

const timestamptz: number = pg.types.builtins.TIMESTAMPTZ;

/** The ORM parses times only for entities, so rows without one need this. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === timestamptz ? parseTime : pg.types.getTypeParser(oid, format as 'text');

const parseTime = (text: string): Date => new Date(text);

/** The columns of a table, in the order of `list`. */
interface Columns<T> {
  count: number;
  /** A select list. */
  list(alias: string): string;
  /** The entity, as if the ORM had loaded it, from the values that start at `offset`. */
  entity(em: EntityManager, row: readonly unknown[], offset: number): T;
}

/** The columns that the ORM loads with the entity, without lazy ones. */
export function columnsOf<T extends object>(em: EntityManager, type: EntityClass<T>): Columns<T> {
  const meta = em.getMetadata(type);
  const { tableName } = meta;
  const columns = meta.props.flatMap(({ fieldNames = [], formula, persist, lazy }) => {
    if (lazy || (!formula && persist === false)) return [];
    return fieldNames.map((name) => ({
      name,
      of: (alias: string) => {
        const table = { alias, name: tableName, qualifiedName: tableName, toString: () => alias };
        return formula ? String(formula(meta.createColumnMappingObject(alias), table)) : `${alias}."${name}"`;
      },
    }));
  });
  return {
    count: columns.length,
    list: (alias) => columns.map(({ of }) => of(alias)).join(', '),
    entity: (target, row, offset) =>
      target.map(
        type,
        Object.fromEntries(columns.map(({ name }, n) => [name, row[offset + n]])) as EntityDictionary<T>,
      ),
  };
}
