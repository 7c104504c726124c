import { hashToken, newToken } from '#api/security/token.ts';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { as } from './as.ts';
import { mailsTo, tokenIn } from './mailbox.ts';
import { addPerson, type Person } from './people.ts';

/** Someone in the team of another, looking at it; they have a team of their own besides. */
export async function addMember(
  owner: Person,
  role: TeamRole,
  firstName = 'Mia',
): Promise<Person & { memberId: string; ownTeamId: string }> {
  const { server, teamId } = owner;
  const person = await addPerson(server, { firstName });
  const em = server.app.orm.em.fork();
  const membership = em.assign(new Membership(), { team: teamId, user: person.userId, role });
  await em.persist(membership).flush();
  await em.nativeUpdate(Session, { id: person.sessionId }, { team: teamId });
  return { ...person, teamId, memberId: membership.id, ownTeamId: person.teamId };
}

/** The team that a person's session looks at, and what they are in it; nothing for who is signed out. */
export async function teamNow(person: Person) {
  const { data } = await as(person).ask('{ me { team { id name } teamRole } }');
  return (data as { me: { team: { id: string; name: string }; teamRole: string } } | undefined)?.me;
}

/** The same person in a second browser. */
export async function anotherSession(person: Person): Promise<Person> {
  const em = person.server.app.orm.em.fork();
  const token = newToken();
  const session = em.assign(new Session(), {
    tokenHash: hashToken(token),
    user: person.userId,
    team: person.teamId,
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  await em.persist(session).flush();
  return { ...person, token, sessionId: session.id };
}

/** Has an owner invite an address. @returns the token of the email */
export async function invite(
  owner: Person,
  email: string,
  role: TeamRole = TeamRole.member,
): Promise<string> {
  const { errors } = await as(owner).ask(
    'mutation ($input: InvitationInput!) { inviteMember(input: $input) { id } }',
    { input: { email, role } },
  );
  if (errors) throw new Error(errors[0]?.message);
  const [newest] = await mailsTo(owner.server, email);
  if (!newest) throw new Error(`No mail to ${email}`);
  return tokenIn(newest, owner.server);
}
