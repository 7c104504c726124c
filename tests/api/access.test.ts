import { randomUUID } from 'node:crypto';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { Session } from '#api/features/auth/session.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { buildSchema } from '#api/schema/build.ts';
import { as, type GraphQLAnswer } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast, type Person, type Visitor } from '#tests/support/people.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';
import { audience } from './audience.ts';

const schema = await buildSchema();
const calls = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap(
  (type) =>
    Object.values(type?.getFields() ?? {}).map((field) => ({
      call: `${type?.name.toLowerCase()} ${field.name}`,
      field,
    })),
);
const overHttp = calls.filter(({ call }) => !call.startsWith('subscription'));
const takingIds = calls.filter(({ field }) => field.args.some((arg) => getNamedType(arg.type).name === 'ID'));

let running: Running;
let cast: Cast;

beforeAll(async () => {
  // Nobody listens at port 9: calls that ask UniFi fail, after they were allowed.
  running = await startServer({ config: { unifiApiUrl: 'http://127.0.0.1:9' } });
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
});

/** A document for a root field, and values that fit its arguments; every id is the one given. */
function asking(call: string, field: GraphQLField<unknown, unknown>, id: string) {
  const [kind = ''] = call.split(' ');
  const given = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const declared = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const type = getNamedType(field.type);
  const shown = isObjectType(type) ? ' { __typename }' : '';
  const document = `${kind}${declared && `(${declared})`} { ${field.name}${given && `(${given})`}${shown} }`;
  const variables = Object.fromEntries(field.args.map((arg) => [arg.name, valueFor(arg.type, id)]));
  return { document, variables };
}

function valueFor(type: GraphQLInputType, id: string): unknown {
  if (isNonNullType(type)) return valueFor(type.ofType, id);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const needed = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    const filled = needed.filter(({ defaultValue }) => defaultValue === undefined);
    return Object.fromEntries(filled.map((field) => [field.name, valueFor(field.type, id)]));
  }
  return type.name === 'ID' ? id : type.name === 'String' ? 'text' : 1;
}

async function ask(
  person: Visitor,
  call: string,
  field: GraphQLField<unknown, unknown>,
  id: string = randomUUID(),
): Promise<GraphQLAnswer> {
  const { document, variables } = asking(call, field, id);
  if (!call.startsWith('subscription')) return as(person).ask(document, variables);
  const socket = await new Socket(running).signIn((person as Person).token);
  // The cursor is another matter than whose controller it is.
  await socket.subscribe('1', document, { ...variables, after: undefined });
  await socket.until(() => socket.of('1').length > 0);
  const [first] = socket.of('1');
  socket.close();
  return (first?.type === 'error' ? { errors: first.payload } : first?.payload) as GraphQLAnswer;
}

const codeOf = ({ errors }: GraphQLAnswer) => errors?.[0]?.extensions.code;
/** Signing in refuses with the same code, for its own reason. */
const isTurnedAway = ({ errors }: GraphQLAnswer) => errors?.[0]?.message === 'You need to be signed in';
const rows = () => running.app.orm.em.fork();

test('Every root field has its word in the table, and the table no others', () => {
  expect(calls.map(({ call }) => call).sort()).toEqual(Object.keys(audience).sort());
});

describe.each(overHttp)('$call', ({ call, field }) => {
  const forVisitors = audience[call] === 'visitor';
  const forCustomers = audience[call] !== 'admin';

  test(`is ${forVisitors ? 'open' : 'closed'} to a visitor`, async () => {
    const answer = await ask(cast.vic, call, field);
    expect(isTurnedAway(answer)).toBe(!forVisitors);
    if (!forVisitors) expect(answer).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  });

  test(`is ${forCustomers ? 'open' : 'closed'} to a customer, and open to admins`, async () => {
    const alices = await ask(cast.alice, call, field);
    expect(isTurnedAway(alices)).toBe(false);
    expect(codeOf(alices) === 'UNAUTHORIZED').toBe(!forCustomers);
    for (const person of [cast.ada, cast.grace]) {
      const answer = await ask(person, call, field);
      expect(isTurnedAway(answer) || codeOf(answer) === 'UNAUTHORIZED').toBe(false);
    }
  });

  test.each([
    ['a suspended account', () => rows().nativeUpdate(User, { id: cast.alice.userId }, { suspended: true })],
    [
      'an address that is not verified',
      () => rows().nativeUpdate(User, { id: cast.alice.userId }, { emailVerifiedAt: null }),
    ],
    [
      'an expired session',
      () =>
        rows().nativeUpdate(Session, { id: cast.alice.sessionId }, { expiresAt: new Date(Date.now() - 1) }),
    ],
  ])(`is for %s what it is for a visitor`, async (_who, change) => {
    await change();
    expect(isTurnedAway(await ask(cast.alice, call, field))).toBe(!forVisitors);
  });
});

describe('A live field', () => {
  test('is out of reach without a session: nobody but the signed in is connected', async () => {
    const socket = await new Socket(running).send({ type: 'connection_init', payload: {} });
    expect((await socket.closed).code).toBe(4403);
  });
});

describe("Another team's id", () => {
  test.each(takingIds)('is as absent as one that never was: $call', async ({ call, field }) => {
    const rule = await rows().findOneOrFail(AlertRule, { team: cast.alice.teamId });
    for (const person of [cast.bob, cast.ada, cast.grace]) {
      const never = await ask(person, call, field, randomUUID());
      expect(never).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
      for (const id of [cast.alice.controllerId, rule.id]) {
        expect(await ask(person, call, field, id)).toEqual(never);
      }
    }
  });

  test.each(['', 'all', '1', "' or 1=1", '\0', 'é'.repeat(500)])(
    'and a text that is no id at all (%j) are never an error of ours',
    async (id) => {
      for (const { call, field } of takingIds) {
        const code = codeOf(await ask(cast.alice, call, field, id)) ?? 'none';
        expect(['NOT_FOUND', 'BAD_USER_INPUT', 'none'], call).toContain(code);
      }
    },
  );
});

test('Lists hold what belongs to the team of the asker, for administrators too', async () => {
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

test('No answer has a place for a secret, but for the token of a sign-in', () => {
  const named = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
    .flatMap((type) =>
      isObjectType(type) ? Object.keys(type.getFields()).map((field) => `${type.name}.${field}`) : [],
    )
    .filter((name) => /key|password|secret|token|hash|credential/i.test(name.split('.')[1] ?? ''));
  // The tail of a key is documented (specification, decisions section 4).
  expect(named.sort()).toEqual(['Controller.apiKeyTail', 'SignInResult.token']);
});
