import type { EntityManager } from '@mikro-orm/postgresql';
import type { User } from '../users/user.entity.ts';

/** Remembers a device within the caller's transaction. @returns whether it was new, once of many at the same moment */
export async function rememberDevice(em: EntityManager, user: User, name: string): Promise<boolean> {
  const added = await em.execute(
    'insert into known_device (user_id, name) values (?, ?) on conflict do nothing returning id',
    [user.id, name],
  );
  return added.length > 0;
}
