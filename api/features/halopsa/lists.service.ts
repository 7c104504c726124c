import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { Conflict, Unavailable } from '#api/lib/errors.ts';
import { connectionOf, notConfigured, withHalopsa } from './connection.ts';
import type { HalopsaConnection } from './halopsa-connection.entity.ts';
import { HalopsaError } from './halopsa-errors.ts';
import { looks, refreshes } from './halopsa-limits.ts';
import { HalopsaList } from './halopsa-list.entity.ts';
import type { Choice, Choices, Halopsa } from './halopsa.ts';
import { shared } from './shared.ts';

/** Milliseconds for which a list is taken as it was read. */
const freshFor = 24 * 3_600_000;

/** Milliseconds that reading all lists may take. */
const refreshPatience = 60_000;

/** Read at once after saving, and daily; sites are read when a client is looked at. */
const kept = ['clients', 'categories', 'priorities', 'ticketTypes', 'statuses'] as const;
export type ListName = (typeof kept)[number] | `sites:${number}`;

/** A list as it was last read. */
export type CachedList = Choices & { readAt: Date };

/** Reads all lists anew. @throws Conflict when nothing is configured, TooMany, or Unavailable */
export async function refreshHalopsaLists({ em, viewer, app }: CustomerContext): Promise<HalopsaConnection> {
  const connection = await connectionOf(em, viewer.team.id);
  if (!connection) throw new Conflict(notConfigured);
  await app.attempts.take(refreshes, viewer.team.id);
  try {
    await refreshLists(app, em, connection);
  } catch (error) {
    throw error instanceof HalopsaError ? new Unavailable(error.message, { outcome: 'unknown' }) : error;
  }
  return connection;
}

type Lists = Record<(typeof kept)[number], Choices>;

/** Once at a time: whoever comes meanwhile is given the same. @throws HalopsaError */
export function refreshLists(app: App, em: EntityManager, connection: HalopsaConnection): Promise<Lists> {
  return shared(`all:${connection.id}`, async () => {
    const began = new Date();
    const until = began.getTime() + refreshPatience;
    const read = {} as Lists;
    for (const name of kept) read[name] = await listOf(app, em, connection, name, { fresh: true, until });
    const sites = { connection, name: { $like: 'sites:%' }, readAt: { $lt: began } };
    await em.fork().nativeDelete(HalopsaList, sites);
    return read;
  });
}

/** Lets the lists of a connection that was changed be looked at at once. */
export async function askAnew({ attempts }: App, { id }: HalopsaConnection): Promise<void> {
  await Promise.all(kept.map((name) => attempts.clear(looks, `${id}:${name}`)));
}

/** How a list is wanted. */
export interface Wanted {
  /** One that was read within the last day does not do. */
  fresh?: boolean;
  /** When it is given up, in milliseconds since 1970. */
  until?: number;
}

/**
 * A list as it was read within the last day; an older one is read anew, and served as it is where HaloPSA does not
 * answer (the connection says so).
 * @throws HalopsaError where there is nothing to serve, or a fresh one is wanted
 */
export async function listOf(
  app: Pick<App, 'outbound'>,
  em: EntityManager,
  connection: HalopsaConnection,
  name: ListName,
  { fresh = false, until }: Wanted = {},
): Promise<CachedList> {
  const cached = await cachedList(em, connection, name);
  if (!fresh && cached && isFresh(cached)) return cached;
  try {
    const read = await withHalopsa(app, em, connection, (halopsa) => ask(halopsa, name), until);
    const readAt = new Date();
    await em
      .fork()
      .upsert(
        HalopsaList,
        { connection: connection.id, name, ...read, readAt },
        { onConflictFields: ['connection', 'name'], onConflictExcludeFields: ['id'] },
      );
    return { ...read, readAt };
  } catch (error) {
    if (error instanceof HalopsaError && cached && !fresh) return cached;
    throw error;
  }
}

export function isFresh({ readAt }: CachedList): boolean {
  return Date.now() - readAt.getTime() < freshFor;
}

/** A list as it was last read; nothing is asked. */
export async function cachedList(
  em: EntityManager,
  connection: HalopsaConnection,
  name: ListName,
): Promise<CachedList | undefined> {
  const row = await em.findOne(HalopsaList, { connection, name }, { disableIdentityMap: true });
  return row ? { rows: row.rows as Choice[], truncated: row.truncated, readAt: row.readAt } : undefined;
}

function ask(halopsa: Halopsa, name: ListName): Promise<Choices> {
  const [list, client] = name.split(':') as [(typeof kept)[number] | 'sites', string?];
  return list === 'sites' ? halopsa.sites(Number(client)) : halopsa[list]();
}
