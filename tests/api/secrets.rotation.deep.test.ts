import { createCipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#api/config/config.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { apiKeyOf } from '#api/features/controllers/api-key.store.ts';
import { User } from '#api/features/users/user.entity.ts';
import { startApp } from '#api/main.ts';
import { checkAppSecret, rotateSecrets } from '#api/security/secret-rotation.ts';
import { type Sealed, secretColumns, sealFor, vault } from '#api/security/secrets.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase, testDatabase } from '#tests/support/database.ts';
import { addPackage, join, registration } from '#tests/support/joining.ts';
import { runJobs } from '#tests/support/mailbox.ts';
import { addController, addPerson, enter, password, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { codeOf, setUpTwoFactor } from '#tests/support/two-factor.ts';

const oldSecret = 'the old secret of this installation';
const newSecret = 'the new secret of this installation';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  vault.unlock([oldSecret]);
  await emptyDatabase();
  cast = await enter(running);
});
afterEach(() => vault.unlock(running.app.config.appSecrets));

const rows = () => running.app.orm.em.fork();
const keyOf = async (id: string) => {
  const em = rows();
  return apiKeyOf(em, await em.findOneOrFail(Controller, id));
};
const login = (mfaToken?: string) =>
  rest(cast.vic).post('/api/auth/login', { email: cast.alice.email, password, mfaToken });

/** Every ciphertext in the database and the queue. */
async function stored(): Promise<string[]> {
  const found = await Promise.all(
    secretColumns.map((place) => {
      const [table, column] = place.split('.');
      return rows().execute<{ sealed: string }[]>(
        `select "${column}" as sealed from "${table}" where "${column}" is not null`,
      );
    }),
  );
  const jobs = await rows().execute<{ sealed: string }[]>(
    `select payload ->> 'sealed' as sealed from graphile_worker._private_jobs where payload ->> 'sealed' is not null`,
  );
  return [...found.flat(), ...jobs].map(({ sealed }) => sealed);
}

/** Ciphertext as it was stored before it was bound to its row. */
function unbound(plain: string, secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'netlantern secrets at rest', 32));
  const id = createHash('sha256').update(key).digest('base64url').slice(0, 8);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return ['v1', id, ...[iv, cipher.getAuthTag(), text].map((part) => part.toString('base64url'))].join('.');
}

describe('A stored secret', () => {
  test('cannot be read in another row', async () => {
    const stolen = await addController(cast.alice, { apiKey: "Alice's key" });
    const thief = await addController(cast.bob, { apiKey: "Bob's key" });
    await rows().execute(
      'update controller set api_key = (select api_key from controller where id = ?) where id = ?',
      [stolen, thief],
    );
    expect(await keyOf(stolen)).toBe("Alice's key");
    await expect(keyOf(thief)).rejects.toThrow('can no longer be decrypted');
  });

  test('cannot be read in another column', () => {
    const row = { id: cast.alice.userId };
    const sealed = sealFor(row, 'user.two_factor_secret', 'JBSWY3DPEHPK3PXP');
    expect(vault.unseal(sealed, 'user.two_factor_secret', row.id)).toBe('JBSWY3DPEHPK3PXP');
    expect(() => vault.unseal(sealed, 'user.pending_two_factor_secret', row.id)).toThrow('another row');
  });

  test('cannot be changed unnoticed', async () => {
    const id = await addController(cast.alice, { apiKey: 'key' });
    await rows().execute(`update controller set api_key = api_key || 'AAAA' where id = ?`, [id]);
    await expect(keyOf(id)).rejects.toThrow('can no longer be decrypted');
  });
});

describe('After APP_SECRET was rotated', () => {
  test('nothing needs the old secret anymore, and everything still works', async () => {
    const id = await addController(cast.alice, { apiKey: 'key-of-a-controller' });
    await checkAppSecret(rows(), running.app.log);
    const secret = await setUpTwoFactor(cast.alice);
    await rest(cast.alice).post('/api/integrations', {
      type: 'slack',
      config: { webhookUrl: 'https://hooks.slack.com/services/T000/B000/XXXX' },
    });
    await addPackage(running);
    expect((await join(cast.vic)).status).toBeLessThan(300);
    const before = await stored();
    expect(before.length).toBeGreaterThan(4);

    vault.unlock([newSecret, oldSecret]);
    const { rewritten, unreadable } = await rotateSecrets(rows());
    expect(unreadable).toEqual({});
    expect(rewritten).toMatchObject({
      'controller.api_key': 2,
      'integration.sealed': 1,
      'user.two_factor_secret': 1,
      'job.register': 1,
    });
    const after = await stored();
    expect(after.filter((one) => !one.startsWith(vault.currentPrefix))).toEqual([]);
    expect(after).toHaveLength(before.length);

    vault.unlock([newSecret]);
    await checkAppSecret(rows(), running.app.log);
    expect(await keyOf(id)).toBe('key-of-a-controller');
    expect((await login(await codeOf(secret.secret))).status).toBe(200);
    await runJobs(running);
    expect(await rows().count(User, { email: registration.email })).toBe(1);
  });

  test('a second run finds nothing left to do', async () => {
    vault.unlock([newSecret, oldSecret]);
    await rotateSecrets(rows());
    expect(await rotateSecrets(rows())).toEqual({ rewritten: {}, unreadable: {} });
  });

  test('what no key can decrypt is counted and kept', async () => {
    const id = await addController(cast.alice, { apiKey: 'key' });
    vault.unlock(['a secret that someone has lost']);
    const lost = await rows().findOneOrFail(Controller, id, { populate: ['apiKey'] });
    await rows().nativeUpdate(Controller, { id }, { apiKey: sealFor(lost, 'controller.api_key', 'lost') });
    vault.unlock([oldSecret]);
    const { unreadable } = await rotateSecrets(rows());
    expect(unreadable).toEqual({ 'controller.api_key': 1 });
  });
});

describe('Secrets from before they were bound to their rows', () => {
  beforeEach(async () => {
    await rows().execute('update controller set api_key = ?', [unbound('an old key', oldSecret)]);
  });

  test('are read until they are rotated, and never after that', async () => {
    const id = cast.alice.controllerId;
    const copy = unbound('an old key', oldSecret);
    await checkAppSecret(rows(), running.app.log);
    expect(await keyOf(id)).toBe('an old key');
    await rotateSecrets(rows());
    expect(await keyOf(id)).toBe('an old key');

    vault.unlock([oldSecret]);
    await checkAppSecret(rows(), running.app.log);
    await rows().execute('update controller set api_key = ?', [copy]);
    await expect(keyOf(id)).rejects.toThrow('can no longer be decrypted');
  });

  test('do not lose a pending registration while they are rotated', async () => {
    await addPackage(running);
    await join(cast.vic);
    const [job] = await rows().execute<{ job: string; row: string; sealed: Sealed }[]>(
      `select id::text as job, payload ->> 'id' as row, payload ->> 'sealed' as sealed
         from graphile_worker._private_jobs where payload ->> 'sealed' is not null`,
    );
    const old = unbound(vault.unseal(job!.sealed, 'job.register', job!.row), oldSecret);
    await rows().execute('update graphile_worker._private_jobs set payload = ?::json where id::text = ?', [
      JSON.stringify({ sealed: old }),
      job!.job,
    ]);
    await rotateSecrets(rows());
    await runJobs(running);
    expect(await rows().count(User, { email: registration.email })).toBe(1);
  });

  test('refuse another secret already at the first start', async () => {
    vault.unlock([newSecret]);
    await expect(checkAppSecret(rows(), running.app.log)).rejects.toThrow('APP_SECRET does not fit');
  });
});

test('A start with a wrong APP_SECRET is refused with one line that says what to do', async () => {
  const DATABASE_URL = await testDatabase();
  const start = (secret: string) => {
    const config = readConfig({ APP_SECRET: secret, DATABASE_URL, PORT: '0', DEMO: '0' });
    return startApp({ ...config, logLevel: 'silent' });
  };
  await (await start(oldSecret)).stop();
  const refusal = await start(newSecret).catch((error: Error) => error);
  expect(refusal).toMatchObject({ name: 'ConfigError' });
  expect((refusal as Error).message).toMatch(/^APP_SECRET does not fit this database.*after a comma\.$/);
  await (await start(`${newSecret},${oldSecret}`)).stop();
});

describe('A person whose second factor can no longer be decrypted', () => {
  beforeEach(async () => {
    await setUpTwoFactor(cast.alice);
    vault.unlock([newSecret]);
  });

  test('sees why their code is not accepted, however often they try', async () => {
    for (let attempt = 0; attempt < 12; attempt++) {
      const { status, body } = await login('123456');
      expect([status, body['message']]).toEqual([
        409,
        expect.stringContaining("can't check your authenticator codes"),
      ]);
    }
  });

  test('signs in with a recovery code', async () => {
    vault.unlock([oldSecret]);
    const tom = await addPerson(running, { firstName: 'Tom' });
    const { recoveryCodes } = await setUpTwoFactor(tom);
    vault.unlock([newSecret]);
    const answer = await rest(cast.vic).post('/api/auth/login', {
      email: tom.email,
      password,
      mfaToken: recoveryCodes[0],
    });
    expect(answer.status).toBe(200);
  });

  test('signs in without a code once an administrator has reset it', async () => {
    const reset = 'mutation ($id: ID!) { resetTwoFactor(id: $id) }';
    const { errors } = await as(cast.grace).ask(reset, { id: cast.alice.userId });
    expect(errors).toBeUndefined();
    const { body } = await login();
    expect(body).toMatchObject({ requiresMFA: false });
  });
});
