import type { EntityManager } from '@mikro-orm/postgresql';
import type { QueryResult } from 'pg';
import { type Column, kinds, type RowOf } from './columns.ts';

/**
 * Runs a hand-written statement in the transaction of `em`. Its rows have columns from `tables`, or plain
 * types for computed values. Tests compare them with the types PostgreSQL reports for every result.
 */
export async function queryRows<const Columns extends Record<string, Column>>(
  em: EntityManager,
  columns: Columns,
  sql: string,
  values: readonly unknown[] = [],
): Promise<RowOf<Columns>[]> {
  const rows = await em.execute<RowOf<Columns>[]>(sql, [...values]);
  return checkRows(rows, columns, sql);
}

/** Runs a hand-written statement that returns no rows. @returns how many rows it changed */
export async function changeRows(
  em: EntityManager,
  sql: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const { affectedRows } = await em.execute<{ affectedRows: number }>(sql, [...values], 'run');
  return affectedRows;
}

interface Verification {
  remember(result: unknown): void;
  check(rows: object[], columns: Record<string, Column>, sql: string): void;
}

let verification: Verification | undefined;

/** Compares rows with the columns that their statement declares, while verification is on. */
export function checkRows<Row extends object>(
  rows: Row[],
  columns: Record<string, Column>,
  sql: string,
): Row[] {
  verification?.check(rows, columns, sql);
  return rows;
}

/** Records the column types PostgreSQL reports for a result, while rows are verified. */
export function noteResult<Result>(result: Result): Result {
  verification?.remember(result);
  return result;
}

/** Turns on verification, which reports rows that don't match their statement's declaration. */
export function verifyRows(report: (problem: string) => void): void {
  const fieldsOf = new WeakMap<object, QueryResult['fields']>();
  verification = {
    remember(result) {
      const { rows, fields } = result as Partial<QueryResult>;
      if (rows && fields) fieldsOf.set(rows, fields);
    },
    check(rows, columns, sql) {
      const fields = fieldsOf.get(rows);
      const problems = fields ? problemsOf(rows, columns, fields) : ['its columns are unknown'];
      for (const problem of problems) report(`${problem}, in: ${sql}`);
    },
  };
}

function problemsOf(
  rows: object[],
  columns: Record<string, Column>,
  fields: QueryResult['fields'],
): string[] {
  const types = new Map(fields.map(({ name, dataTypeID }) => [name, dataTypeID]));
  const undeclared = [...types.keys()].filter((name) => !(name in columns));
  const wrong = Object.entries(columns).flatMap(([name, { kind, nullable }]) => {
    const type = types.get(name);
    if (type === undefined) return `${name} isn't selected`;
    if (!(kinds[kind] as readonly number[]).includes(type)) return `${name} is of type ${type}, not ${kind}`;
    const isNull = (row: object) => (row as Record<string, unknown>)[name] === null;
    return !nullable && rows.some(isNull) ? `${name} is null` : [];
  });
  return [...undeclared.map((name) => `${name} isn't declared`), ...wrong];
}
