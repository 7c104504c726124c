import type { EntityManager } from '@mikro-orm/postgresql';
import { lockDestinations } from './lock-destinations.ts';

/** A destination works again, or is another now: what failed because of it need not wait any longer. In the caller's transaction. */
export async function bringForward(em: EntityManager, integrationId: string, now: Date): Promise<void> {
  await lockDestinations(em, [integrationId]);
  await em.execute(
    `update delivery set not_before = ? where integration_id = ? and status = 'retrying' and not_before > ?`,
    [now, integrationId, now],
    'run',
  );
}
