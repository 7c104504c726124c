// The authorisation matrix: every root field, times everybody who may stand at the door.
import { getNamedType, isObjectType } from 'graphql';
import pLimit from 'p-limit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Access } from '#api/graphql/access.ts';
import { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { buildSchema } from '#api/wiring/resolvers.ts';
import { as, type GraphQLAnswer } from '#tests/support/as.ts';
import { ask, callsOf, type Call } from '#tests/support/asking.ts';
import { crowd, type Somebody } from '#tests/support/crowd.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast, type Person } from '#tests/support/people.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';
import { audience } from './audience.ts';

type Verdict = 'allowed' | 'signed out' | 'refused';

/** Somebody without a pass that holds: only what is for visitors. */
const nobody: Record<Access, Verdict> = {
  enter: 'signed out',
  person: 'signed out',
  read: 'signed out',
  acknowledge: 'signed out',
  alerts: 'signed out',
  manage: 'signed out',
  share: 'signed out',
  own: 'signed out',
  admin: 'signed out',
};
const refused: Record<Access, Verdict> = {
  enter: 'refused',
  person: 'refused',
  read: 'refused',
  acknowledge: 'refused',
  alerts: 'refused',
  manage: 'refused',
  share: 'refused',
  own: 'refused',
  admin: 'refused',
};
const looking = {
  ...refused,
  enter: 'allowed',
  person: 'allowed',
  read: 'allowed',
  acknowledge: 'allowed',
} as const;
const changing = { ...looking, alerts: 'allowed', manage: 'allowed', share: 'allowed' } as const;
const owning = { ...changing, own: 'allowed' } as const;
const alerting = { ...refused, read: 'allowed', acknowledge: 'allowed', alerts: 'allowed' } as const;
const managing = { ...alerting, manage: 'allowed' } as const;
const settingUp = { ...refused, enter: 'allowed' } as const;

/** What each of them gets for each word. What is for visitors is allowed to all. */
const verdicts: Record<Somebody, Record<Access, Verdict>> = {
  'a visitor': nobody,
  'a made-up token': nobody,
  'somebody whose address is not verified': nobody,
  'a suspended person': nobody,
  'somebody whose session has expired': nobody,
  'somebody who was idle for too long': nobody,
  'somebody who has left the team': nobody,
  'an API token that has expired': nobody,
  'a viewer': looking,
  'a member': changing,
  'an owner': owning,
  'an administrator': { ...owning, admin: 'allowed' },
  'a super administrator': { ...owning, admin: 'allowed' },
  'an administrator from an address that is not allowed': owning,
  'an owner who has to set up a second factor': settingUp,
  'an administrator who has to set up a second factor': settingUp,
  'an API token that may read': { ...refused, read: 'allowed' },
  'an API token for alerts': alerting,
  'an API token that may manage': managing,
  'a managing API token of a viewer': { ...refused, read: 'allowed', acknowledge: 'allowed' },
  'a managing API token of a super administrator': managing,
  'an API token of somebody who has to set up a second factor': refused,
};

/** The sentences of `access.ts`. Services refuse too, for reasons of their own. */
const refusals = [
  "API tokens can't do that.",
  'Set up two-factor authentication first.',
  'As a viewer, you can see everything in this team and acknowledge alerts, but not change anything else.',
  "Only the team's owner can do that.",
  "You don't have permission to access this page.",
  "You can't administer the platform from your network address.",
];

const schema = await buildSchema();
const calls = callsOf(schema);
const takingIds = calls.filter(({ field }) => field.args.some((arg) => getNamedType(arg.type).name === 'ID'));

let running: Running;
let cast: Cast;

beforeAll(async () => {
  // Nobody listens at port 9: calls that ask UniFi fail, after they were allowed.
  running = await startServer({ config: { unifiApiUrl: 'http://127.0.0.1:9' } });
});
afterAll(() => running.close());
beforeEach(emptyDatabase);

const atOnce = pLimit(20);
const codeOf = ({ errors }: GraphQLAnswer) => errors?.[0]?.extensions.code;
const rows = () => running.app.orm.em.fork();

function verdictOf({ errors }: GraphQLAnswer): Verdict {
  const [first] = errors ?? [];
  if (first?.message === 'You need to be signed in') return 'signed out';
  return first && refusals.includes(first.message) ? 'refused' : 'allowed';
}

test('Every root field has an entry in the table, and the table has no others', () => {
  expect(calls.map(({ call }) => call).sort()).toEqual(Object.keys(audience).sort());
});

test('Every root field declares the access that the table names', () => {
  const declared = calls.map(({ call, field }) => [call, [field.extensions['roles'] ?? 'visitor'].flat()[0]]);
  expect(Object.fromEntries(declared)).toEqual(audience);
});

test('Every kind of caller has a verdict for every access level, and the table has no others', () => {
  expect(Object.keys(verdicts).sort()).toEqual(Object.keys(crowd).sort());
});

describe.each(Object.keys(crowd) as Somebody[])('To %s', (somebody) => {
  test.each(['query', 'mutation', 'subscription'])('every %s is what the table says', async (kind) => {
    const found: Record<string, string> = {};
    const expected: Record<string, string> = {};
    let person = await crowd[somebody](running);
    const judge = async ({ call, field }: Call) => {
      const word = audience[call]!;
      // Over a WebSocket nobody gets past the door without a pass, whatever they would ask for.
      const isOpen = word === 'visitor' && kind !== 'subscription';
      expected[call] = isOpen ? 'allowed' : verdicts[somebody][word as Access];
      const answer = await ask(person, { call, field }, { opens: expected[call] === 'allowed' });
      const isOurs = codeOf(answer) === 'INTERNAL_SERVER_ERROR';
      found[call] = isOurs ? JSON.stringify(answer) : verdictOf(answer);
      return answer;
    };
    const asked = calls.filter(({ call }) => call.startsWith(`${kind} `));
    // Queries and subscriptions run twenty at a time, so that they don't wait for a database connection until they time out.
    if (kind !== 'mutation') await Promise.all(asked.map((one) => atOnce(judge, one)));
    for (const one of kind === 'mutation' ? asked : []) {
      // What failed, refused or not, has changed nothing that counts here.
      if (codeOf(await judge(one))) continue;
      await emptyDatabase();
      person = await crowd[somebody](running);
    }
    expect(found).toEqual(expected);
  });
});

describe('A live field', () => {
  test('is out of reach without a session', async () => {
    const socket = await new Socket(running).send({ type: 'connection_init', payload: {} });
    expect((await socket.closed).code).toBe(4403);
  });
});

describe('An ID of another team', () => {
  beforeEach(async () => {
    cast = await enter(running);
  });

  test.each(takingIds)('is answered like an ID that never existed: $call', async ({ call, field }) => {
    const rule = await rows().findOneOrFail(AlertRule, { team: cast.alice.teamId });
    // An administrator's ids are those of people.
    const { alice } = cast;
    const all = [alice.controllerId, rule.id, alice.teamId, alice.sessionId];
    if (audience[call] !== 'admin') all.push(alice.userId);
    // Administrators share them.
    const turn = takingIds.findIndex((one) => one.call === call);
    const shared = (rest: number) => all.filter((_id, index) => (index + turn) % 2 === rest);
    const strangers: [Person, string[]][] = [
      [cast.ada, shared(0)],
      [cast.grace, shared(1)],
    ];
    if (audience[call] !== 'admin') strangers.unshift([cast.bob, all]);
    for (const [person, hers] of strangers) {
      const never = await ask(person, { call, field });
      if (!call.startsWith('subscription') && field.args.some(isNeededId)) {
        expect(never).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
      }
      for (const id of hers) expect(await ask(person, { call, field }, { id })).toEqual(never);
    }
  });

  test.each(['', 'all', '1', "' or 1=1", '\0', 'é'.repeat(500)])(
    'and a text that is not an ID (%j) never cause a server error',
    async (id) => {
      for (const call of takingIds) {
        const code = codeOf(await ask(cast.grace, call, { id })) ?? 'none';
        expect(code, call.call).not.toBe('INTERNAL_SERVER_ERROR');
      }
    },
  );

  const isNeededId = ({ type }: (typeof calls)[number]['field']['args'][number]) => String(type) === 'ID!';
});

test('Lists contain only what belongs to the caller’s team, for administrators too', async () => {
  cast = await enter(running);
  const document =
    '{ controllers { id } alertRules { id } openAlertCount monitoringSummary { totalDevices } }';
  const alices = (await as(cast.alice).ask(document)).data as Record<string, { id: string }[]>;
  expect(alices['controllers']?.map(({ id }) => id)).toEqual([cast.alice.controllerId]);
  for (const person of [cast.bob, cast.ada, cast.grace]) {
    const { data } = await as(person).ask(document);
    expect(data).toMatchObject({ controllers: [] });
    expect(JSON.stringify(data)).not.toContain(alices['alertRules']?.[0]?.id);
  }
});

test('No answer contains a secret, except those shown once to their owner, counts and last characters', () => {
  const named = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !/^(__|Query$|Mutation$|Subscription$)/.test(type.name))
    .flatMap((type) =>
      isObjectType(type) ? Object.keys(type.getFields()).map((field) => `${type.name}.${field}`) : [],
    )
    .filter((name) => /key|password|secret|token|hash|credential|codes/i.test(name.split('.')[1] ?? ''));
  expect(named.sort()).toEqual([
    // By which a setting is found.
    'AdminSetting.key',
    // Of groups in a list.
    'AlertGroup.key',
    // For how many days a new token works.
    'ApiLimits.tokenDays',
    // How many words a document may have.
    'ApiLimits.tokens',
    // Of an endpoint that the file has made: shown this once.
    'AppliedConfiguration.signingSecret',
    // The tail of a key is documented (specification, decisions section 4).
    'Controller.apiKeyTail',
    'Controller.needsNewKey',
    // Of a simulated network.
    'DemoKey.apiKey',
    'EmailSettings.apiKey',
    'EmailSettings.apiKeyTail',
    'FleetGroup.key',
    'HalopsaConnection.clientSecretTail',
    'Integration.signingSecret',
    'NewApiToken.apiToken',
    'NewApiToken.token',
    // The publishable one is for everybody's browser, the others are masked.
    'PaymentSettings.stripePublishableKey',
    'PaymentSettings.stripeSecretKey',
    'PaymentSettings.stripeWebhookSecret',
    'PushSettings.publicKey',
    'PushSubscription.endpointHash',
    'SecuritySettings.apiTokenMaxDays',
    'SecuritySettings.passwordMinLength',
    'SecuritySettings.passwordRequireSpecial',
    // Words for search engines.
    'SeoSettings.keywords',
    'SignInResult.token',
    // What a browser confirms with Stripe: of one payment, and made for its owner's eyes.
    'StripeConfig.stripePublishableKey',
    'SubscriptionStart.clientSecret',
    'TwoFactorChange.recoveryCodes',
    'TwoFactorSetup.manualEntryKey',
    'TwoFactorStatus.recoveryCodesLeft',
    'UserAccess.recoveryCodesLeft',
    'WallGroup.key',
  ]);
});
