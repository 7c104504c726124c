// A second factor changes hands only with the password, or right after a sign-in (AUTH.md, 3).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, password, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { beginSetUp, codeOf, setUpTwoFactor, stopTheClock } from '#tests/support/two-factor.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  stopTheClock();
  await emptyDatabase();
  cast = await enter(running);
  running.logged.length = 0;
});
afterEach(() => vi.useRealTimers());

const minutesAgo = (minutes: number) =>
  running.app.orm.em
    .fork()
    .nativeUpdate(
      Session,
      { id: cast.alice.sessionId },
      { createdAt: new Date(Date.now() - minutes * 60_000) },
    );

/** The documented bodies, each with a code that is right. */
const changes: Record<string, () => Promise<string>> = {
  enable: async () => codeOf(await beginSetUp(cast.alice)),
  disable: async () => codeOf((await setUpTwoFactor(cast.alice)).secret),
  'recovery-codes': async () => codeOf((await setUpTwoFactor(cast.alice)).secret),
};

describe.each(Object.keys(changes))('POST /api/auth/2fa/%s', (what) => {
  const send = (body: unknown) => rest(cast.alice).post(`/api/auth/2fa/${what}`, body);

  test('accepts the code alone for a quarter of an hour', async () => {
    const code = await changes[what]!();
    await minutesAgo(14);
    expect(await send({ code })).toMatchObject({ status: 200, body: { success: true } });
  });

  test('then requires the password, without using up the code', async () => {
    const code = await changes[what]!();
    await minutesAgo(16);
    const sentence = 'Enter your password to change two-factor authentication';
    for (const none of [undefined, null, '']) {
      expect(await send({ code, password: none })).toMatchObject({
        status: 400,
        body: { message: sentence, fields: { password: sentence } },
      });
    }
    expect(await send({ code, password })).toMatchObject({ status: 200, body: { success: true } });
  });

  test('never accepts a wrong one, which counts as one at sign-in and is logged', async () => {
    const code = await changes[what]!();
    for (const minutes of [0, 16]) {
      await minutesAgo(minutes);
      const answer = await send({ code, password: 'Wrong-Horse-9!' });
      expect(answer).toMatchObject({
        status: 400,
        body: { fields: { password: 'The password is incorrect' } },
      });
    }
    for (let n = 0; n < 3; n++) await send({ code, password: 'Wrong-Horse-9!' });
    expect((await send({ code, password })).status).toBe(429);
    const refused = running.logged.filter((line) => line.includes('"event":"confirmation"'));
    expect(refused).toHaveLength(6);
    expect(refused.join()).not.toContain('Wrong-Horse');
  });
});
