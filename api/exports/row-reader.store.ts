import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { EntityName, FilterQuery, QueryOrderMap } from '@mikro-orm/core';
import type { EntityManager, QBFilterQuery } from '@mikro-orm/postgresql';
import { type Column, type RowOf } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';

/** Rows read from the database at once, and held in memory. Each statement costs both sides a good part of a millisecond. */
const batchSize = 250;

/** Rows worked on without a break: well below a millisecond, so other requests are answered in between. */
const sliceSize = 25;

interface Options<Entity> {
  orderBy: QueryOrderMap<Entity>;
  offset?: number;
}

/** Reads long results through cursors of one transaction, so that memory does not grow with the number of rows. */
export class RowReader {
  #cursors = 0;

  /** `em` is inside a transaction, and stops its statements when the export stops. */
  constructor(
    readonly em: EntityManager,
    private pace: Pace,
  ) {}

  /**
   * Rows of a table as plain objects, in slices. Entities, which watch themselves for changes, cost several times as much.
   * Name the `fields` that are needed: every other one is read, sent and parsed for nothing.
   */
  async *find<Entity extends object, Field extends keyof Entity & string = keyof Entity & string>(
    type: EntityName<Entity>,
    where: FilterQuery<Entity>,
    { fields, ...options }: Options<Entity> & { fields?: readonly Field[] },
  ): AsyncGenerator<Pick<Entity, Field>[], void, undefined> {
    const driver = this.em.getDriver();
    const meta = this.em.getMetadata().get(type);
    for await (const slice of this.#fetch(this.#sqlFor(type, where, options, fields), this.#plainRows))
      yield slice.map((row) => driver.mapResult<Entity>(row as never, meta) as Entity);
  }

  /** The same as entities, which are forgotten when the next slice is read. */
  async *findEntities<Entity extends object>(
    type: EntityName<Entity>,
    where: FilterQuery<Entity>,
    options: Options<Entity>,
  ): AsyncGenerator<Entity[], void, undefined> {
    for await (const slice of this.#fetch(this.#sqlFor(type, where, options), this.#plainRows)) {
      yield slice.map((row) => this.em.map(type, row as never));
      this.em.clear();
    }
  }

  /** Rows of an SQL statement with `?` for each value, in slices, as the database names their columns. */
  select<const Columns extends Record<string, Column>>(
    columns: Columns,
    sql: string,
    values: readonly unknown[],
  ): AsyncGenerator<RowOf<Columns>[], void, undefined> {
    const formatted = this.em.getPlatform().formatQuery(sql, values);
    return this.#fetch(formatted, (fetch) => queryRows(this.em, columns, fetch));
  }

  #sqlFor<Entity extends object>(
    type: EntityName<Entity>,
    where: FilterQuery<Entity>,
    { orderBy, offset = 0 }: Options<Entity>,
    fields: readonly string[] = ['*'],
  ): string {
    const query = this.em.createQueryBuilder(type).select(fields as ['*']);
    return query
      .where(where as QBFilterQuery<Entity>)
      .orderBy(orderBy)
      .offset(offset)
      .getFormattedQuery();
  }

  /** Rows whose columns the ORM names and knows. */
  #plainRows = (fetch: string): Promise<object[]> => this.em.execute(fetch);

  async *#fetch<Row extends object>(
    sql: string,
    rowsOf: (fetch: string) => Promise<Row[]>,
  ): AsyncGenerator<Row[], void, undefined> {
    const cursor = `export_${++this.#cursors}`;
    await this.em.execute(`declare ${cursor} no scroll cursor for ${sql}`, [], 'run');
    for (let last = false; !last;) {
      const batch = await rowsOf(`fetch ${batchSize} from ${cursor}`);
      last = batch.length < batchSize;
      for (let from = 0; from < batch.length; from += sliceSize) {
        const began = performance.now();
        yield batch.slice(from, from + sliceSize);
        await this.pace.rest(performance.now() - began);
      }
    }
    await this.em.execute(`close ${cursor}`, [], 'run');
  }
}

/** Milliseconds reserved for each millisecond of work: exports work for a sixth of them. */
const reservedPerWork = 6;

/** The most that counts as work, in milliseconds: when a slice took longer, its client was slow, or the machine was busy. */
const maxWorkMs = 3;

/** Shorter rests are put off until they add up to this many milliseconds, because waking up is slow on a busy machine. */
const minRestMs = 5;

/**
 * Shares the event loop between exports and requests, which are answered between any two slices. All exports of a node together
 * take at most a sixth of its time, however many there are.
 */
export class Pace {
  #reservedUntil = 0;

  /** Resolves when the export that just worked so many milliseconds may go on. */
  async rest(worked: number): Promise<void> {
    const now = performance.now();
    const began = Math.max(now - worked, this.#reservedUntil);
    this.#reservedUntil = began + reservedPerWork * Math.min(worked, maxWorkMs);
    const pause = this.#reservedUntil - now;
    await (pause < minRestMs ? nextTurn() : sleep(pause));
  }
}
