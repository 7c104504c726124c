import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { NotFound, Unauthenticated } from '#api/lib/errors.ts';
import { publishSessionsMoved } from '#api/live/sessions.ts';
import { isId } from '#api/db/id.ts';
import { addJob } from '#api/jobs/queue.ts';
import { record } from '../audit/audit.service.ts';
import { lockTeam, lockTeamFor } from './lock-team.store.ts';
import type { User } from '../users/user.entity.ts';
import type { Package } from '../packages/package.entity.ts';
import { Membership, type TeamChoice } from './membership.entity.ts';
import { Team } from './team.entity.ts';
import type { TeamInput } from './team.input.ts';

/** The person's teams, oldest membership first. */
export async function myTeams({ em, viewer }: ViewerContext): Promise<TeamChoice[]> {
  const memberships = await em.find(
    Membership,
    { user: viewer.user },
    { populate: ['team'], orderBy: { createdAt: 'asc', id: 'asc' } },
  );
  return memberships.map(({ team: { id, name }, role }) => ({
    id,
    name,
    role,
    current: id === viewer.team.id,
  }));
}

/** Switches the session to another team. Its sockets reconnect there. @throws NotFound */
export async function switchTeam({ em, viewer, app }: ViewerContext, id: string): Promise<boolean> {
  if (!isId(id)) throw new NotFound('Team');
  const { session } = viewer;
  if (!session) throw new Unauthenticated();
  await em.transactional(async (tx) => {
    // A concurrent removal from the team goes first.
    await lockTeam(tx, id);
    const membership = await tx.findOne(Membership, { user: viewer.user, team: id });
    if (!membership) throw new NotFound('Team');
    session.team = tx.getReference(Team, id);
    membership.turnedToAt = new Date();
    await tx.flush();
  });
  publishSessionsMoved(app.pubsub, [session.id]);
  return true;
}

export function renameTeam(ctx: ViewerContext, { name, timeZone }: TeamInput): Promise<Team> {
  return ctx.em.transactional(async (em) => {
    await lockTeamFor(em, ctx, 'own');
    const team = await em.findOneOrFail(Team, { id: ctx.viewer.team.id });
    const before = { name: team.name, timeZone: team.timeZone ?? null };
    team.name = name.trim();
    if (timeZone) team.timeZone = timeZone;
    await em.flush();
    if (team.name !== before.name) await queuePoll(em, team.id);
    await record(em, ctx, {
      action: 'team.rename',
      subject: team.name,
      subjectId: team.id,
      before,
      after: { name: team.name, timeZone: team.timeZone ?? null },
    });
    return team;
  });
}

/** Package of the viewer's current team. `null` for other people. */
export async function teamPackage({ em, viewer }: Context, user: User): Promise<Package | null> {
  if (viewer?.user.id !== user.id) return null;
  const { package: plan } = await em.findOneOrFail(Team, viewer.team.id, { populate: ['package'] });
  return plan ?? null;
}

/** Queues an update of the Stripe customer after a change of name or owner. Teams that never paid have none. */
export async function queuePoll(em: EntityManager, teamId: string): Promise<void> {
  const { stripeCustomerId: customerId } = await em.findOneOrFail(Team, { id: teamId });
  if (!customerId) return;
  await addJob(
    em,
    'read-stripe-customer',
    { customerId },
    { jobKey: `read-stripe-customer:${customerId}`, queueName: `stripe:${customerId}` },
  );
}
