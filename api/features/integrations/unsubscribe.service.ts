import type { EntityManager } from '@mikro-orm/postgresql';
import type { ViewerContext } from '#api/graphql/context.ts';
import { record } from '../audit/audit.service.ts';
import { lockTeam } from '../teams/lock-team.store.ts';
import { normalEmail } from '../users/user.entity.ts';
import { configOf, sealChannel } from './config.store.ts';
import { Integration } from './integration.entity.ts';
import { Unsubscription } from './unsubscription.entity.ts';

/** A team's email channel, or `null` if it has none. */
export function emailChannelOf(em: EntityManager, teamId: string): Promise<Integration | null> {
  return em.findOne(Integration, { team: teamId, type: 'email', madeFrom: null }, { refresh: true });
}

/**
 * Unsubscribes a recipient from a team's alert emails, within the caller's transaction, whose team lock it
 * takes. They stay listed as recipients, so that the team can see that they unsubscribed. `null` if nothing
 * changes.
 */
export async function unsubscribe(
  em: EntityManager,
  teamId: string,
  address: string,
): Promise<Integration | null> {
  await lockTeam(em, teamId);
  const channel = await emailChannelOf(em, teamId);
  if (!channel) return null;
  const { recipients = [] } = await configOf(em, channel);
  const sought = normalEmail(address);
  const where = { team: teamId, address: sought };
  if (!recipients.some((one) => normalEmail(one) === sought) || (await em.count(Unsubscription, where)) > 0)
    return null;
  await em.insert(Unsubscription, { ...where, createdAt: new Date() });
  return reseal(em, teamId, channel);
}

/** Subscribes a recipient again. Returns false if nothing changes. */
export async function subscribeAgain(em: EntityManager, teamId: string, address: string): Promise<boolean> {
  await lockTeam(em, teamId);
  const lifted = await em.nativeDelete(Unsubscription, { team: teamId, address: normalEmail(address) });
  const channel = lifted > 0 ? await emailChannelOf(em, teamId) : null;
  if (channel) await reseal(em, teamId, channel);
  return lifted > 0;
}

/** Recipients who unsubscribed, read under the team's lock. */
export async function unsubscribedOf(
  em: EntityManager,
  teamId: string,
  recipients: readonly string[],
): Promise<string[]> {
  const address = { $in: recipients.map(normalEmail) };
  const rows = await em.find(
    Unsubscription,
    { team: teamId, address },
    { orderBy: { createdAt: 'asc', id: 'asc' } },
  );
  return rows.map((row) => row.address);
}

async function reseal(em: EntityManager, teamId: string, channel: Integration): Promise<Integration> {
  const config = await configOf(em, channel);
  const unsubscribed = await unsubscribedOf(em, teamId, config.recipients ?? []);
  sealChannel(channel, { ...config, unsubscribed });
  await em.flush();
  return channel;
}

/** Whether the viewer unsubscribed from this team's alert emails. */
export async function unsubscribedFromAlertEmails({ em, viewer }: ViewerContext): Promise<boolean> {
  const { team, user } = viewer;
  return (await em.count(Unsubscription, { team, address: normalEmail(user.email) })) > 0;
}

/** Subscribes the viewer again. Returns false if nothing changes. */
export function subscribeToAlertEmails(ctx: ViewerContext): Promise<boolean> {
  const { team, user } = ctx.viewer;
  return ctx.em.transactional(
    async (em) => {
      const lifted = await subscribeAgain(em, team.id, user.email);
      if (lifted)
        await record(em, ctx, {
          action: 'integration.subscribe',
          subject: 'email',
          after: { team: team.name, subscribed: user.email },
        });
      return lifted;
    },
    // Clear what this request read before, because it may have changed while waiting for the lock.
    { clear: true },
  );
}
