import type { EntityManager } from '@mikro-orm/postgresql';
import type { CustomerContext } from '#api/graphql/context.ts';
import { record } from '../audit/audit.service.ts';
import { lockTeam } from '../teams/lock-team.store.ts';
import { normalEmail } from '../users/user.entity.ts';
import { configOf, sealChannel } from './config.store.ts';
import { Integration } from './integration.entity.ts';
import { Unsubscription } from './unsubscription.entity.ts';

/** A team's channel of mails; null where it has none. */
export function emailChannelOf(em: EntityManager, teamId: string): Promise<Integration | null> {
  return em.findOne(Integration, { team: teamId, type: 'email', madeFrom: null }, { refresh: true });
}

/**
 * Takes a recipient out of what a team is told by mail, in the caller's transaction, whose lock of the team it takes.
 * They stay among the recipients, so that the team sees who asked for that. Null where nothing changes.
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

/** Lifts that, likewise. False where nothing changes. */
export async function subscribeAgain(em: EntityManager, teamId: string, address: string): Promise<boolean> {
  await lockTeam(em, teamId);
  const lifted = await em.nativeDelete(Unsubscription, { team: teamId, address: normalEmail(address) });
  const channel = lifted > 0 ? await emailChannelOf(em, teamId) : null;
  if (channel) await reseal(em, teamId, channel);
  return lifted > 0;
}

/** Who of the recipients asked for no more, under the team's lock. */
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

/** Whether the viewer asked by a link for no more alert mails of this team. */
export async function unsubscribedFromAlertEmails({ em, viewer }: CustomerContext): Promise<boolean> {
  const { team, user } = viewer;
  return (await em.count(Unsubscription, { team, address: normalEmail(user.email) })) > 0;
}

/** Lifts it. False where nothing was to be lifted. */
export function subscribeToAlertEmails(ctx: CustomerContext): Promise<boolean> {
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
    // What this request has read before may have changed while it waited for the lock.
    { clear: true },
  );
}
