import type { CustomerContext } from '#api/graphql/context.ts';
import { TooMany, Unavailable } from '#api/lib/errors.ts';
import { connectionOf, failureOf } from './connection.ts';
import type { HalopsaConnection } from './halopsa-connection.entity.ts';
import { HalopsaError } from './halopsa-errors.ts';
import { looks, siteLooks } from './halopsa-limits.ts';
import type { Choice } from './halopsa.ts';
import { cachedList, isFresh, listOf, type CachedList, type ListName } from './lists.service.ts';
import { shared } from './shared.ts';

/** Milliseconds that somebody who looks at a list waits for it. */
const patience = 20_000;

/**
 * The choices of the viewer's HaloPSA; none when nothing is configured. However often they are looked at, HaloPSA is
 * asked for a list once a minute at most.
 * @throws Unavailable, or TooMany
 */
export async function choices(ctx: CustomerContext, name: Exclude<ListName, `sites:${number}`>) {
  const connection = await connectionOf(ctx.em, ctx.viewer.team.id);
  return connection ? (await looked(ctx, connection, name)).rows : [];
}

/** The sites of a client that is in the list; none of any other. @throws Unavailable, or TooMany */
export async function sites(ctx: CustomerContext, clientId: number): Promise<Choice[]> {
  const connection = await connectionOf(ctx.em, ctx.viewer.team.id);
  if (!connection) return [];
  const clients = await looked(ctx, connection, 'clients');
  if (!clients.rows.some(({ id }) => id === clientId)) return [];
  return (await looked(ctx, connection, `sites:${clientId}`, clients.readAt)).rows;
}

/** @param since a list that was read before is to be read anew at once */
function looked(
  ctx: CustomerContext,
  connection: HalopsaConnection,
  name: ListName,
  since?: Date,
): Promise<CachedList> {
  return shared(`${connection.id}:${name}`, async () => {
    const { app, em } = ctx;
    const cached = await cachedList(em, connection, name);
    if (cached && isFresh(cached)) return cached;
    try {
      if (since) await app.attempts.take(siteLooks, connection.id);
      await app.attempts.take(looks, [connection.id, name, since?.getTime()].filter(Boolean).join(':'));
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
