import {
  getIntrospectionQuery,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isRequiredArgument,
  Kind,
  parse,
  type GraphQLArgument,
  type OperationDefinitionNode,
} from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { measureWeight } from '#api/graphql/document-weight.ts';
import { DocumentCache } from '#api/live/document-cache.ts';
import { User, UserRole } from '#api/features/users/user.entity.ts';
import { addCustomer, startServer, type Customer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';
import { Stream } from '#tests/support/stream.ts';

let running: Running;
let production: Running;
let alice: Customer;

beforeAll(async () => {
  running = await startServer();
  production = await startServer({ config: { production: true } });
});
afterAll(async () => {
  await running.close();
  await production.close();
});
beforeEach(async () => {
  alice = await addCustomer(running);
});

interface Body {
  data?: unknown;
  errors?: { message: string; extensions: Record<string, unknown> }[];
}

async function ask(query: string, { token, at = running, variables }: Asking = {}): Promise<Body> {
  const headers = {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const body = JSON.stringify({ query, variables });
  return (await (await fetch(`${at.url}/graphql`, { method: 'POST', headers, body })).json()) as Body;
}
interface Asking {
  token?: string;
  at?: Running;
  variables?: unknown;
}

const numbered = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');
const deep = `{ me { ${'team { '.repeat(7)} id ${'} '.repeat(7)} } }`;
const costly = `{ ${numbered(15, (index) => `a${index}: users(first: 200) { id email ${numbered(8, () => 'id')} }`)} }`;

describe('An excessive request gets an error with the limit and both figures:', () => {
  test.each([
    ['depth', deep, 'Depth 9 is more than 6', { limit: 'depth', allowed: 6, found: 9 }],
    ['cost', costly, 'Cost 5100 is more than 5000', { limit: 'cost', allowed: 5000, found: 5100 }],
    [
      'aliases',
      `{ ${numbered(16, (index) => `a${index}: openAlertCount`)} }`,
      '16 aliases are more than 15',
      { limit: 'aliases', allowed: 15, found: 16 },
    ],
    [
      'directives',
      `{ openAlertCount ${'@include(if: true) '.repeat(51)} }`,
      '51 directives are more than 50',
      { limit: 'directives', allowed: 50, found: 51 },
    ],
    [
      'tokens',
      `{ ${'openAlertCount '.repeat(1000)} }`,
      expect.stringContaining('1000 tokens') as string,
      { limit: 'tokens', allowed: 1000 },
    ],
    [
      'what stands once',
      'mutation { a: leaveWaitlist(token: "a") b: leaveWaitlist(token: "b") }',
      '"leaveWaitlist" may be used only once in a document',
      { limit: 'once', allowed: 1 },
    ],
  ])('%s, over GraphQL and REST', async (_what, query, message, extensions) => {
    const overHttp = (await ask(query, { token: alice.token })).errors;
    const stream = await Stream.open(running, { query }, alice.token);
    await stream.until(({ isComplete }) => isComplete);
    const socket = await new Socket(running).signIn(alice.token);
    await socket.subscribe('1', query);
    await socket.until(() => socket.of('1').length > 0);
    socket.close();
    for (const errors of [overHttp, stream.results[0]?.errors, socket.of('1')[0]?.payload]) {
      expect(errors).toContainEqual(
        expect.objectContaining({ message, extensions: expect.objectContaining(extensions) as object }),
      );
    }
  });

  test('even if only the values of its variables exceed it', async () => {
    const query = `query($n: Int!) { ${numbered(15, (index) => `a${index}: devices(controllerId: "x", first: $n) { id name mac ${numbered(6, () => 'id')} }`)} }`;
    const wide = query.replaceAll('id name', `id name ${numbered(4, () => 'id')}`);
    const { errors } = await ask(wide, { token: alice.token, variables: { n: 200 } });
    expect(errors?.[0]).toMatchObject({
      message: expect.stringMatching(/^Cost \d+ is more than 5000$/) as string,
      extensions: { code: 'BAD_USER_INPUT', limit: 'cost' },
    });
    const few = await ask(wide, { token: alice.token, variables: { n: 1 } });
    expect(few.errors?.[0]?.message).toBe('Controller not found');
  });
});

describe('The weight of an operation', () => {
  const weightOf = (text: string, variables?: Record<string, unknown>) => {
    const document = parse(text);
    const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
    return measureWeight(document, operation as OperationDefinitionNode, variables);
  };

  test('is the same with fragments as without', () => {
    const plain = weightOf('{ me { id team { name ... @include(if: true) { id } } } }');
    expect(plain).toMatchObject({ depth: 3, cost: 11, aliases: 0, directives: 1 });
    const spread = weightOf(
      '{ ...A } fragment A on Query { me { id team { ...B } } } fragment B on Team { name ... @include(if: true) { id } }',
    );
    expect(spread).toEqual(plain);
  });

  test('grows with the requested rows, by value, by variable or by default', () => {
    const one = weightOf('{ users(first: 10) { id email } }').cost;
    const many = weightOf('{ users(first: 200) { id email } }').cost;
    expect(many).toBe(one * 20);
    expect(weightOf('query($n: Int) { users(first: $n) { id email } }', { n: 200 }).cost).toBe(many);
    expect(weightOf('query($n: Int = 200) { users(first: $n) { id email } }').cost).toBe(many);
    expect(weightOf('query($n: Int) { users(first: $n) { id email } }', { n: 'two hundred' }).cost).toBe(one);
  });

  test('costs nothing for what `@include` or `@skip` leaves out, by value, by variable or by default', () => {
    const costOf = (directive: string, variables?: object, declared = '($on: Boolean!)') =>
      weightOf(
        `query ${declared} { me { id } ...Page ${directive} } fragment Page on Query { users(first: 200) { id } }`,
        {
          ...variables,
        },
      ).cost;
    const [without, whole] = [weightOf('{ me { id } }').cost, costOf('')];
    expect(whole).toBeGreaterThan(without);
    const leftOut = [
      costOf('@include(if: false)'),
      costOf('@skip(if: true)'),
      costOf('@include(if: $on)', { on: false }),
      costOf('@skip(if: $on)', { on: true }),
      costOf('@include(if: $on)', {}, '($on: Boolean! = false)'),
    ];
    // Directives themselves have no cost.
    expect(leftOut).toEqual(leftOut.map(() => without));
    const kept = [
      costOf('@include(if: $on)', { on: true }),
      costOf('@skip(if: $on)', { on: false }),
      costOf('@include(if: $on)', { on: true }, '($on: Boolean! = false)'),
      costOf('@skip(if: $on)', { on: null }, '($on: Boolean = true)'),
      costOf('@include(if: $on)', { on: 'false' }),
      costOf('@include(if: $on)'),
    ];
    expect(kept).toEqual(kept.map(() => whole));
  });

  test('counts each introspection field, and doubles for each alias in it', () => {
    const tools = weightOf(getIntrospectionQuery());
    expect(tools).toMatchObject({ depth: 0, cost: 1000, aliases: 0, introspects: true });
    expect(weightOf('{ __schema { a: types { name @skip(if: false) } } }')).toMatchObject({
      cost: 2000,
      aliases: 1,
      directives: 1,
    });
    const everything = 'fragment T on __Schema { types { name fields { name } } }';
    const many = `{ ${numbered(90, (index) => `a${index}: __schema { ...T }`)} } ${everything}`;
    expect(weightOf(many)).toMatchObject({ cost: 90_000, aliases: 90 });
  });

  test('is computed quickly for a small document that expands to a huge one, and for a circular one', () => {
    const doubling = numbered(
      30,
      (level) => `fragment F${level} on Team { a: team { ...F${level + 1} } b: team { ...F${level + 1} } }`,
    );
    const started = performance.now();
    expect(weightOf(`{ me { ...F0 } } ${doubling} fragment F30 on Team { id }`).aliases).toBeGreaterThan(1e9);
    expect(weightOf('{ me { ...A } } fragment A on User { ...B } fragment B on User { ...A }').depth).toBe(1);
    expect(performance.now() - started).toBeLessThan(50);
  });

  test('is computed within milliseconds for hostile documents, without suggestions in the errors', () => {
    const documents = new DocumentCache(running.schema);
    const hostile = [
      `{ me { ${'team { '.repeat(150)} id ${'} '.repeat(150)} } }`,
      `mutation { ${numbered(70, (index) => `a${index}: signIn(input: { email: "a@b.test", password: "x" }) { token }`)} }`,
      `{ openAlertCount ${'@include(if: true) '.repeat(140)} }`,
      `{ ...A } ${numbered(100, (index) => `fragment A${index} on Query { ...A${(index + 1) % 100} }`)} fragment A on Query { ...A0 }`,
    ];
    hostile.forEach((query) => documents.read(query));
    for (const query of hostile) {
      const before = process.cpuUsage();
      expect(documents.read(`${query} # again`)).toHaveProperty('length');
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000).toBeLessThan(50);
    }
  });
});

describe('The schema', () => {
  test('is readable in production for signed-in people, and for no one else', async () => {
    const bob = await addCustomer(production, { firstName: 'Bob' });
    const told = await ask(getIntrospectionQuery(), { at: production, token: bob.token });
    expect(told.errors).toBeUndefined();
    for (const query of [
      getIntrospectionQuery(),
      '{ __type(name: "User") { name } }',
      '{ ...A } fragment A on Query { __schema { types { name } } }',
    ]) {
      const { data, errors } = await ask(query, { at: production });
      expect(data).toBeFalsy();
      expect(errors).toMatchObject([
        {
          message: 'Sign in or use an API token to read the schema',
          extensions: { code: 'UNAUTHENTICATED' },
        },
      ]);
    }
    const stream = await Stream.open(production, { query: '{ __schema { types { name } } }' });
    await stream.until(({ isComplete }) => isComplete);
    expect(stream.results).toMatchObject([{ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] }]);
  });

  test('is not suggested to anybody, in any mode or over any transport', async () => {
    for (const at of [running, production]) {
      const person = await addCustomer(at);
      for (const query of [
        '{ packagez { id } }',
        '{ packages { nam } }',
        'mutation { signOutt }',
        '{ devices(controllerID: "a") { id } }',
      ]) {
        const answers = [await ask(query, { at }), await ask(query, { at, token: person.token })];
        const stream = await Stream.open(at, { query });
        await stream.until(({ isComplete }) => isComplete);
        expect(JSON.stringify([...answers, stream.results])).not.toMatch(/did you mean/i);
      }
    }
  });

  test('lets no argument `first` ask for more than 200 rows', async () => {
    await running.app.orm.em.fork().nativeUpdate(User, { id: alice.userId }, { role: UserRole.super_admin });
    const lists = Object.values(running.schema.getQueryType()?.getFields() ?? {}).filter(({ args }) =>
      args.some(({ name }) => name === 'first'),
    );
    expect(lists.length).toBeGreaterThan(5);
    for (const { name, args, type } of lists) {
      const others = args.filter((arg) => isRequiredArgument(arg)).map((arg) => `${arg.name}: ${anyOf(arg)}`);
      const fields = isCompositeType(getNamedType(type)) ? '{ __typename }' : '';
      const query = `{ ${name}(${['first: 201', ...others].join(', ')}) ${fields} }`;
      const { errors } = await ask(query, { token: alice.token });
      expect([name, errors?.[0]?.extensions]).toMatchObject([
        name,
        { code: 'BAD_USER_INPUT', outcome: 'refused', fields: { first: expect.any(String) as string } },
      ]);
    }
  });
});

/** Any value that an argument takes. */
function anyOf({ type }: GraphQLArgument): string {
  const named = getNamedType(type);
  if (isInputObjectType(named)) return '{}';
  return isEnumType(named) ? named.getValues()[0]!.name : '"any"';
}
