import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { requireFreshProof, admins } from '#api/graphql/access.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { NotFound, Refused } from '#api/lib/errors.ts';
import { answerExport, answerText } from '#api/exports/exports.service.ts';
import { endSessions, publishSessionsMoved, publishSessionsEnded } from '#api/live/sessions.ts';
import { isId } from '#api/db/id.ts';
import { record, recordsExport, type NewAuditEntry } from '../audit/audit.service.ts';
import * as people from './people.store.ts';
import { peopleExport } from './people.store.ts';
import { User, UserRole } from './user.entity.ts';
import type { UserOrder, UserPage, UserSearch, UserChanges } from './users.input.ts';

/** People with an account: a page of them, or everyone. @throws NotFound for an unknown cursor */
export async function users(ctx: Context, page: UserPage): Promise<User[]> {
  if (page.first) return people.findPeople(ctx.em, page);
  if (page.after) await people.findUser(ctx.em, page.after);
  const pages = await answerExport(ctx, {
    kind: 'list',
    download: 'GET /api/admin/users',
    record: recordsPeople(ctx, page),
    count: ({ em }) => people.countPeople(em, page),
    pieces: (reader) => people.readPeople(reader, page),
  });
  return pages.flat();
}

export function userCount({ em }: Context, search: UserSearch): Promise<number> {
  return people.countPeople(em, search);
}

export async function usersCsv(ctx: Context, order: UserOrder): Promise<string> {
  return answerText(ctx, peopleExport(order, recordsPeople(ctx, order)));
}

const recordsPeople = (
  ctx: Context,
  { search, status, role, subscription, joinedSince, joinedUntil }: UserSearch,
) =>
  recordsExport(
    ctx,
    { action: 'user.export', subject: 'Users' },
    { search, status, role, subscription, joinedSince, joinedUntil },
  );

/** Any person. @throws NotFound */
export async function user({ em }: Context, id: string): Promise<User> {
  return people.findUser(em, id);
}

/**
 * Changes a person as an administrator. Suspending them or changing their role ends their sessions and live
 * connections immediately. @throws NotFound or Refused
 */
export async function updateUser(ctx: ViewerContext, id: string, input: UserChanges): Promise<User> {
  if (!isId(id)) throw new NotFound('User');
  const { subject, sessions, tokens } = await ctx.em.transactional(async (em) => {
    const { actor, subject, others } = await lockThose(em, ctx.viewer.user.id, id);
    const changes = changesOf(subject, input);
    if (changes.role !== undefined) requireFreshProof(ctx);
    const refusal = refusalOf({ actor, subject, changes, othersRemain: others.some(isActingSuperAdmin) });
    if (refusal) throw new Refused(refusal);
    const deeds = auditEntriesOf(subject, changes);
    em.assign(subject, changes);
    await em.flush();
    const signsOut = changes.suspended === true || changes.role !== undefined;
    const sessions = signsOut ? await endSessions(em, { userId: id }) : [];
    const tokens = signsOut ? await tokensOf(em, id) : [];
    for (const auditEntry of deeds) await record(em, ctx, auditEntry);
    return { subject, sessions, tokens };
  });
  publishSessionsEnded(ctx.app.pubsub, sessions);
  if (subject.suspended) publishSessionsEnded(ctx.app.pubsub, tokens);
  else publishSessionsMoved(ctx.app.pubsub, tokens);
  return subject;
}

/**
 * Locks the two people and all super administrators, always in the same order. Of two who demote each other,
 * the second is checked with the role that the first left them.
 */
async function lockThose(em: EntityManager, actorId: string, subjectId: string) {
  const locked = await em.find(
    User,
    { $or: [{ role: { $in: [...admins] } }, { id: [actorId, subjectId] }] },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  const actor = locked.find(({ id }) => id === actorId);
  if (!actor || actor.suspended || !admins.includes(actor.role))
    throw new Refused("You don't have permission to access this page.");
  const subject = locked.find(({ id }) => id === subjectId);
  if (!subject) throw new NotFound('User');
  return { actor, subject, others: locked.filter(({ id }) => id !== subjectId) };
}

/** One audit entry per kind of change, with the previous values. */
function auditEntriesOf(
  subject: User,
  { suspended, role, ...profile }: Partial<Administered>,
): NewAuditEntry[] {
  const kinds: Record<string, Partial<Administered>> = {
    'user.update': profile,
    ...(role !== undefined && { 'user.role': { role } }),
    ...(suspended !== undefined && { [suspended ? 'user.suspend' : 'user.activate']: { suspended } }),
  };
  return Object.entries(kinds)
    .filter(([, after]) => Object.keys(after).length > 0)
    .map(([action, after]) => {
      const keys = Object.keys(after) as (keyof Administered)[];
      const before = Object.fromEntries(keys.map((key) => [key, subject[key]]));
      return { action, subject: subject.email, subjectId: subject.id, before, after };
    });
}

async function tokensOf(em: EntityManager, userId: string): Promise<string[]> {
  const tokens = await queryRows(
    em,
    { id: tables.api_token.id },
    'select id from api_token where user_id = ?',
    [userId],
  );
  return tokens.map(({ id }) => id);
}

/** Fields that only administrators see of others. */
export function isShown({ viewer }: Context, { id }: User): boolean {
  return !!viewer && (viewer.user.id === id || admins.includes(viewer.user.role));
}

/** Whether the viewer is an administrator at an allowed address. Not revealed for others. */
export function administersFromHere({ viewer }: Context, { id }: User): boolean {
  return viewer?.user.id === id && admins.includes(viewer.user.role) && viewer.administersFromHere;
}

/** `null` without a package, and for other people. */
export function packageName(ctx: Context, user: User): string | null {
  return isShown(ctx, user) ? user.packageName : null;
}

/** Fields that an administrator can change. */
export type Administered = Pick<User, 'firstName' | 'lastName' | 'companyName' | 'role' | 'suspended'>;

type Known = Pick<User, 'id' | 'role' | 'suspended'>;

interface Request {
  /** The administrator. */
  actor: Known;
  subject: Known;
  /** Only actual changes. */
  changes: Partial<Administered>;
  /** Whether another super administrator could still sign in. */
  othersRemain: boolean;
}

/** A super administrator who can sign in. */
export function isActingSuperAdmin({
  role,
  suspended,
  emailVerifiedAt,
}: Pick<User, 'role' | 'suspended' | 'emailVerifiedAt'>): boolean {
  return role === UserRole.super_admin && !suspended && !!emailVerifiedAt;
}

/** Why an administrator may not change a person (decisions, section 2), or undefined if they may. */
export function refusalOf({ actor, subject, changes, othersRemain }: Request): string | undefined {
  const { role, suspended } = changes;
  const isSelf = actor.id === subject.id;
  const isSuper = subject.role === UserRole.super_admin;
  const mightLeave = role !== undefined || suspended === true;
  if (isSuper && mightLeave && !othersRemain)
    return "You can't demote or suspend the last super administrator.";
  if (isSelf && suspended) return "You can't suspend your own account.";
  if (isSelf && role) return "You can't change your own role.";
  if (actor.role === UserRole.super_admin) return undefined;
  if (isSuper) return 'Only a super administrator can change a super administrator.';
  if (role === UserRole.super_admin)
    return 'Only a super administrator can promote someone to super administrator.';
  return undefined;
}

/** Requested fields that differ from the stored ones, with texts trimmed. */
export function changesOf(
  user: Administered,
  requested: { [K in keyof Administered]?: Administered[K] | null },
): Partial<Administered> {
  const tidy = Object.entries(requested)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value] as const);
  return Object.fromEntries(tidy.filter(([key, value]) => user[key as keyof Administered] !== value));
}
