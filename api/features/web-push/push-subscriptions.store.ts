import type { EntityManager } from '@mikro-orm/postgresql';
import { bool } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { vault, type Sealed } from '#api/security/secrets.ts';
import type { SubscriptionKeys } from './push-subscription.entity.ts';

/** One of a person's browsers, to send to. */
export interface PushBrowser {
  id: string;
  endpointHash: string;
  sealed: Sealed;
  /** Whether it accepted this delivery before. */
  wasSent: boolean;
}

/** The browsers of a member with this address who may still sign in. */
export function browsersOf(
  em: EntityManager,
  { teamId, recipient, deliveryId }: { teamId: string; recipient: string; deliveryId: string },
): Promise<PushBrowser[]> {
  return queryRows(
    em,
    {
      id: tables.push_subscription.id,
      endpointHash: tables.push_subscription.endpoint_hash,
      sealed: tables.push_subscription.sealed,
      wasSent: bool,
    },
    `select s.id, s.endpoint_hash as "endpointHash", s.sealed,
            coalesce(s.last_delivery_id = ?, false) as "wasSent"
       from push_subscription s
       join membership m on m.id = s.membership_id
       join "user" u on u.id = m.user_id
      where m.team_id = ? and lower(u.email) = lower(?) and not u.suspended
      order by s.id`,
    [deliveryId, teamId, recipient],
  );
}

/** @throws UnreadableSecret if no key in APP_SECRET decrypts it */
export function subscriptionKeys({ id, sealed }: Pick<PushBrowser, 'id' | 'sealed'>): SubscriptionKeys {
  return JSON.parse(vault.unseal(sealed, 'push_subscription.sealed', id)) as SubscriptionKeys;
}

/** @param deliveryId `null` for a test */
export async function recordAccepted(
  em: EntityManager,
  id: string,
  deliveryId: string | null,
): Promise<void> {
  await em.execute(
    `update push_subscription set last_accepted_at = ?, last_delivery_id = coalesce(?::uuid, last_delivery_id)
      where id = ?`,
    [new Date(), deliveryId, id],
    'run',
  );
}

/** Removes a browser that its push service no longer knows, from every team that it received. */
export async function removeDeadBrowser(em: EntityManager, endpointHash: string): Promise<void> {
  await em.execute('delete from push_subscription where endpoint_hash = ?', [endpointHash], 'run');
}
