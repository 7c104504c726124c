import type { EntityManager } from '@mikro-orm/postgresql';
import { never, release } from './hold.ts';
import { lockDestinations } from './lock-destinations.ts';
import { wake } from './wake.ts';

/** What is held is judged at once by the windows as they are now: told, dropped, or held until another end. */
export async function rejudgeHeldDeliveries(em: EntityManager, teamId: string): Promise<void> {
  const holding = await em.execute<{ id: string }[]>(
    `select id from integration where team_id = ? and is_active
        and exists (select from delivery where integration_id = integration.id and status = 'held')`,
    [teamId],
  );
  const ids = holding.map(({ id }) => id);
  await lockDestinations(em, ids);
  for (const id of ids) await release(em, { id, teamId }, new Date(), never);
  await wake(em, ids);
}
