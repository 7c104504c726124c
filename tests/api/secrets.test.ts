// Plants secrets, uses the product with them, and searches everything that comes out.
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken } from '#api/security/token.ts';
import { as } from '#tests/support/as.ts';
import { ask, callsOf } from '#tests/support/asking.ts';
import { linkIn, mailsTo, tokenIn } from '#tests/support/mailbox.ts';
import { addController, addPerson, password, type Person, type Visitor } from '#tests/support/people.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { UserRole } from '#api/features/users/user.entity.ts';

let running: Running;
let alice: Person;
let grace: Person;
let vic: Visitor;

/** Everything that was answered, but for what is a secret's one and only showing. */
const answers: string[] = [];
/** Secrets by what they are. */
const planted: Record<string, string> = {
  'the password': password,
  'a new password': 'Planted-Pa55word!-new',
  "a stranger's password": 'Planted-Pa55word!-stranger',
  'a wrong password': 'Planted-Pa55word!-wrong',
  "a controller's key": 'planted-controller-key-0123456789',
  "a webhook's address": 'planted-webhook-address-0123456789',
  "another webhook's address": 'planted-webhook-other-9876543210',
  "a template's secret": 'planted-template-secret-0123456789',
};
/** The database while emails and jobs are waiting in it. */
let waiting = '';

beforeAll(async () => {
  running = await startServer({ config: { unifiApiUrl: 'http://127.0.0.1:9', logLevel: 'trace' } });
  vic = { server: running, token: null };
  alice = await addPerson(running, { firstName: 'Alice' });
  grace = await addPerson(running, { firstName: 'Grace', role: UserRole.super_admin });
  await addController(alice, { apiKey: planted["a controller's key"] });
  planted["Alice's session"] = alice.token;
  planted["Grace's session"] = grace.token;
  await live();
});
afterAll(() => running.close());

async function say(person: Visitor, document: string, variables?: object): Promise<Record<string, never>> {
  const answer = await as(person).ask(document, variables);
  expect(answer.errors, `${document}\n${JSON.stringify(answer.errors)}`).toBeUndefined();
  answers.push(JSON.stringify(answer));
  return answer.data as Record<string, never>;
}

/** The same for an answer that shows a secret its one time. */
async function shownOnce(person: Visitor, document: string, variables?: object) {
  const data = await say(person, document, variables);
  answers.pop();
  return data as Record<string, Record<string, never>>;
}

/** What someone does in the product who uses all of its secrets, rightly and wrongly. */
async function live(): Promise<void> {
  const wrong = planted['a wrong password'];
  const stranger = planted["a stranger's password"];
  const signIn = 'mutation ($input: SignInInput!) { signIn(input: $input) { token requiresMFA userId } }';
  const email = alice.email;
  answers.push(JSON.stringify(await as(vic).ask(signIn, { input: { email, password: wrong } })));
  answers.push(JSON.stringify(await as(vic).ask(signIn, { input: { email: wrong, password: wrong } })));
  answers.push(JSON.stringify(await as(vic).ask(signIn, { input: { email, password: [wrong] } })));
  answers.push(JSON.stringify(await as(vic).ask(`{ me { email(${wrong}) } }`)));

  const session = await shownOnce(vic, signIn, { input: { email, password } });
  planted['a session begun'] = session['signIn']!['token']!;

  await say(vic, 'mutation ($input: RegisterInput!) { register(input: $input) { message } }', {
    input: {
      email: 'stranger@example.test',
      password: stranger,
      confirmPassword: stranger,
      firstName: 'S',
      lastName: 'T',
      companyName: 'C',
      agreeToTerms: true,
    },
  });
  await say(vic, 'mutation ($input: EmailInput!) { requestPasswordReset(input: $input) { message } }', {
    input: { email },
  });
  await say(alice, 'mutation ($input: InvitationInput!) { inviteMember(input: $input) { id email } }', {
    input: { email: 'colleague@example.test', role: 'member' },
  });
  waiting = await database();
  planted['a verification link'] = await tokenMailedTo('stranger@example.test', '/verify-email');
  planted['a reset link'] = await tokenMailedTo(email, '/reset-password');
  planted['an invitation'] = await tokenMailedTo('colleague@example.test', '/accept-invitation');

  const setup = await shownOnce(alice, 'mutation { twoFactorSetup { qrCodeUrl manualEntryKey } }');
  const secret = String(setup['twoFactorSetup']!['manualEntryKey']).replaceAll(/[\s-]/g, '');
  planted['the second factor'] = secret;
  const enabled = await shownOnce(
    alice,
    'mutation ($code: String!) { enableTwoFactor(code: $code) { recoveryCodes } }',
    { code: generateSync({ secret }) },
  );
  const codes = enabled['enableTwoFactor']!['recoveryCodes'] as unknown as string[];
  planted['a recovery code'] = codes[0]!;
  const made = await shownOnce(
    alice,
    'mutation ($input: ApiTokenInput!) { createApiToken(input: $input) { token apiToken { id tail } } }',
    { input: { name: 'Program', scopes: ['manage'] } },
  );
  planted['an API token'] = made['createApiToken']!['token']!;

  await connect();

  // Everything that can be asked, by those who may.
  for (const call of callsOf(running.schema)) {
    if (call.call.startsWith('mutation') || call.call.startsWith('subscription')) continue;
    for (const person of [alice, grace]) answers.push(JSON.stringify(await ask(person, call)));
  }
  await say(grace, 'mutation ($id: ID!) { updateUser(id: $id, input: { firstName: "Alicia" }) { id } }', {
    id: alice.userId,
  });
  const input = { token: planted['a reset link'], password: planted['a new password'] };
  await say(vic, 'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { message } }', {
    input: { ...input, confirmPassword: input.password },
  });
}

/** Channels and a template's integration, set up, changed, mistyped and removed. */
async function connect(): Promise<void> {
  const make =
    'mutation ($input: IntegrationInput!) { createIntegration(input: $input) { id config signingSecret } }';
  const change =
    'mutation ($id: ID!, $input: IntegrationChanges!) { updateIntegration(id: $id, input: $input) { id config } }';
  const renew = 'mutation ($id: ID!) { rotateSigningSecret(id: $id) { id config signingSecret } }';
  const offer =
    'mutation ($input: IntegrationTemplateInput!) { createIntegrationTemplate(input: $input) { id } }';
  const hook = { webhookUrl: `https://hooks.example.test/${planted["a webhook's address"]}` };
  const other = { webhookUrl: `https://hooks.example.test/${planted["another webhook's address"]}` };

  const made = await shownOnce(alice, make, { input: { type: 'webhook', config: hook } });
  const { id, signingSecret } = made['createIntegration']!;
  planted['a signing secret'] = signingSecret!;
  planted['a new signing secret'] = (await shownOnce(alice, renew, { id }))['rotateSigningSecret']![
    'signingSecret'
  ]!;
  await say(alice, change, { id, input: { config: other } });
  await say(alice, make, { input: { type: 'discord', config: hook } });
  const wrong = { webhookUrl: hook.webhookUrl.replace('https', 'ftp'), enabled: 'yes' };
  answers.push(JSON.stringify(await as(alice).ask(change, { id, input: { config: wrong } })));
  answers.push(JSON.stringify(await as(alice).ask(change, { id, input: { config: wrong.webhookUrl } })));

  const configSchema = {
    type: 'object',
    properties: { apiKey: { type: 'string' }, apiUrl: { type: 'string' }, tenant: { type: 'string' } },
    required: ['tenant'],
  };
  const input = { name: 'PSA', type: 'psa', configSchema };
  const { createIntegrationTemplate } = await say(grace, offer, { input });
  const template = { type: 'psa', templateId: createIntegrationTemplate!['id'] };
  const config = { apiKey: planted["a template's secret"], apiUrl: hook.webhookUrl.replace('https', 'ftp') };
  answers.push(JSON.stringify(await as(alice).ask(make, { input: { ...template, config } })));
  await say(alice, make, { input: { ...template, config: { apiKey: config.apiKey, tenant: 'North' } } });
}

async function tokenMailedTo(address: string, page: string): Promise<string> {
  const mails = await mailsTo(running, address);
  const mail = mails.find((one) => linkIn(one, running).pathname === page);
  if (!mail) throw new Error(`No mail to ${address} leads to ${page}`);
  return tokenIn(mail, running);
}

/** Every row of every table as text, the queue's waiting jobs included. */
async function database(): Promise<string> {
  const connection = running.app.orm.em.fork().getConnection();
  const tables = await connection.execute<{ name: string }[]>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'graphile_worker')`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => connection.execute<object[]>(`select to_jsonb(one) from ${name} one`)),
  );
  return JSON.stringify(rows);
}

/** Where a secret is in a text, with what is around it; undefined where it does not. */
function found(text: string, secret: string): string | undefined {
  const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), base64(secret)];
  const place = Math.max(...forms.map((form) => text.indexOf(form)));
  return place < 0 ? undefined : text.slice(Math.max(0, place - 120), place + 120);
}
const base64 = (secret: string) => Buffer.from(secret).toString('base64').replace(/=+$/, '');

function leaks(text: string): string[] {
  return Object.entries(planted).flatMap(([what, secret]) => {
    const where = found(text, secret);
    return where === undefined ? [] : [`${what}: ${where}`];
  });
}

test('The secrets in these tests can be found: a search for a public value finds it', () => {
  expect(Object.keys(planted)).toHaveLength(19);
  expect(found(answers.join('\n'), alice.email)).toBeDefined();
  expect(running.logged.length).toBeGreaterThan(10);
  for (const secret of Object.values(planted)) expect(secret.length).toBeGreaterThan(9);
});

test('No response contains one', () => {
  expect(leaks(answers.join('\n'))).toEqual([]);
});

test('No log line contains one', () => {
  expect(leaks(running.logged.join('\n'))).toEqual([]);
});

test('The database contains no readable secrets, including queued emails and jobs', async () => {
  expect(leaks(waiting)).toEqual([]);
  expect(leaks(await database())).toEqual([]);
});

test('The database stores only the hash of a session token, which no response or log line contains', async () => {
  expect(await database()).toContain(hashToken(grace.token));
  const said = [...answers, ...running.logged].join('\n');
  expect(said).not.toContain(hashToken(grace.token));
  expect(said).not.toContain('$argon2');
});
