import type { EntityManager } from '@mikro-orm/postgresql';
import { UnreadableSecret, vault } from '#api/secrets.ts';
import type { Controller } from './controller.entity.ts';
import { UnifiError } from './unifi-errors.ts';

/** The key of a controller. @throws UnifiError `revoked` when it was encrypted with a secret that is gone */
export async function apiKeyOf(em: EntityManager, controller: Controller): Promise<string> {
  try {
    await em.populate(controller, ['apiKey']);
    return unsealedKey(controller);
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    throw new UnifiError('key_unreadable');
  }
}

/** The key of a row whose `apiKey` is loaded. @throws UnreadableSecret */
export const unsealedKey = ({ id, apiKey }: Pick<Controller, 'id' | 'apiKey'>): string =>
  vault.unseal(apiKey, 'controller.api_key', id);
