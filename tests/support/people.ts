import type { EntityManager } from '@mikro-orm/postgresql';
import { sealFor } from '#api/security/secrets.ts';
import { newAccount } from '#api/features/auth/registration/accounts.store.ts';
import { hashPassword } from '#api/features/auth/sign-in/password-hash.service.ts';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { hashToken, newToken } from '#api/security/token.ts';
import { Controller, ControllerStatus } from '#api/features/controllers/controller.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { type User, UserRole } from '#api/features/users/user.entity.ts';
import type { Running } from './running.ts';

/** Everyone's password. */
export const password = 'Correct-Horse-9!';

/** Hashed once: it is slow on purpose. */
const passwordHash = hashPassword(password);

/** Someone at the front door of a running server; without a token, a visitor. */
export interface Visitor {
  server: Running;
  token: string | null;
}

/** Someone with an account, signed in. */
export interface Person extends Visitor {
  token: string;
  email: string;
  userId: string;
  teamId: string;
  sessionId: string;
}

/** A customer who watches a controller. */
export interface Owner extends Person {
  controllerId: string;
}

export interface Cast {
  /** A customer with a controller. */
  alice: Owner;
  /** Another customer, who must see nothing of Alice's. */
  bob: Person;
  /** An administrator. */
  ada: Person;
  /** A super administrator. */
  grace: Person;
  /** A visitor. */
  vic: Visitor;
}

/** The people of the tests, each with a team of their own, in an empty database. Written at once: most tests begin so. */
export async function enter(server: Running): Promise<Cast> {
  const em = server.app.orm.em.fork();
  const hash = await passwordHash;
  const [alice, bob, ada, grace] = [
    { firstName: 'Alice' },
    { firstName: 'Bob' },
    { firstName: 'Ada', role: UserRole.admin },
    { firstName: 'Grace', role: UserRole.super_admin },
  ].map((fields, at) =>
    // One after the other: lists begin with the newest.
    newPerson(em, hash, { ...fields, createdAt: new Date(Date.now() + at) }),
  ) as [New, New, New, New];
  const controller = newController(alice.team, {});
  await em.persist(controller).flush();
  return {
    alice: { ...personOf(server, alice), controllerId: controller.id },
    bob: personOf(server, bob),
    ada: personOf(server, ada),
    grace: personOf(server, grace),
    vic: { server, token: null },
  };
}

/** An account as a test describes it, its authenticator secret in plain text. */
type Fields = Partial<Omit<User, 'twoFactorSecret'>> & Pick<Team, 'package'> & { twoFactorSecret?: string };
type New = ReturnType<typeof newPerson>;

/** An account as registration makes it, with a session. */
export async function addPerson(server: Running, fields: Fields = {}): Promise<Person> {
  const em = server.app.orm.em.fork();
  const made = newPerson(em, await passwordHash, fields);
  await em.flush();
  return personOf(server, made);
}

function newPerson(em: EntityManager, hash: string, { twoFactorSecret, ...fields }: Fields) {
  const { firstName = 'Someone' } = fields;
  const { user, team } = newAccount(em, {
    email: `${firstName.toLowerCase()}@netlantern.test`,
    passwordHash: hash,
    lastName: 'Tester',
    companyName: `${firstName}'s company`,
    emailVerifiedAt: new Date(),
    ...fields,
    firstName,
  });
  if (twoFactorSecret) user.twoFactorSecret = sealFor(user, 'user.two_factor_secret', twoFactorSecret);
  const token = newToken();
  const session = Object.assign(new Session(), { tokenHash: hashToken(token), user, team });
  session.expiresAt = new Date(Date.now() + 86_400_000);
  em.persist(session);
  return { token, user, team, session };
}

const personOf = (server: Running, { token, user, team, session }: New): Person => ({
  server,
  token,
  email: user.email,
  userId: user.id,
  teamId: team.id,
  sessionId: session.id,
});

/** A controller of a person's team, as if it had been read from UniFi. Returns its ID. */
export async function addController(
  { server, teamId }: Person,
  fields: ControllerFields = {},
): Promise<string> {
  const em = server.app.orm.em.fork();
  const controller = newController(em.getReference(Team, teamId), fields);
  await em.persist(controller).flush();
  return controller.id;
}

/** A controller as a test describes it, its key in plain text. */
type ControllerFields = Partial<Omit<Controller, 'apiKey'>> & { apiKey?: string };

function newController(
  team: Team,
  { apiKey = 'site-manager-key-of-tests-7777', ...fields }: ControllerFields,
): Controller {
  const controller = new Controller();
  return Object.assign(controller, {
    team,
    name: 'Head Office',
    apiKey: sealFor(controller, 'controller.api_key', apiKey),
    apiKeyTail: '7777',
    status: ControllerStatus.online,
    selectedSiteId: 'HOST:1',
    selectedSiteName: 'Head Office',
    ...fields,
  });
}
