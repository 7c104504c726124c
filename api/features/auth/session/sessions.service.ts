import type { EntityManager } from '@mikro-orm/postgresql';
import Bowser from 'bowser';
import type { ViewerContext } from '#api/graphql/context.ts';
import { NotFound } from '#api/lib/errors.ts';
import { deleteSession, endSessions, publishSessionsEnded } from '#api/live/sessions.ts';
import { isId } from '#api/db/id.ts';
import { policyOf } from '#api/features/security/security.service.ts';
import { Session } from './session.entity.ts';
import type { SignedInSession } from '../auth-results.ts';
import { lockUser } from '../two-factor/second-factor.store.ts';
import { isExpired } from './viewer.store.ts';

export function sessions({ em, viewer }: ViewerContext): Promise<SignedInSession[]> {
  return sessionsOf(em, viewer.user.id, viewer.credentialId);
}

/** A person's active sessions, most recently seen first. */
export async function sessionsOf(
  em: EntityManager,
  userId: string,
  currentId: string | null,
): Promise<SignedInSession[]> {
  const policy = await policyOf(em);
  const found = await em.find(Session, { user: userId }, { orderBy: { lastSeenAt: 'desc', id: 'asc' } });
  return found
    .filter((session) => !isExpired(session, policy))
    .map(({ id, userAgent, ipAddress, createdAt, lastSeenAt }) => ({
      id,
      device: deviceName(userAgent),
      ipAddress: ipAddress ?? null,
      createdAt,
      lastSeenAt,
      current: id === currentId,
    }));
}

/** Ends the current session on every node, including its sockets. */
export async function signOut({ app, em, viewer: { credentialId, user } }: ViewerContext): Promise<boolean> {
  await deleteSession(em, credentialId, user.id);
  publishSessionsEnded(app.pubsub, [credentialId]);
  return true;
}

/** Ends one of the viewer's sessions. @throws NotFound, also for another person's */
export async function endSession({ app, em, viewer }: ViewerContext, id: string): Promise<string> {
  if (!isId(id) || !(await deleteSession(em, id, viewer.user.id))) throw new NotFound('Session');
  publishSessionsEnded(app.pubsub, [id]);
  return id;
}

/** Ends the viewer's other sessions. @returns how many ended */
export async function endOtherSessions({ app, em, viewer }: ViewerContext): Promise<number> {
  const userId = viewer.user.id;
  const ended = await em.transactional(async (em) => {
    // A concurrent sign-in also locks the person, so its session either exists and ends, or starts later.
    await lockUser(em, userId);
    return endSessions(em, { userId, exceptId: viewer.credentialId });
  });
  publishSessionsEnded(app.pubsub, ended);
  return ended.length;
}

/** Every HTTP request extends the session (`viewer.store.ts`), but this one does so immediately. */
export async function extendSession({ em, viewer }: ViewerContext): Promise<boolean> {
  await em.nativeUpdate(Session, { id: viewer.credentialId }, { lastSeenAt: new Date() });
  return true;
}

const browsers = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const systems = new Set<string>(Object.values(Bowser.OS_MAP));

const unknown = 'Unknown device';

/**
 * Device name, such as "Firefox on Windows". It is shown and emailed, so only names known to the parser are
 * used.
 */
export function deviceName(userAgent: string | null | undefined): string {
  if (!userAgent) return unknown;
  const parser = Bowser.getParser(userAgent);
  const [browser, system] = [parser.getBrowserName(), parser.getOSName()];
  const named = [browsers.has(browser) && browser, systems.has(system) && system].filter(Boolean);
  return named.length > 0 ? named.join(' on ') : unknown;
}
