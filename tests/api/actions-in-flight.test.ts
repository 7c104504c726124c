// What someone asked for is judged once more when its turn comes: what was right before may not be in the meantime.
import type { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endSessions } from '#api/live/sessions.ts';
import { hashPassword } from '#api/features/auth/sign-in/password-hash.service.ts';
import { EmailLink } from '#api/features/auth/registration/email-link.entity.ts';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { DeleteAccountDocument } from '#web/gql/graphql.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addMember } from '#tests/support/members.ts';
import { enter, password, type Cast } from '#tests/support/people.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { signInAt } from '#tests/support/sign-in.ts';
import { beginSetUp, codeOf } from '#tests/support/two-factor.ts';
import { atThePerson } from '#tests/support/waiting.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
});

const rows = () => running.app.orm.em.fork();
const next = 'Another-Horse-7!';
const ask = (text: string, variables: Record<string, unknown>) => as(cast.alice).ask(text, variables);
const signIn = () => signInAt(running, { email: cast.alice.email, password });

/** Each needs a proof, and is made ready before anything is locked. */
const actions: Record<string, () => Promise<() => Promise<{ errors?: readonly unknown[] }>>> = {
  'deletion of the account': async () => () =>
    ask('mutation($input: DeleteAccountInput!) { deleteAccount(input: $input) }', { input: { password } }),
  'change of the address': async () => () =>
    ask('mutation($input: NewEmailInput!) { requestEmailChange(input: $input) { message } }', {
      input: { email: 'thief@new.test', password },
    }),
  'change of the password': async () => () =>
    ask('mutation($input: ChangePasswordInput!) { changePassword(input: $input) { message } }', {
      input: { currentPassword: password, password: next, confirmPassword: next },
    }),
  'hand-over of the team': async () => {
    const { memberId } = await addMember(cast.alice, TeamRole.member);
    return () =>
      ask('mutation($input: TransferOwnershipInput!) { transferOwnership(input: $input) { id } }', {
        input: { memberId, password },
      });
  },
  'second factor': async () => {
    const code = await codeOf(await beginSetUp(cast.alice));
    return () => ask('mutation($code: String!) { enableTwoFactor(code: $code) { message } }', { code });
  },
};

const changes: [string, string, (em: EntityManager) => Promise<unknown>][] = [
  [
    'who was suspended',
    'UNAUTHORIZED',
    (em) => em.nativeUpdate(User, { id: cast.alice.userId }, { suspended: true }),
  ],
  ['whose session was ended', 'UNAUTHENTICATED', (em) => endSessions(em, { userId: cast.alice.userId })],
  [
    'who has another password',
    'BAD_USER_INPUT',
    async (em) =>
      em.nativeUpdate(User, { id: cast.alice.userId }, { passwordHash: await hashPassword(next) }),
  ],
];

describe.each(Object.keys(actions))('The %s', (name) => {
  test.each(changes)('by someone %s in the meantime is rejected: %s', async (_who, code, change) => {
    const action = await actions[name]!();
    const [answer] = await atThePerson(running, cast.alice.userId, [action], change);
    expect(answer).toMatchObject({ value: { errors: [{ extensions: { code } }] } });
    const person = await rows().findOneOrFail(User, { id: cast.alice.userId });
    expect(person).toMatchObject({ email: cast.alice.email, twoFactorEnabled: false });
    expect(await rows().count(EmailLink)).toBe(0);
  });

  test('goes through where nothing changed', async () => {
    const action = await actions[name]!();
    expect(await atThePerson(running, cast.alice.userId, [action])).toMatchObject([
      { value: { data: expect.anything() } },
    ]);
  });
});

describe('A sign-in in progress', () => {
  test('starts no session for a deleted account', async () => {
    const [answer] = await atThePerson(running, cast.alice.userId, [signIn], (em) =>
      em.nativeDelete(User, { id: cast.alice.userId }),
    );
    expect(answer).toMatchObject({
      value: { status: 401, body: { message: 'Invalid email or password' } },
    });
  });

  test('and the deletion of the account don’t block each other', async () => {
    const remove = () => as(cast.alice).run(DeleteAccountDocument, { input: { password } });
    const answers = await atThePerson<unknown>(running, cast.alice.userId, [signIn, remove]);
    expect(answers).toMatchObject([{ value: { status: 200 } }, { value: { deleteAccount: true } }]);
    expect(await rows().count(User, { id: cast.alice.userId })).toBe(0);
  });

  test.each([
    [
      'an administrator who ends their sessions',
      () => as(cast.ada).ask('mutation($id: ID!) { endUserSessions(id: $id) }', { id: cast.alice.userId }),
      0,
    ],
    ['a person who ends their other sessions', () => as(cast.alice).ask('mutation { endOtherSessions }'), 1],
  ])('is not missed by %s', async (_who, end, left) => {
    const answers = await atThePerson<unknown>(running, cast.alice.userId, [signIn, end]);
    expect(answers).toMatchObject([{ value: { status: 200 } }, { value: { data: expect.anything() } }]);
    expect(await rows().count(Session, { user: cast.alice.userId })).toBe(left);
  });
});
