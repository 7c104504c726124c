import type { EntityManager } from '@mikro-orm/postgresql';
import { UnreadableSecret, vault } from '#api/security/secrets.ts';
import { Controller } from './controller.entity.ts';
import { UnifiError } from '../unifi/errors.ts';

/** The team's oldest controller that uses an API key. Never searches other teams' controllers. */
export async function controllerWithKey(
  em: EntityManager,
  teamId: string,
  apiKey: string,
): Promise<Controller | undefined> {
  const candidates = await em.find(
    Controller,
    { team: teamId, apiKeyTail: apiKey.slice(-4) },
    { orderBy: { createdAt: 'asc', id: 'asc' } },
  );
  for (const candidate of candidates) {
    const stored = await apiKeyOf(em, candidate).catch(ignoreUnreadable);
    if (stored === apiKey) return candidate;
  }
  return undefined;
}

function ignoreUnreadable(error: unknown): undefined {
  if (!(error instanceof UnifiError)) throw error;
}

/**
 * A controller's API key.
 * @throws UnifiError `revoked` if it was encrypted with a secret we no longer have
 */
export async function apiKeyOf(em: EntityManager, controller: Controller): Promise<string> {
  try {
    await em.populate(controller, ['apiKey']);
    return unsealedKey(controller);
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    throw new UnifiError('key_unreadable');
  }
}

/**
 * The API key of a row whose `apiKey` is loaded.
 * @throws UnreadableSecret
 */
export const unsealedKey = ({ id, apiKey }: Pick<Controller, 'id' | 'apiKey'>): string =>
  vault.unseal(apiKey, 'controller.api_key', id);
