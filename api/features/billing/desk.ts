import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Limit } from '#api/security/attempts/attempts.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { inTurn } from '../teams/lock-team.ts';
import { Team } from '../teams/team.entity.ts';
import { failureWords, stripeFailure, stripeOf, type Stripe } from './stripe.ts';
import { teamTurn } from './team-turn.ts';

/** A team's owner at Stripe's desk. */
export interface Desk {
  stripe: Stripe;
  /** As it was when the turn came. */
  team: Team;
  /** For reading what is there now. */
  em: EntityManager;
}

/** Each of these makes something at Stripe. */
const changes: Limit = {
  name: 'billing-change',
  attempts: 40,
  seconds: 600,
  sliding: true,
  says: 'Your subscription was changed too often. Try again in a few minutes.',
};

/**
 * Does what the owner asked for at Stripe, in the team's turn; whether they are the owner is decided when it has come. What
 * fails there is told in sentences. @throws Conflict without keys, TooMany
 */
export async function atDesk<T>(ctx: CustomerContext, work: (desk: Desk) => Promise<T>): Promise<T> {
  const { app, viewer } = ctx;
  await stripeOf(app.orm.em.fork(), app.config);
  await app.attempts.take(changes, viewer.team.id);
  return teamTurn(app, viewer.team.id, async () => {
    const em = app.orm.em.fork();
    const team = await inTurn({ ...ctx, em }, 'own', (own) =>
      own.em.findOneOrFail(Team, viewer.team.id, { populate: ['package'] }),
    );
    try {
      return await work({ stripe: await stripeOf(em, app.config), team, em: app.orm.em.fork() });
    } catch (error) {
      const failure = stripeFailure(error);
      if (failure !== error) app.log.warn({ reason: failureWords(error) }, 'Stripe said no');
      throw failure;
    }
  });
}

/** What a try is known by: sent twice, it is one. @throws Invalid for what is no UUID */
export function attemptOf(given: string | null | undefined): string {
  if (given == null) return randomUUID();
  if (!isId(given)) throw new Invalid({ attempt: 'The attempt must be a UUID' });
  return given.toLowerCase();
}
