import type { EntityClass, FilterQuery } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Max, Min } from 'class-validator';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Conflict, Invalid, NotFound } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { given } from '#api/graphql/schema/partial-input.ts';
import { all } from '#api/graphql/schema/texts.ts';
import type { Content, ContentPart } from '../revisions/content-part.store.ts';
import { plain, tidy } from '../revisions/singleton-part.store.ts';
import { changeContent } from '../revisions/revisions.service.ts';

/** Maximum rows of one list. */
const most = 50;

const outOfPlace = { message: 'Order must be from 0 to 1000' };

/** Sort position. Lower comes first. */
export const IsPosition = (): PropertyDecorator => all(Min(0, outOfPlace), Max(1000, outOfPlace));

/** A row of a list that administrators can sort. */
interface Row {
  id: string;
  url: string;
  order: number;
  isVisible: boolean;
}

type Version = number | null | undefined;

/** A list that changes and is versioned as a whole. Rows keep their IDs. */
export class OrderedList<T extends Row> {
  readonly #part: ContentPart;
  readonly #type: EntityClass<Row>;
  readonly #noun: string;
  readonly #label: string;
  /** The list as versioned content. */
  readonly content: Content;

  constructor(part: ContentPart, type: EntityClass<T>, { label, noun }: { label: string; noun: string }) {
    this.#part = part;
    this.#type = type;
    this.#noun = noun;
    this.#label = label;
    this.content = {
      label,
      read: async (em) => ({ items: (await this.rows(em)).map((row) => plain(em, type, row)) }),
      write: (em, { items }) => this.#write(em, items as T[]),
    };
  }

  /** Sorted by position, then by text. */
  async rows(em: EntityManager, where: { isVisible?: boolean } = {}): Promise<T[]> {
    const orderBy = { order: 'asc', url: 'asc', id: 'asc' } as const;
    const rows = await em.find(this.#type, where as FilterQuery<Row>, { orderBy, refresh: true });
    return rows as T[];
  }

  /** @throws Conflict if the list is full */
  create(ctx: ViewerContext, input: Omit<T, 'id'>, version?: Version): Promise<T> {
    return this.#change(ctx, version, async (em) => {
      const there = await em.count(this.#type);
      if (there >= most)
        throw new Conflict(`${this.#label} can have at most ${most} items. Delete one first.`);
      const row = em.create(this.#type, tidy({ ...input }) as never);
      await em.persist(row).flush();
      return row as T;
    });
  }

  /** @throws NotFound */
  update(ctx: ViewerContext, id: string, input: Partial<T>, version?: Version): Promise<T> {
    return this.#change(ctx, version, async (em) => {
      const row = await this.#one(em, id);
      em.assign(row, tidy(given(input)) as never);
      return row;
    });
  }

  /** Returns the id. @throws NotFound */
  delete(ctx: ViewerContext, id: string, version?: Version): Promise<string> {
    return this.#change(ctx, version, async (em) => {
      em.remove(await this.#one(em, id));
      return id;
    });
  }

  /** Rows missing from `ids` come last, in their previous order. @throws Invalid or NotFound */
  reorder(ctx: ViewerContext, ids: string[], version?: Version): Promise<T[]> {
    if (new Set(ids).size < ids.length) throw new Invalid({ ids: '`ids` names a line twice' });
    return this.#change(ctx, version, async (em) => {
      const rows = await this.rows(em);
      const named = ids.map((id) => rows.find((row) => row.id === id));
      if (named.includes(undefined)) throw new NotFound(this.#noun);
      const ordered = [...(named as T[]), ...rows.filter(({ id }) => !ids.includes(id))];
      ordered.forEach((row, order) => Object.assign(row, { order }));
      return ordered;
    });
  }

  #change<R>(ctx: ViewerContext, version: Version, act: (em: EntityManager) => Promise<R>): Promise<R> {
    return changeContent(ctx, { part: this.#part, version: version ?? null }, act);
  }

  async #one(em: EntityManager, id: string): Promise<T> {
    const row = isId(id) && (await em.findOne(this.#type, { id }, { refresh: true }));
    if (!row) throw new NotFound(this.#noun);
    return row as T;
  }

  async #write(em: EntityManager, items: T[]): Promise<void> {
    const rows = await this.rows(em);
    for (const row of rows) if (!items.some(({ id }) => id === row.id)) em.remove(row);
    for (const item of items) {
      const row = rows.find(({ id }) => id === item.id);
      if (row) em.assign(row, item as never);
      else em.persist(em.create(this.#type, item as never));
    }
  }
}
