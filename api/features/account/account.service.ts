import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Invalid, Conflict, Unauthenticated } from '#api/lib/errors.ts';
import { defaultZone } from '#api/lib/local-time.ts';
import { Event } from '#api/live/event.entity.ts';
import { endSessions, publishSessionsEnded } from '#api/live/sessions.ts';
import { addJob } from '#api/jobs/queue.ts';
import { User, UserRole } from '../users/user.entity.ts';
import type { ProfileInput, NotificationPreferencesInput, DeleteAccountInput } from './account.input.ts';
import { NotificationPreferences } from './notification-preferences.entity.ts';
import { record } from '../audit/audit.service.ts';
import { reauthenticate, lockReauthenticated } from '../auth/sign-in/reauthenticate.store.ts';
import { addEmail } from '../email/outbox.store.ts';
import { lockTeam } from '../teams/lock-team.store.ts';
import { Membership, TeamRole } from '../teams/membership.entity.ts';
import { Team } from '../teams/team.entity.ts';
import { ApiToken } from '../tokens/api-token.entity.ts';
import { isActingSuperAdmin } from '../users/users.service.ts';
import { removeFromWaitlist } from '../waitlist/waitlist.service.ts';
import { accountDeleted } from './emails.ts';

/** Changes the viewer's profile. The team keeps its name. */
export async function updateProfile({ em, viewer }: ViewerContext, input: ProfileInput): Promise<User> {
  const { firstName, lastName, companyName, websiteUrl } = input;
  const names = {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    companyName: companyName.trim(),
    ...(websiteUrl !== undefined && { websiteUrl: websiteUrl || null }),
  };
  em.assign(viewer.user, names);
  await em.flush();
  return viewer.user;
}

/** The viewer's preferences. By default, everything is sent through every channel. */
export async function notificationPreferences({
  em,
  viewer,
}: ViewerContext): Promise<NotificationPreferences> {
  const saved = await em.findOne(NotificationPreferences, { user: viewer.user });
  return Object.assign(saved ?? new NotificationPreferences(), {
    timeZone: viewer.timeZone ?? defaultZone,
  });
}

/** Replaces the viewer's preferences. @throws Invalid for empty quiet hours */
export async function saveNotificationPreferences(
  { em, viewer }: ViewerContext,
  input: NotificationPreferencesInput,
): Promise<NotificationPreferences> {
  if (input.quietHours && input.quietFrom === input.quietUntil) {
    throw new Invalid({ quietUntil: 'Quiet hours must start and end at different times' });
  }
  const { timeZone, ...changes } = input;
  return em.transactional(async (tx) => {
    const preferences = { user: viewer.user, ...changes };
    const saved = await tx.upsert(NotificationPreferences, preferences, { onConflictFields: ['user'] });
    // A form sends the fallback zone back. Saving something else doesn't choose it.
    const isChosen =
      viewer.user.timeZone || input.quietHours || timeZone !== (viewer.timeZone ?? defaultZone);
    if (isChosen) await tx.nativeUpdate(User, viewer.user.id, { timeZone });
    return Object.assign(saved, { timeZone });
  });
}

/**
 * Deletes the viewer's account, and the teams without other members. @throws Conflict if a team would have no
 * owner, or the platform no super administrator
 */
export async function deleteAccount(ctx: ViewerContext, input: DeleteAccountInput): Promise<boolean> {
  const { viewer, app } = ctx;
  const confirmed = await reauthenticate(ctx, input);
  const ended = await ctx.em.fork().transactional(async (em) => {
    const teams = await teamsToDelete(em, viewer.user.id);
    const others = await othersAtWork(em, viewer.user.id);
    const user = await lockReauthenticated(em, ctx, confirmed);
    if (user.role === UserRole.super_admin && others.length === 0) {
      throw new Conflict('You are the last super administrator. Promote someone else first.');
    }
    const tokens = await em.find(ApiToken, { user: viewer.user.id });
    const sessions = await endSessions(em, { userId: viewer.user.id });
    await addEmail(em, viewer.user.email, accountDeleted(teams.map(({ name }) => name)));
    const ids = teams.map(({ id }) => id);
    for (const { stripeCustomerId } of teams) {
      // No one would be left to cancel it.
      if (stripeCustomerId) await addJob(em, 'end-stripe-subscription', { customerId: stripeCustomerId });
    }
    await removeFromWaitlist(em, user.email);
    // Events have no foreign keys, so cursors of a deleted controller stay valid.
    await em.nativeDelete(Event, { teamId: { $in: ids } });
    await em.nativeDelete(Team, { id: { $in: ids } });
    await em.nativeDelete(User, { id: viewer.user.id });
    const { id: subjectId, email: subject } = viewer.user;
    const before = { teams: teams.map(({ name }) => name) };
    await record(em, ctx, { action: 'user.delete', subject, subjectId, before });
    return [...sessions, ...tokens.map(({ id }) => id)];
  });
  publishSessionsEnded(app.pubsub, ended);
  return true;
}

/**
 * Locks the person's teams without other members, so that no one joins one while it is deleted. @throws
 * Conflict
 */
async function teamsToDelete(em: EntityManager, userId: string): Promise<Team[]> {
  const mine = await em.find(Membership, { user: userId });
  const ids = mine.map(({ team }) => team.id).sort();
  for (const id of ids) await lockTeam(em, id);
  const teams = await em.find(Team, { id: { $in: ids } }, { orderBy: { id: 'asc' }, refresh: true });
  const members = await em.find(Membership, { team: { $in: teams } }, { refresh: true });
  if (!members.some(({ user }) => user.id === userId)) throw new Unauthenticated();
  const othersIn = (team: Team) => members.filter((one) => one.team.id === team.id && one.user.id !== userId);
  const isOwner = ({ role }: Membership) => role === TeamRole.owner;
  const owned = teams.filter((team) =>
    members.some((one) => one.team.id === team.id && one.user.id === userId && isOwner(one)),
  );
  const orphaned = owned.find((team) => othersIn(team).length > 0 && !othersIn(team).some(isOwner));
  if (orphaned)
    throw new Conflict(`You own ${orphaned.name}, which has other members. Transfer ownership first.`);
  return teams.filter((team) => othersIn(team).length === 0);
}

/**
 * Locks the person and all super administrators, so that of two who leave at once, one stays. Returns the
 * remaining super administrators who can sign in.
 */
async function othersAtWork(em: EntityManager, id: string): Promise<User[]> {
  const locked = await em.find(
    User,
    { $or: [{ id }, { role: UserRole.super_admin }] },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  return locked.filter((other) => other.id !== id && isActingSuperAdmin(other));
}
