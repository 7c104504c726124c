import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { UnreadableSecret, vault } from '#api/security/secrets.ts';
import type { Limit } from '#api/security/attempts/attempts.ts';
import { HalopsaConnection } from './halopsa-connection.entity.ts';
import { HalopsaError } from './client/halopsa-responses.ts';
import type { HalopsaSettings } from './client/halopsa-rate.client.ts';
import { openHalopsa, type Halopsa } from './client/halopsa.client.ts';

/** Error message if HaloPSA is required but not configured. */
export const notConfigured = 'HaloPSA is not configured. Set it up, then try again.';

/** A team's connection. `null` if HaloPSA isn't configured. */
export function connectionOf(em: EntityManager, teamId: string): Promise<HalopsaConnection | null> {
  return em.findOne(HalopsaConnection, { team: teamId });
}

/** Why a connection currently doesn't work, as far as we know. */
export function failureOf(connection: HalopsaConnection): string | undefined {
  const { lastFailure, lastFailureAt, lastWorkedAt } = connection;
  const hasWorkedSince = lastFailureAt && lastWorkedAt && lastWorkedAt >= lastFailureAt;
  return hasWorkedSince ? undefined : (lastFailure ?? undefined);
}

/**
 * Calls a team's HaloPSA and records the outcome on the connection. @param until deadline in milliseconds
 * since 1970 @throws HalopsaError
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
    const says = `HaloPSA has rate limited us. We will retry in ${Math.ceil(waitMs / 1000)} s.`;
    throw new HalopsaError('throttled', says, { waitMs });
  }
  try {
    const done = await work(openHalopsa(outbound, { ...(await settingsOf(em, connection)), until }));
    await recordHealth(em, connection, { lastWorkedAt: new Date(), pausedUntil: null });
    return done;
  } catch (error) {
    if (error instanceof HalopsaError) await recordHealth(em, connection, healthAfter(error));
    throw error;
  }
}

function healthAfter(error: HalopsaError): Partial<HalopsaConnection> {
  if (!error.isOfConnection) return { lastWorkedAt: new Date() };
  const pausedUntil = error.waitMs === undefined ? null : new Date(Date.now() + error.waitMs);
  return { lastFailureAt: new Date(), lastFailure: error.message, pausedUntil };
}

/** Written immediately, outside the caller's transaction. */
async function recordHealth(
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

// Limits on requests that a team can trigger to HaloPSA, or to any server it names.

const inTenMinutes = (what: string, attempts: number, says: string): Limit => ({
  name: `halopsa-${what}`,
  attempts,
  seconds: 600,
  message: `${says} Try again in a few minutes.`,
});

export const saves = inTenMinutes('save', 20, 'The connection was changed too often.');
export const tests = inTenMinutes('try', 10, 'The connection was tested too often.');
export const refreshes = inTenMinutes('refresh', 10, 'The lists were refreshed too often.');
export const testTickets = inTenMinutes('test', 10, 'Too many test tickets were created.');

/** For one list without a fresh copy, when someone opens it. */
export const listReads: Limit = {
  name: 'halopsa-list',
  attempts: 1,
  seconds: 60,
  message: 'This was requested from HaloPSA a moment ago. Try again in a minute.',
};

/** For the sites of all clients together, because tickets need most of the quota. */
export const siteReads: Limit = {
  name: 'halopsa-sites',
  attempts: 30,
  seconds: 300,
  message: 'The sites of too many clients were requested. Try again in a few minutes.',
};
