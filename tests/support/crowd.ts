import { Session } from '#api/features/auth/session/session.entity.ts';
import { SecuritySettings } from '#api/features/security/security-settings.entity.ts';
import { policyOf } from '#api/features/security/security.service.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { ApiToken, TokenScope } from '#api/features/tokens/api-token.entity.ts';
import { User, UserRole } from '#api/features/users/user.entity.ts';
import { hashToken, newToken } from '#api/security/token.ts';
import { addMember } from './members.ts';
import { addController, addPerson, type Person, type Visitor } from './people.ts';
import type { Running } from './running.ts';

/** Everyone who may stand at a door, in whatever state. Each is a way to make that person in an empty database. */
export const crowd = {
  'a visitor': async (server) => ({ server, token: null }),
  'a made-up token': async (server) => ({ server, token: newToken() }),
  'somebody whose address is not verified': (server) => changed(server, { emailVerifiedAt: null }),
  'a suspended person': (server) => changed(server, { suspended: true }),
  'somebody whose session has expired': (server) => aged(server, { expiresAt: minutesAgo(1) }),
  'somebody who was idle for too long': (server) => aged(server, { lastSeenAt: minutesAgo(31) }),
  'somebody who has left the team': async (server) => {
    const person = await addPerson(server);
    await rows(server).nativeDelete(Membership, { user: person.userId });
    return person;
  },
  'a viewer': (server) => inTeam(server, TeamRole.viewer),
  'a member': (server) => inTeam(server, TeamRole.member),
  'an owner': (server) => addPerson(server),
  'an administrator': (server) => addPerson(server, { role: UserRole.admin }),
  'a super administrator': (server) => addPerson(server, { role: UserRole.super_admin }),
  'an administrator from an address that is not allowed': async (server) => {
    await demand(server, { allowedIpRanges: ['192.0.2.0/24'] });
    return addPerson(server, { role: UserRole.super_admin });
  },
  'an owner who has to set up a second factor': async (server) => {
    await demand(server, { requireTwoFactor: true });
    return addPerson(server);
  },
  'an administrator who has to set up a second factor': async (server) => {
    await demand(server, { requireTwoFactor: true });
    return addPerson(server, { role: UserRole.super_admin });
  },
  'an API token that may read': async (server) => withToken(await addPerson(server), TokenScope.read),
  'an API token for alerts': async (server) => withToken(await addPerson(server), TokenScope.alerts),
  'an API token that may manage': async (server) => withToken(await addPerson(server), TokenScope.manage),
  'an API token that has expired': async (server) =>
    withToken(await addPerson(server), TokenScope.manage, minutesAgo(1)),
  'a managing API token of a viewer': async (server) =>
    withToken(await inTeam(server, TeamRole.viewer), TokenScope.manage),
  'a managing API token of a super administrator': async (server) =>
    withToken(await addPerson(server, { role: UserRole.super_admin }), TokenScope.manage),
  'an API token of somebody who has to set up a second factor': async (server) => {
    await demand(server, { requireTwoFactor: true });
    return withToken(await addPerson(server), TokenScope.manage);
  },
} satisfies Record<string, (server: Running) => Promise<Visitor>>;

export type Somebody = keyof typeof crowd;

const rows = ({ app }: Running) => app.orm.em.fork();
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

async function changed(server: Running, fields: Partial<User>): Promise<Person> {
  const person = await addPerson(server);
  await rows(server).nativeUpdate(User, { id: person.userId }, fields);
  return person;
}

async function aged(server: Running, fields: Partial<Session>): Promise<Person> {
  const person = await addPerson(server);
  await rows(server).nativeUpdate(Session, { id: person.sessionId }, fields);
  return person;
}

/** A colleague in the team of an owner with a controller, whose session looks at that team. */
async function inTeam(server: Running, role: TeamRole): Promise<Person> {
  const owner = await addPerson(server, { firstName: 'Owner' });
  await addController(owner);
  return addMember(owner, role);
}

async function demand(server: Running, policy: Partial<SecuritySettings>): Promise<void> {
  const em = rows(server);
  em.assign(await policyOf(em), policy);
  await em.flush();
}

/** The same person, through a program. */
export async function withToken(person: Person, scope: TokenScope, expiresAt?: Date): Promise<Person> {
  const em = rows(person.server);
  const token = `nl_${newToken()}`;
  const apiToken = Object.assign(new ApiToken(), {
    name: 'Program',
    tokenHash: hashToken(token),
    tail: token.slice(-4),
    scopes: [scope],
    user: em.getReference(User, person.userId),
    team: em.getReference(Team, person.teamId),
    expiresAt,
  });
  await em.persist(apiToken).flush();
  return { ...person, token };
}
