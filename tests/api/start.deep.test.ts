import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig, type Config } from '#api/config/config.ts';
import { startUnifi, type UnifiStandIn } from '#api/demo/unifi/unifi.ts';
import { makeNetwork } from '#api/demo/unifi/network.ts';
import { startApp, type RunningApp } from '#api/main.ts';
import { emptyDatabase, testDatabase } from '#tests/support/database.ts';
import { until } from '#tests/support/rounds.ts';

let databaseUrl: string;
let unifi: UnifiStandIn;
const running: RunningApp[] = [];

beforeEach(async () => {
  databaseUrl = await testDatabase();
  unifi = await startUnifi({ network: makeNetwork() });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((app) => app.stop()));
  await unifi.close();
  await emptyDatabase();
});

async function start(changes: Partial<Config> = {}): Promise<RunningApp> {
  const given = readConfig({
    APP_SECRET: 'a secret that only tests use',
    DATABASE_URL: databaseUrl,
    PORT: '0',
  });
  const app = await startApp({ ...given, logLevel: 'silent', ...changes });
  running.push(app);
  return app;
}

async function signIn(
  { url }: RunningApp,
  email: string,
  password: string,
): Promise<{ status: number; role?: string }> {
  const body = JSON.stringify({ email, password });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body });
  return { status: answer.status, role: ((await answer.json()) as { user?: { role: string } }).user?.role };
}

/** What the operator's own account reads of the audit log. */
async function auditOf({ url }: RunningApp): Promise<object[]> {
  const ask = async <Answer>(path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as Answer;
  };
  const credentials = { email: operator.adminEmail, password: operator.adminPassword };
  const { token } = await ask<{ token: string }>('/api/auth/login', credentials);
  const query = '{ auditEntries { action actor subject after } }';
  const { data } = await ask<{ data: { auditEntries: object[] } }>('/graphql', { query }, token);
  return data.auditEntries;
}

const demo = (app: RunningApp) => signIn(app, 'demo@netlantern.test', 'Demo-1234!');
const operator = { adminEmail: 'Operator@Example.test', adminPassword: 'a long passphrase' };

test('An empty database gets the demo and the operator’s own account', async () => {
  const app = await start({ demo: true, ...operator });
  expect(await demo(app)).toEqual({ status: 200, role: 'user' });
  expect(await signIn(app, 'admin@netlantern.test', 'Demo-1234!')).toEqual({
    status: 200,
    role: 'super_admin',
  });
  expect(await signIn(app, 'operator@example.test', 'a long passphrase')).toEqual({
    status: 200,
    role: 'super_admin',
  });
});

test('The operator’s own account is recorded once, as added by the system', async () => {
  await (await start({ demo: false, ...operator })).stop();
  expect(await auditOf(await start({ demo: false, ...operator }))).toEqual([
    {
      action: 'user.add',
      actor: 'system',
      subject: 'operator@example.test',
      after: { role: 'super_admin' },
    },
  ]);
});

test('A visitor of the demo can add one of its networks to their own account', async () => {
  const app = await start({ demo: true });
  const call = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch(app.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const email = 'visitor@example.test';
  const own = { email, password: 'Correct-Horse-9!', confirmPassword: 'Correct-Horse-9!' };
  const name = { firstName: 'Vera', lastName: 'Visitor', companyName: 'Vera Networks' };
  await call('/api/register', { ...own, ...name, agreeToTerms: true });
  await until(async () => {
    const mails = (await (await fetch(`${app.url}/dev/mailbox.json`)).json()) as {
      to: string;
      text: string;
    }[];
    const token = mails.find(({ to }) => to.includes(email))?.text.match(/verify-email\?token=([\w-]+)/)?.[1];
    return token !== undefined && (await call('/api/auth/verify-email', { token })).status === 200;
  });
  const { body } = await call('/api/auth/login', { email, password: own.password });
  const token = String(body['token']);
  const query = '{ demoKeys { name apiKey } }';
  const found = (await call('/graphql', { query }, token)).body as {
    data: { demoKeys: { apiKey: string }[] };
  };
  const [first, ...others] = found.data.demoKeys;
  expect(others).toHaveLength(2);
  const added = await call('/api/controllers', { name: 'Try', apiKey: first!.apiKey }, token);
  expect(added).toMatchObject({ status: 200, body: { status: 'online' } });
});

test('Outside the demo there are no demo keys, and in it no integrations without function', async () => {
  const real = await start({ demo: false, ...operator });
  const ask = async ({ url }: RunningApp, email: string, password: string, query: string) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email, password });
    const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body });
    const { token } = (await answer.json()) as { token: string };
    const asked = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: JSON.stringify({ query }),
    });
    return ((await asked.json()) as { data: unknown }).data;
  };
  const { adminEmail, adminPassword } = operator;
  expect(await ask(real, adminEmail, adminPassword, '{ demoKeys { name } }')).toEqual({ demoKeys: [] });
  await real.stop();
  await emptyDatabase();
  const box = await start({ demo: true });
  const templates = '{ integrationTemplates { name } allIntegrationTemplates { name isActive } }';
  expect(await ask(box, 'admin@netlantern.test', 'Demo-1234!', templates)).toEqual({
    integrationTemplates: [],
    allIntegrationTemplates: [
      { name: 'ConnectWise PSA', isActive: false },
      { name: 'Mattermost', isActive: false },
    ],
  });
});

test('Once the demo is off its accounts can’t sign in, until it is on again', async () => {
  await (await start({ demo: true })).stop();
  const real = await start({ demo: false, ...operator });
  expect((await demo(real)).status).toBe(403);
  expect((await signIn(real, 'admin@netlantern.test', 'Demo-1234!')).status).toBe(403);
  expect((await signIn(real, 'operator@example.test', 'a long passphrase')).status).toBe(200);
  await real.stop();
  expect((await demo(await start({ demo: true }))).status).toBe(200);
});

test('Three nodes that start at once on an empty database create everything once', async () => {
  const nodes = await Promise.all([1, 2, 3].map(() => start({ demo: false, ...operator })));
  expect((await signIn(nodes[0]!, 'operator@example.test', 'a long passphrase')).status).toBe(200);
  const packages = await fetch(`${nodes[1]!.url}/api/packages`);
  expect(((await packages.json()) as { name: string }[]).map(({ name }) => name)).toEqual([
    'Free',
    'Professional Plan',
    'Provider Plan',
  ]);
});

test('A demo with another UniFi address starts as well', async () => {
  expect((await demo(await start({ demo: true, unifiApiUrl: unifi.url }))).status).toBe(200);
  await emptyDatabase();
  expect((await demo(await start({ demo: true, unifiApiUrl: 'http://127.0.0.1:1' }))).status).toBe(200);
});

test('A worker serves its health endpoints and nothing else', async () => {
  const { url } = await start({ demo: false, role: 'worker' });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  for (const path of ['/', '/graphql', '/api/packages']) expect((await fetch(url + path)).status).toBe(404);
});

test('The demo starts in progress: devices that are already offline are in alert at the first reading', async () => {
  const { url } = await start({ demo: true });
  const body = JSON.stringify({ email: 'demo@netlantern.test', password: 'Demo-1234!' });
  const headers = { 'content-type': 'application/json' };
  const { token } = (await (
    await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })
  ).json()) as {
    token: string;
  };
  const asCustomer = { headers: { authorization: `Bearer ${token}` } };
  const controllers = (await (await fetch(`${url}/api/controllers`, asCustomer)).json()) as { id: string }[];
  const open = async (id: string) =>
    ((await (await fetch(`${url}/api/controllers/${id}/alerts`, asCustomer)).json()) as { alerts: unknown[] })
      .alerts;
  for (const { id } of controllers) {
    await expect.poll(async () => (await open(id)).length, { timeout: 8000 }).toBeGreaterThan(0);
  }
});
