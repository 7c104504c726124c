import type { EntityManager } from '@mikro-orm/postgresql';
import { bringForward } from './bring-forward.ts';
import { wake } from './wake.ts';

/** What could not be delivered as the channel was is tried at once as it is now. */
export async function retryFailedDeliveries(em: EntityManager, integrationId: string): Promise<void> {
  await bringForward(em, integrationId, new Date());
  await wake(em, [integrationId]);
}
