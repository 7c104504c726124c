import type { EntityManager } from '@mikro-orm/postgresql';
import type { ViewerContext } from '#api/graphql/context.ts';
import { SingleFlight } from '#api/lib/concurrency.ts';
import { TooMany, Unavailable, Conflict } from '#api/lib/errors.ts';
import type { App } from '#api/config/app.ts';
import {
  connectionOf,
  failureOf,
  listReads,
  siteReads,
  notConfigured,
  withHalopsa,
  refreshes,
} from './connection.store.ts';
import type { HalopsaConnection } from './halopsa-connection.entity.ts';
import { HalopsaError, type Choice, type Choices } from './client/halopsa-responses.ts';
import { HalopsaList } from './halopsa-list.entity.ts';
import type { Halopsa } from './client/halopsa.client.ts';

/** Milliseconds that a person waits for a list. */
const browseTimeout = 20_000;

/** Reads of lists from HaloPSA, shared by all callers that want the same list. */
const flights = new SingleFlight();

/**
 * Options from the viewer's HaloPSA, or none if it isn't configured. Each list is requested at most once a
 * minute. @throws Unavailable, or TooMany
 */
export async function choices(ctx: ViewerContext, name: Exclude<ListName, `sites:${number}`>) {
  const connection = await connectionOf(ctx.em, ctx.viewer.team.id);
  return connection ? (await browse(ctx, connection, name)).rows : [];
}

/** Sites of a listed client, or none for any other. @throws Unavailable, or TooMany */
export async function sites(ctx: ViewerContext, clientId: number): Promise<Choice[]> {
  const connection = await connectionOf(ctx.em, ctx.viewer.team.id);
  if (!connection) return [];
  const clients = await browse(ctx, connection, 'clients');
  if (!clients.rows.some(({ id }) => id === clientId)) return [];
  return (await browse(ctx, connection, `sites:${clientId}`, { since: clients.readAt })).rows;
}

/** All clients, for which a person waits a minute at most. `null` if HaloPSA isn't configured. @throws Unavailable, or TooMany */
export async function clientsToImport(ctx: ViewerContext): Promise<CachedList | null> {
  const connection = await connectionOf(ctx.em, ctx.viewer.team.id);
  return connection && browse(ctx, connection, 'clients', { patience: refreshPatience });
}

interface Browsing {
  /** Refresh a list that was read before this time. */
  since?: Date;
  /** Milliseconds to wait for HaloPSA. */
  patience?: number;
}

function browse(
  ctx: ViewerContext,
  connection: HalopsaConnection,
  name: ListName,
  { since, patience = browseTimeout }: Browsing = {},
): Promise<CachedList> {
  return flights.run(`${connection.id}:${name}`, async () => {
    const { app, em } = ctx;
    const cached = await cachedList(em, connection, name);
    if (cached && isFresh(cached)) return cached;
    try {
      if (since) await app.attempts.take(siteReads, connection.id);
      await app.attempts.take(listReads, [connection.id, name, since?.getTime()].filter(Boolean).join(':'));
      return await listOf(app, em, connection, name, { until: Date.now() + patience });
    } catch (error) {
      if (error instanceof HalopsaError) throw new Unavailable(error.message);
      if (!(error instanceof TooMany)) throw error;
      if (cached) return cached;
      const failure = failureOf(connection);
      throw failure ? new Unavailable(failure) : error;
    }
  });
}

/** Milliseconds for which a list counts as fresh. */
const freshFor = 24 * 3_600_000;

/** Maximum milliseconds for reading all lists. */
const refreshPatience = 60_000;

/** Refreshed after saving, and daily. Sites are read when a client is opened. */
const listNames = ['clients', 'categories', 'priorities', 'ticketTypes', 'statuses'] as const;
export type ListName = (typeof listNames)[number] | `sites:${number}`;

/** A cached list. */
export type CachedList = Choices & { readAt: Date };

/** Refreshes all lists. @throws Conflict if HaloPSA isn't configured, TooMany, or Unavailable */
export async function refreshHalopsaLists({ em, viewer, app }: ViewerContext): Promise<HalopsaConnection> {
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

type Lists = Record<(typeof listNames)[number], Choices>;

/** Concurrent callers share one refresh. @throws HalopsaError */
export function refreshLists(app: App, em: EntityManager, connection: HalopsaConnection): Promise<Lists> {
  return flights.run(`all:${connection.id}`, async () => {
    const began = new Date();
    const until = began.getTime() + refreshPatience;
    const read = {} as Lists;
    for (const name of listNames)
      read[name] = await listOf(app, em, connection, name, { fresh: true, until });
    const sites = { connection, name: { $like: 'sites:%' }, readAt: { $lt: began } };
    await em.fork().nativeDelete(HalopsaList, sites);
    return read;
  });
}

/** Resets the limits after a connection has changed. */
export async function allowRefresh({ attempts }: App, { id }: HalopsaConnection): Promise<void> {
  await Promise.all(listNames.map((name) => attempts.clear(listReads, `${id}:${name}`)));
}

export interface ListRequest {
  /** Ignore the cache, however recent. */
  fresh?: boolean;
  /** Deadline in milliseconds since 1970. */
  until?: number;
}

/**
 * A list at most a day old. If refreshing an older one fails, the old one is returned and the connection
 * records the error. @throws HalopsaError if there is none, or a fresh one is required
 */
export async function listOf(
  app: Pick<App, 'outbound'>,
  em: EntityManager,
  connection: HalopsaConnection,
  name: ListName,
  { fresh = false, until }: ListRequest = {},
): Promise<CachedList> {
  const cached = await cachedList(em, connection, name);
  if (!fresh && cached && isFresh(cached)) return cached;
  try {
    const read = await withHalopsa(app, em, connection, (halopsa) => readFrom(halopsa, name), until);
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

/** The cached list, without a request. */
export async function cachedList(
  em: EntityManager,
  connection: HalopsaConnection,
  name: ListName,
): Promise<CachedList | undefined> {
  const row = await em.findOne(HalopsaList, { connection, name }, { disableIdentityMap: true });
  return row ? { rows: row.rows as Choice[], truncated: row.truncated, readAt: row.readAt } : undefined;
}

function readFrom(halopsa: Halopsa, name: ListName): Promise<Choices> {
  const [list, client] = name.split(':') as [(typeof listNames)[number] | 'sites', string?];
  return list === 'sites' ? halopsa.sites(Number(client)) : halopsa[list]();
}
