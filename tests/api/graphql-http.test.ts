import { gzipSync } from 'node:zlib';
import { auditServer } from 'graphql-http';
import { getIntrospectionQuery, type GraphQLSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCustomer, startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let production: Running;
let resolved = 0;

const counted = (schema: GraphQLSchema) => {
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const { resolve } = field;
      field.resolve = (...args) => {
        resolved += 1;
        return resolve?.(...args) as unknown;
      };
    }
  }
};

beforeAll(async () => {
  running = await startServer({ schema: counted });
  production = await startServer({ schema: counted, config: { production: true } });
});
afterAll(async () => {
  await running.close();
  await production.close();
});

interface Answer {
  status: number;
  text: string;
  body: { data?: unknown; errors?: { message: string; extensions: { code: string } }[] };
}

async function post(body: unknown, headers: Record<string, string> = {}, { url } = running): Promise<Answer> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as Answer['body'] };
}

const firstCode = ({ body }: Answer) => body.errors?.[0]?.extensions.code;

describe('GraphQL over HTTP', () => {
  test('conforms to the specification, except for what CSRF protection refuses', async () => {
    // The audit asks for the schema, which in production is told to nobody who is not signed in.
    const { token } = await addCustomer(production);
    const signedIn = (address: string, init: RequestInit = {}) =>
      fetch(address, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } });
    for (const [{ url }, fetchFn] of [
      [running, fetch],
      [production, signedIn],
    ] as const) {
      const results = await auditServer({ url: `${url}/graphql`, fetchFn });
      const missed = results.filter(({ status }) => status !== 'ok');
      // GET without a header that needs a preflight: MAY in the specification.
      expect(missed.map(({ id, status }) => `${id} ${status}`)).toEqual([
        '5A70 notice',
        'D6D5 notice',
        '6A70 notice',
      ]);
      expect(results.length).toBeGreaterThan(55);
    }
  });

  test('runs nothing for a form, plain text or a bare GET from another site', async () => {
    resolved = 0;
    const query = 'mutation { signOut }';
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data; boundary=x',
    ]) {
      const { status } = await post(`{"query":"${query}"}`, { 'content-type': type });
      expect([400, 415]).toContain(status);
    }
    const get = await fetch(`${running.url}/graphql?query={packages{id}}`);
    expect(get.status).toBe(400);
    expect(resolved).toBe(0);
  });

  test('refuses what a page of another origin sends', async () => {
    const answer = await post({ query: '{ packages { id } }' }, { origin: 'https://evil.test' });
    expect(answer).toMatchObject({
      status: 403,
      body: { errors: [{ extensions: { code: 'UNAUTHORIZED' } }] },
    });
    expect((await post({ query: '{ packages { id } }' }, { origin: running.url })).status).toBe(200);
  });

  test('says where subscriptions are served', async () => {
    const answer = await post({ query: 'subscription { openAlertCountChanged }' });
    expect(answer.body.errors?.[0]).toMatchObject({
      message: 'Subscriptions need a WebSocket, or a request that accepts text/event-stream',
      extensions: { code: 'BAD_REQUEST' },
    });
  });

  test('rejects batches', async () => {
    resolved = 0;
    const { status } = await post([{ query: '{ packages { id } }' }, { query: '{ packages { id } }' }]);
    expect(status).toBe(400);
    expect(resolved).toBe(0);
  });

  test('responds as the person whose token is sent', async () => {
    const alice = await addCustomer(running);
    const query = { query: '{ me { id team { id } } }' };
    expect((await post(query, { authorization: `Bearer ${alice.token}` })).body).toEqual({
      data: { me: { id: alice.userId, team: { id: alice.teamId } } },
    });
    expect(firstCode(await post(query))).toBe('UNAUTHENTICATED');
    expect(firstCode(await post(query, { authorization: 'Bearer nonsense' }))).toBe('UNAUTHENTICATED');
    expect(firstCode(await post(query, { authorization: `Basic ${alice.token}` }))).toBe('UNAUTHENTICATED');
  });
});

describe('An excessive document runs nothing:', () => {
  const signIn = (name: string) =>
    `${name}: signIn(input: { email: "a@b.test", password: "guess" }) { token }`;
  const numbered = (count: number, make: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => make(index)).join(' ');

  test.each([
    ['depth', `{ me { ${'team { '.repeat(8)} id ${'} '.repeat(8)} } }`],
    [
      'depth in fragments',
      `{ me { ...A } } fragment A on User { team { ...B } } fragment B on Team { ${'id { '.repeat(6)} id ${'} '.repeat(6)} }`,
    ],
    ['aliases', `{ ${numbered(16, (index) => `a${index}: openAlertCount`)} }`],
    ['directives', `{ packages { id ${'@include(if: true) '.repeat(51)} } }`],
    ['tokens', `{ packages { ${'id '.repeat(1000)} } }`],
    ['sign-ins in one document', `mutation { ${signIn('a')} ${signIn('b')} }`],
    [
      'sign-ins in fragments',
      `mutation { ...A ...B } fragment A on Mutation { ${signIn('a')} } fragment B on Mutation { ${signIn('b')} }`,
    ],
    ['a thousand sign-ins', `mutation { ${numbered(1000, (index) => signIn(`a${index}`))} }`],
    [
      'fragments in a circle',
      '{ packages { ...A } } fragment A on Package { ...B } fragment B on Package { ...A }',
    ],
    [
      'introspection in circles',
      `{ __schema { types { ${'fields { type { '.repeat(6)} name ${'} } '.repeat(6)} } } }`,
    ],
  ])('%s', async (_what, query) => {
    resolved = 0;
    const answer = await post({ query });
    expect(answer.body.data).toBeUndefined();
    expect(firstCode(answer)).toMatch(/^GRAPHQL_(PARSE|VALIDATION)_FAILED$|^BAD_USER_INPUT$/);
    expect(resolved).toBe(0);
  });

  test('a body over 100 KB gets a 413', async () => {
    const answer = await post({ query: '{ packages { id } }', padding: 'secret'.repeat(20_000) });
    expect(answer).toMatchObject({
      status: 413,
      body: { errors: [{ message: 'The request is too large' }] },
    });
    expect(answer.text).not.toContain('secret');
  });

  test.each(['/graphql', '/api/configuration/preview'])(
    'a compressed body is measured after it is decompressed, at %s',
    async (path) => {
      const send = (padding: string) =>
        fetch(running.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
          body: gzipSync(JSON.stringify({ query: '{ packages { id } }', padding })),
        });
      const [small, large] = [await send('x'.repeat(50_000)), await send('x'.repeat(200_000))];
      expect(small.status).toBe(path === '/graphql' ? 200 : 401);
      expect(large.status).toBe(413);
    },
  );
});

describe('In production', () => {
  test('neither introspection nor a misspelled name reveals the schema', async () => {
    const introspection = await post({ query: getIntrospectionQuery() }, {}, production);
    expect(introspection.body.data).toBeUndefined();
    expect(introspection.status).toBe(200);
    const misspelt = await post({ query: '{ packagez { id } }' }, {}, production);
    expect(misspelt.text).not.toContain('packages');
  });
});

test('The explorer and its introspection work in development', async () => {
  expect((await post({ query: getIntrospectionQuery() })).body.errors).toBeUndefined();
});

describe('No response and no log line', () => {
  const secret = 'Hunter-2222-Hunter';
  const query = 'mutation($input: SignInInput!) { signIn(input: $input) { token } }';

  test.each([
    ['a rule broken', { query, variables: { input: { email: secret, password: secret } } }],
    ['a wrong type', { query, variables: { input: { email: [secret], password: { secret } } } }],
    [
      'an unknown key',
      { query, variables: { input: { email: 'a@b.test', password: secret, hint: secret } } },
    ],
    ['a wrong password', { query, variables: { input: { email: 'a@b.test', password: secret } } }],
    ['a text for the variables', { query, variables: secret }],
    ['a body that is cut off', `{"query": "${query}", "variables": {"input": {"password": "${secret}"`],
  ])('repeats what was submitted: %s', async (_what, body) => {
    running.logged.length = 0;
    const answer = await post(body, { authorization: `Bearer ${secret}`, cookie: `token=${secret}` });
    expect(answer.body.errors?.[0]?.message).toBeTruthy();
    expect(answer.text).not.toContain(secret);
    expect(running.logged.join('')).not.toContain(secret);
    expect(running.logged.join('')).toContain('/graphql');
  });
});
