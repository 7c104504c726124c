import type { EntityManager } from '@mikro-orm/postgresql';
import { Membership, TeamRole } from '../teams/membership.entity.ts';
import { isRefusal, type Stripe } from './stripe.ts';

/**
 * Has a customer carry the team's name and its owner's address, which Stripe's own mails go to: both may have changed. What
 * Stripe does not take as a name or an address stays as it was there.
 */
export async function keepDetails(
  em: EntityManager,
  stripe: Stripe,
  { id, name, email }: Stripe.Customer,
  teamId: string,
): Promise<void> {
  const owner = await em.findOne(
    Membership,
    { team: teamId, role: TeamRole.owner },
    { populate: ['user', 'team'], disableIdentityMap: true },
  );
  if (!owner) return;
  const shown = { name: owner.team.name, email: owner.user.email };
  if (name === shown.name && email === shown.email) return;
  await stripe.customers.update(id, shown).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
  });
}
