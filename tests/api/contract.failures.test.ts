import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { User } from '#api/features/users/user.entity.ts';
import { addPerson, password } from '#tests/support/people.ts';
import { registration } from '#tests/support/joining.ts';
import { adminCalls } from './contract.admin.ts';
import { customerCalls } from './contract.customer.ts';
import { siteCalls } from './contract.site.ts';
import { openWalk, type Walk } from './contract.walk.ts';
import { openWorld, type Row, type World } from './contract.world.ts';
import { documented } from './rest.documented.ts';

let world: World;
let walk: Walk;
beforeAll(async () => {
  world = await openWorld();
  const { server } = world.shop;
  const [ursula, sam] = [
    await addPerson(server, { firstName: 'Ursula', emailVerifiedAt: null }),
    await addPerson(server, { firstName: 'Sam' }),
  ];
  await server.app.orm.em.fork().nativeUpdate(User, { id: sam.userId }, { suspended: true });
  world.ids = { alice: world.cast.alice.controllerId, ursula: ursula.userId };
  walk = await openWalk(world);
});
afterAll(() => world.close());

const join = 'POST /api/auth/register';
const rules = 'POST /api/alert-rules';
const psa = 'POST /api/integrations/halopsa';
const rule = { name: 'Access points', condition: 'device_offline' };
const server = 'https://halo.example.test';
const connection = { authServer: server, resourceServer: server, clientId: 'id', clientSecret: 'secret' };
const packed = ({ prices }: World) => ({ ...registration, packageId: prices.starter.id });
const onTheList = ({ prices }: World) => ({
  email: 'vic@example.test',
  packageId: prices.starter.id,
  packageName: 'Starter Plan',
});

/** Who sends what wrongly, and the status and sentence that the documents name for it. */
const failures: [Row['by'], string, Row['sends'], number, string][] = [
  ['vic', 'GET /api/auth/user', undefined, 401, 'You need to be signed in'],
  ['vic', 'GET /api/controllers', undefined, 401, 'You need to be signed in'],
  ['alice', 'GET /api/admin/users', undefined, 403, "You don't have permission to access this page."],
  [
    'vic',
    'POST /api/auth/login',
    { email: 'alice@netlantern.test', password: 'wrong' },
    401,
    'Invalid email or password',
  ],
  ['vic', 'POST /api/auth/login', { email: 'ursula@netlantern.test', password }, 403, 'verify your email'],
  ['vic', 'POST /api/auth/login', { email: 'sam@netlantern.test', password }, 403, 'deactivated'],
  [
    'vic',
    join,
    (world) => ({ ...packed(world), confirmPassword: 'Other-Horse-9!' }),
    400,
    'Passwords do not match',
  ],
  [
    'vic',
    join,
    (world) => ({ ...packed(world), password: 'Ab1!', confirmPassword: 'Ab1!' }),
    400,
    'Password must be at least 8 characters long',
  ],
  ['vic', join, (world) => ({ ...packed(world), websiteUrl: 'novak' }), 400, 'Please enter a valid URL'],
  ['vic', join, registration, 400, 'Please select a package'],
  ['vic', 'POST /api/register', registration, 400, 'You must agree to the terms and conditions'],
  ['alice', 'POST /api/auth/2fa/enable', { code: '12' }, 400, 'Please enter a 6-digit verification code'],
  ['alice', 'POST /api/unifi/connect', { apiKey: ' ' }, 400, 'Please enter your UniFi Site Manager API key'],
  [
    'alice',
    'POST /api/controllers',
    { name: 'New', apiKey: 'wrong' },
    400,
    'Failed to connect UniFi Site Manager. Please check your API key.',
  ],
  ['alice', rules, { ...rule, name: '' }, 400, 'Rule name is required'],
  ['alice', rules, { ...rule, name: 'x'.repeat(101) }, 400, 'Name must be 100 characters or less'],
  ['alice', rules, { name: 'A' }, 400, 'Condition is required'],
  ['alice', rules, { ...rule, duration: 0 }, 400, 'Duration must be at least 1 minute'],
  ['alice', rules, { ...rule, duration: 1441 }, 400, 'Duration cannot exceed 24 hours'],
  ['alice', psa, { ...connection, authServer: 'halo' }, 400, 'Please enter a valid URL'],
  ['alice', psa, { ...connection, clientId: '' }, 400, 'Client ID is required'],
  ['alice', psa, { ...connection, clientSecret: '' }, 400, 'Client Secret is required'],
  [
    'alice',
    'POST /api/integrations',
    { type: 'slack', config: {}, isActive: true },
    400,
    'Please fill in all required fields',
  ],
  ['alice', 'DELETE /api/alert-rules/no-rule', undefined, 404, 'Alert rule not found'],
  ['alice', 'POST /api/create-subscription', { packageId: 'no-package' }, 404, 'Package not found'],
  ['vic', 'POST /api/contact/submit', { name: 'Vic' }, 400, 'required'],
  [
    'vic',
    'POST /api/waitlist',
    (world) => ({ ...onTheList(world), email: 'vic' }),
    400,
    'Please enter a valid email address',
  ],
  ['ada', 'PUT /api/admin/security', { sessionTimeout: 4 }, 400, '5'],
  ['ada', 'POST /api/admin/packages', { name: '' }, 400, 'required'],
  ['ada', 'PUT /api/admin/settings/no-such-key', { value: 'x' }, 404, 'not found'],
  ['ada', 'PUT /api/admin/website/branding', { siteName: '' }, 400, 'required'],
  ['ada', 'PUT /api/admin/seo/sitemap', { domain: '' }, 400, 'required'],
  ['ada', 'PUT /api/admin/contact-settings', { supportEmail: '' }, 400, 'required'],
];

describe('The documented failures', () => {
  test.each(failures)('%s: %s %j is refused with %i, %s', async (by, call, sends, status, sentence) => {
    const { answer, flaws } = await walk({ by, call, sends, answers: undefined });
    expect([answer.status, (answer.body as { message: string }).message]).toEqual([
      status,
      expect.stringContaining(sentence),
    ]);
    expect(flaws).toEqual([]);
  });

  test('an address that is already on the waitlist gets the documented error', async () => {
    const row: Row = { by: 'vic', call: 'POST /api/waitlist', sends: onTheList, answers: undefined };
    expect((await walk(row)).answer.status).toBe(200);
    expect((await walk(row)).answer.status).toBe(409);
  });
});

/** Calls that begin with what is in an email: the tests of joining walk them. */
const byMail = ['verify-email', 'resend-verification', 'reset-password'];

test('Every documented call is covered', () => {
  const walked = [...customerCalls, ...adminCalls, ...siteCalls].map(({ call }) =>
    call.replace(/\/(:\w+|246|organisation_name)(?=\/|$)/, '/:id'),
  );
  const left = documented.filter(
    (call) => !walked.includes(call) && !byMail.some((one) => call.endsWith(one)),
  );
  expect(left).toEqual([]);
});
