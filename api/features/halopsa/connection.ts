import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { UnreadableSecret, vault } from '#api/security/secrets.ts';
import { HalopsaConnection } from './halopsa-connection.entity.ts';
import { HalopsaError } from './halopsa-errors.ts';
import type { HalopsaSettings } from './halopsa-settings.ts';
import { openHalopsa, type Halopsa } from './halopsa.ts';

/** What people read where HaloPSA is needed and not set up. */
export const notConfigured = 'HaloPSA is not configured. Set it up, then try again.';

/** A team's connection; null when nothing is configured. */
export function connectionOf(em: EntityManager, teamId: string): Promise<HalopsaConnection | null> {
  return em.findOne(HalopsaConnection, { team: teamId });
}

/** Why a connection does not work at the moment, as far as is known. */
export function failureOf(connection: HalopsaConnection): string | undefined {
  const { lastFailure, lastFailureAt, lastWorkedAt } = connection;
  const hasWorkedSince = lastFailureAt && lastWorkedAt && lastWorkedAt >= lastFailureAt;
  return hasWorkedSince ? undefined : (lastFailure ?? undefined);
}

/**
 * Asks a team's HaloPSA, and keeps on the connection how that went.
 * @param until when it is given up, in milliseconds since 1970
 * @throws HalopsaError
 */
export async function withHalopsa<T>(
  { outbound }: Pick<App, 'outbound'>,
  em: EntityManager,
  connection: HalopsaConnection,
  work: (halopsa: Halopsa) => Promise<T>,
  until?: number,
): Promise<T> {
  const waitMs = (connection.pausedUntil?.getTime() ?? 0) - Date.now();
  if (waitMs > 0) {
    const says = `HaloPSA is given a pause; it is asked again in ${Math.ceil(waitMs / 1000)} s.`;
    throw new HalopsaError('throttled', says, { waitMs });
  }
  try {
    const done = await work(openHalopsa(outbound, { ...(await settingsOf(em, connection)), until }));
    await note(em, connection, { lastWorkedAt: new Date(), pausedUntil: null });
    return done;
  } catch (error) {
    if (error instanceof HalopsaError) await note(em, connection, healthAfter(error));
    throw error;
  }
}

function healthAfter(error: HalopsaError): Partial<HalopsaConnection> {
  if (!error.isOfConnection) return { lastWorkedAt: new Date() };
  const pausedUntil = error.waitMs === undefined ? null : new Date(Date.now() + error.waitMs);
  return { lastFailureAt: new Date(), lastFailure: error.message, pausedUntil };
}

/** Written at once, and outside whatever its caller has in hand. */
async function note(
  em: EntityManager,
  connection: HalopsaConnection,
  health: Partial<HalopsaConnection>,
): Promise<void> {
  await em.fork().nativeUpdate(HalopsaConnection, { id: connection.id }, health);
  Object.assign(connection, health);
}

async function settingsOf(em: EntityManager, connection: HalopsaConnection): Promise<HalopsaSettings> {
  try {
    await em.populate(connection, ['clientSecret']);
    const { id, authServer, resourceServer, tenant = null, clientId, scope } = connection;
    const clientSecret = vault.unseal(connection.clientSecret, 'halopsa_connection.client_secret', id);
    return { id, authServer, resourceServer, tenant, clientId, clientSecret, scope };
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    throw new HalopsaError(
      'credentials',
      'The stored client secret can no longer be decrypted. Enter it again.',
    );
  }
}
