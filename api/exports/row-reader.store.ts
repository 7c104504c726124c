import type { EntityName, FilterQuery, QueryOrderMap } from '@mikro-orm/core';
import type { EntityManager, QBFilterQuery } from '@mikro-orm/postgresql';
import { setTimeout as sleep } from 'node:timers/promises';

/** Rows held in memory at once: about a millisecond of work, so other requests are answered in between. */
const batchSize = 25;

/**
 * After each batch an export pauses three times as long as the batch took, but at most this many milliseconds: most of
 * what a batch takes with a slow client is waiting already.
 */
const longestPause = 10;

interface Options<Entity> {
  orderBy: QueryOrderMap<Entity>;
  offset?: number;
}

/** Reads long results through cursors of one transaction, so that memory does not grow with the number of rows. */
export class RowReader {
  #cursors = 0;

  /** `em` is inside a transaction, and stops its statements when the export stops. */
  constructor(readonly em: EntityManager) {}

  /** Rows of a table as plain objects, in batches. Entities, which watch themselves for changes, cost several times as much. */
  async *find<Entity extends object>(
    type: EntityName<Entity>,
    where: FilterQuery<Entity>,
    options: Options<Entity>,
  ): AsyncGenerator<Entity[], void, undefined> {
    const driver = this.em.getDriver();
    const meta = this.em.getMetadata().get(type);
    for await (const batch of this.#fetch<object>(this.#sqlFor(type, where, options)))
      yield batch.map((row) => driver.mapResult<Entity>(row as never, meta) as Entity);
  }

  /** The same as entities, which are forgotten when the next batch is read. */
  async *findEntities<Entity extends object>(
    type: EntityName<Entity>,
    where: FilterQuery<Entity>,
    options: Options<Entity>,
  ): AsyncGenerator<Entity[], void, undefined> {
    for await (const batch of this.#fetch<object>(this.#sqlFor(type, where, options))) {
      yield batch.map((row) => this.em.map(type, row as never));
      this.em.clear();
    }
  }

  /** Rows of an SQL statement with `?` for each value, in batches, as the database names their columns. */
  select<Row extends object>(
    sql: string,
    values: readonly unknown[],
  ): AsyncGenerator<Row[], void, undefined> {
    return this.#fetch<Row>(this.em.getPlatform().formatQuery(sql, values));
  }

  #sqlFor<Entity extends object>(
    type: EntityName<Entity>,
    where: FilterQuery<Entity>,
    { orderBy, offset = 0 }: Options<Entity>,
  ): string {
    const query = this.em.createQueryBuilder(type).select('*');
    return query
      .where(where as QBFilterQuery<Entity>)
      .orderBy(orderBy)
      .offset(offset)
      .getFormattedQuery();
  }

  async *#fetch<Row extends object>(sql: string): AsyncGenerator<Row[], void, undefined> {
    const cursor = `export_${++this.#cursors}`;
    await this.em.execute(`declare ${cursor} no scroll cursor for ${sql}`, [], 'run');
    for (;;) {
      const batch = await this.em.execute<Row[]>(`fetch ${batchSize} from ${cursor}`);
      const began = performance.now();
      if (batch.length > 0) yield batch;
      if (batch.length < batchSize) break;
      // Other requests may wait for a batch at every step they take, so the export leaves them three quarters of the time.
      await sleep(Math.min(3 * (performance.now() - began), longestPause));
    }
    await this.em.execute(`close ${cursor}`, [], 'run');
  }
}
