import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { SecuritySettings } from '#api/features/security/security-settings.entity.ts';
import { ApiToken, TokenScope } from '#api/features/tokens/api-token.entity.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { hashToken } from '#api/security/token.ts';
import {
  DisableTwoFactorDocument,
  MeDocument,
  SignOutDocument,
  TwoFactorDocument,
} from '#web/gql/graphql.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { raise, startServer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';
import { codeOf, setUpTwoFactor, stopTheClock } from '#tests/support/two-factor.ts';
import { settled, shown, watch } from '#tests/support/watcher.ts';

let running: Running;
let cast: Cast;
const sockets: Socket[] = [];

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  stopTheClock();
  await emptyDatabase();
  cast = await enter(running);
});
afterEach(() => {
  vi.useRealTimers();
  sockets.splice(0).forEach((socket) => socket.close());
});

async function demand(requireTwoFactor = true): Promise<void> {
  const em = running.app.orm.em.fork();
  Object.assign(await loadSingleton(em, SecuritySettings), { requireTwoFactor });
  await em.flush();
}

const opened = (): Socket => {
  const socket = new Socket(running);
  sockets.push(socket);
  return socket;
};
const count = (person: Person) => as(person).ask('{ openAlertCount }');
const demanded = {
  message: 'Set up two-factor authentication first.',
  extensions: { code: 'UNAUTHORIZED', reason: 'two_factor_setup' },
};

describe('If the policy requires two factors', () => {
  test('a person without them sees only the set-up and can sign out', async () => {
    await demand();
    expect((await count(cast.alice)).errors).toMatchObject([demanded]);
    expect((await rest(cast.alice).get('/api/controllers')).status).toBe(403);
    expect((await rest(cast.grace).get('/api/controllers')).status).toBe(403);
    expect((await as(cast.alice).run(MeDocument)).me).toMatchObject({ mustSetUpTwoFactor: true });
    expect((await as(cast.alice).run(TwoFactorDocument)).twoFactor).toMatchObject({
      enabled: false,
      required: true,
    });
    expect((await rest(cast.alice).get('/api/auth/2fa/setup')).status).toBe(200);
    expect(await as(cast.alice).run(SignOutDocument)).toEqual({ signOut: true });
  });

  test('they see everything as soon as they have set them up', async () => {
    await demand();
    await setUpTwoFactor(cast.alice);
    expect((await as(cast.alice).run(MeDocument)).me).toMatchObject({ mustSetUpTwoFactor: false });
    expect((await count(cast.alice)).data).toEqual({ openAlertCount: 0 });
  });

  test('turning it off leads back to setup', async () => {
    await demand();
    const { secret } = await setUpTwoFactor(cast.alice);
    await as(cast.alice).run(DisableTwoFactorDocument, { code: await codeOf(secret) });
    expect((await count(cast.alice)).errors).toMatchObject([demanded]);
  });

  test('a document with several fields does not bypass that', async () => {
    await demand();
    const { data, errors } = await as(cast.alice).ask(
      '{ me { id } twoFactor { required } controllers { id } }',
    );
    expect(data ?? null).toBeNull();
    expect(errors).toMatchObject([demanded]);
  });

  test.each(Object.values(TokenScope))('an API token to %s of such a person is rejected', async (scope) => {
    const em = running.app.orm.em.fork();
    const token = 'nl_a-token-of-tests';
    em.persist(
      em.assign(new ApiToken(), {
        user: cast.alice.userId,
        team: cast.alice.teamId,
        name: 'Script',
        tokenHash: hashToken(token),
        tail: 'ests',
        scopes: [scope],
      }),
    );
    await em.flush();
    const script = { ...cast.vic, token };
    expect((await rest(script).get('/api/controllers')).status).toBe(200);
    await demand();
    expect((await rest(script).get('/api/controllers')).status).toBe(403);
    expect((await as(script).ask('mutation { twoFactorSetup { manualEntryKey } }')).data ?? null).toBeNull();
  });
});

describe('A socket', () => {
  test('that was open before the requirement shows nothing more a second later, and its client may reconnect', async () => {
    const socket = await settled(await watch(opened(), cast.alice));
    await demand();
    expect(await socket.closed).toMatchObject({ code: 1001 });
    await raise(running, cast.alice, 'too late');
    expect(shown(socket)).toEqual([]);
  });

  test('that is opened after it can’t subscribe', async () => {
    await demand();
    const socket = await watch(opened(), cast.alice);
    await socket.until(() => socket.of('1').length > 0);
    expect(socket.of('1')).toMatchObject([{ type: 'error', payload: [{ message: demanded.message }] }]);
  });

  test('that was rejected reconnects after setup, and then shows live changes', async () => {
    await demand();
    const refused = await opened().signIn(cast.alice.token);
    await setUpTwoFactor(cast.alice);
    expect(await refused.closed).toMatchObject({ code: 1001 });
    const socket = await settled(await watch(opened(), cast.alice));
    await raise(running, cast.alice, 'AP Lobby');
    await socket.until(() => shown(socket).length > 0);
  });

  test('of someone with two factors stays open', async () => {
    await setUpTwoFactor(cast.alice);
    const [hers, bobs] = [
      await settled(await watch(opened(), cast.alice)),
      await opened().signIn(cast.bob.token),
    ];
    await demand();
    await bobs.closed;
    await settled(hers);
    expect(hers.raw.readyState).toBe(hers.raw.OPEN);
  });
});
