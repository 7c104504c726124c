// Hostile values for every operation, of the REST table, of the OpenAPI document and of GraphQL, so a new one is
// included automatically. FUZZ_RUNS=200 sends that many requests to each; SEED=… repeats a run. `npm test` draws operations.
import fc from 'fast-check';
import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
} from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startUnifi, type UnifiStandIn } from '#api/demo/unifi/unifi.ts';
import { makeNetwork } from '#api/demo/unifi/network.ts';
import { operationFor } from '#api/rest/operation.ts';
import { table } from '#api/rest/table.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast, type Visitor } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 0x7fffffff);
const runs = Number(process.env['FUZZ_RUNS'] ?? 2);
const sampled = Boolean(process.env['SAMPLE']);
const patience = 120_000 + runs * 60_000;

/** Milliseconds that an answer may take. A slow one is asked for once more, because the machine may be busy. */
const slow = 3000;

let running: Running;
let unifi: UnifiStandIn;
let cast: Cast;
let known: string[];

beforeAll(async () => {
  const key = 'SG-fuzz-key-000001';
  unifi = await startUnifi({ network: makeNetwork({ now: () => Date.now(), keys: [{ value: key }] }) });
  running = await startServer({ config: { unifiApiUrl: unifi.url, logLevel: 'error' } });
  console.info(`Fuzzing with SEED=${seed} and ${runs} requests for each operation`);
});
afterAll(async () => {
  await running.close();
  await unifi.close();
});

async function begin(): Promise<void> {
  await emptyDatabase();
  cast = await enter(running);
  // Some changes need a password that was entered just now.
  await running.app.orm.em.fork().execute('update session set confirmed_at = now()', [], 'run');
  const { alice, bob, ada, grace } = cast;
  known = [
    alice.controllerId,
    ...[alice, bob, ada, grace].flatMap(({ userId, teamId, sessionId }) => [userId, teamId, sessionId]),
    '00000000-0000-4000-8000-000000000000',
  ];
}

const people = ['alice', 'bob', 'ada', 'grace', 'vic'] as const;

/** Somebody may have signed out, or have been suspended, removed or kept out. */
async function isIntact(): Promise<boolean> {
  const answers = await Promise.all(people.slice(0, 4).map((name) => rest(cast[name]).get('/api/auth/user')));
  const { alice } = cast;
  const devices = await rest(alice).get(`/api/controllers/${alice.controllerId}/devices`);
  return [...answers, devices].every(({ status }) => status === 200);
}

const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\uffff',
  '\u202e\u2066',
  '%',
  '%00',
  '\'; drop table "user"; --',
  '\\',
  '{{7*7}}${7*7}',
  '<svg onload=alert(1)>',
  '../../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-1',
  '0',
  '1e400',
  '9'.repeat(400),
  '9223372036854775808',
  '2147483648',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-02:00',
  '+275760-09-13T00:00:00.001Z',
  '2026-02-30T25:61:61Z',
  '2026-01-01',
  'Infinity',
  'é'.repeat(3000),
  'a'.repeat(100_000),
  '((((((((((a+)+)+)+)+)+)+)+)+)+)$'.repeat(20),
  'a@'.repeat(2000),
  'https://' + 'a.'.repeat(2000),
  'http://[::1',
  'http://127.0.0.1:1/',
  'https://user:pass@localhost/%00',
  'javascript:alert(1)',
  'data:text/html,x',
  '00000000-0000-4000-8000-00000000000',
  '00000000-0000-4000-8000-0000000000000',
  'zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz',
  '{00000000-0000-4000-8000-000000000000}',
  '0'.repeat(36),
  '- &a [*a, *a]\n'.repeat(50),
  '\n'.repeat(5000),
];

const deep = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner, _, at) => (at % 2 ? [inner] : { a: inner }), 1);

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      [],
      {},
      -1,
      0,
      1.5,
      -0.1,
      2 ** 31,
      -(2 ** 31) - 1,
      2 ** 53,
      1e308,
      -1e308,
      5e-324,
      [null],
      [[['x']]],
      ['a', 1, {}],
      Array.from({ length: 2000 }, (_, at) => at),
      JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {}}}'),
      { toString: 'x', valueOf: 1, length: -1 },
      deep(40),
      deep(3000),
    ),
  },
  { weight: 1, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

/** Values that are nearly of a type, by its name. */
const nearly: Record<string, unknown[]> = {
  DateTimeISO: [
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59-02:00',
    '9999-12-31T23:59:59Z',
    '2026-02-30T25:61:61Z',
    '2026-01-01',
  ],
  Int: [-1, 0, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 1.5, '1e3', '9'.repeat(30)],
  Float: [-1, -0, 1e308, 5e-324, 'NaN', '9'.repeat(400)],
  Decimal: [-1, '1e308', '0.001', '99999999999.99', 'NaN'],
  ID: ['x', '', '0', '9'.repeat(30), '\0', 'a'.repeat(3000), '00000000-0000-4000-8000-00000000000g'],
};

function hostileFor(type: GraphQLInputType): fc.Arbitrary<unknown> {
  const inner = getNullableType(type);
  const near = 'name' in inner ? nearly[inner.name] : undefined;
  return near ? fc.oneof(fc.constantFrom(...near), hostile) : hostile;
}

/** A value that the type takes, as a rule. */
function fitting(type: GraphQLInputType, depth = 0): fc.Arbitrary<unknown> {
  const inner = getNullableType(type);
  if (isListType(inner)) return fc.array(fitting(inner.ofType, depth + 1), { maxLength: 3 });
  if (isInputObjectType(inner)) return record(Object.values(inner.getFields()), depth);
  if (isEnumType(inner)) return fc.constantFrom(...inner.getValues().map(({ name }) => name));
  switch (inner.name) {
    case 'Boolean':
      return fc.boolean();
    case 'Int':
      return fc.integer({ min: 0, max: 100 });
    case 'Float':
    case 'Decimal':
      return fc.constantFrom(0, 1.5, 29.99);
    case 'DateTimeISO':
      return fc.constantFrom('2026-11-01T00:00:00Z', '2030-01-01T00:00:00Z');
    case 'ID':
      return fc.nat({ max: 100 }).map((at) => known[at % 2 ? 0 : at % known.length]);
    default:
      return fc.constantFrom<unknown>(
        'Some text',
        'someone@example.com',
        'https://example.com/x.png',
        '/a/path',
        'Europe/London',
        'GBP',
        '#336699',
        '08:00',
        'Correct-Horse-9!',
        '{{customer_name}}',
      );
  }
}

/** One or two values are hostile, as a rule: of several the first would be refused, and hide the others. */
function record(places: readonly (GraphQLArgument | GraphQLInputField)[], depth = 0): fc.Arbitrary<object> {
  if (places.length === 0) return fc.constant({});
  const fits = places.map((place) => {
    const isRequired = isNonNullType(place.type) && place.defaultValue === undefined;
    const absent = { weight: isRequired ? 1 : 20, arbitrary: fc.constant(undefined) };
    return [place.name, fc.oneof({ weight: 20, arbitrary: fitting(place.type, depth + 1) }, absent)] as const;
  });
  const change = fc
    .nat({ max: places.length - 1 })
    .chain((at) => hostileFor(places[at]!.type).map((value) => [places[at]!.name, value] as const));
  return fc
    .tuple(
      fc.record(Object.fromEntries(fits), { noNullPrototype: true }),
      fc.array(change, { minLength: depth === 0 ? 1 : 0, maxLength: depth === 0 ? 2 : 1 }),
    )
    .map(([fit, changes]) => ({ ...fit, ...Object.fromEntries(changes) }));
}

/** Those who may do most come most often. */
const person = fc.constantFrom(...people, ...(['alice', 'grace', 'alice', 'grace'] as const));

/** One part of a path or a query, whatever it is: as it is where it can be written, else as bytes that are no UTF-8. */
function written(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const short = text.slice(0, 3000);
  return short.isWellFormed() ? encodeURIComponent(short) : '%ED%A0%80';
}

function pathOf(url: string, values: Record<string, unknown>): string {
  const path = url.replace(/[:{](\w+)\}?/g, (_all, name: string) => written(values[name] ?? 'x') || 'x');
  const query = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || new RegExp(`[:{]${name}\\b`).test(url) ? [] : [`${name}=${written(value)}`],
  );
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

interface Sent {
  by: Visitor;
  path: string;
  method: string;
  body?: string;
  type?: string;
}

const ways = ['json', 'json', 'json', 'json', 'form', 'broken', 'text', 'list', 'deep'] as const;

function bodyOf(values: object, way: (typeof ways)[number]): Pick<Sent, 'body' | 'type'> {
  const json = JSON.stringify(values);
  const type = 'application/json';
  if (way === 'form') {
    const pairs = Object.entries(values).map(([name, value]) => `${name}=${written(value)}`);
    return { body: pairs.join('&'), type: 'application/x-www-form-urlencoded' };
  }
  if (way === 'broken') return { body: json.slice(0, -1), type };
  if (way === 'text') return { body: json, type: 'application/yaml' };
  if (way === 'list') return { body: `[${json}]`, type };
  if (way === 'deep') return { body: '['.repeat(20_000) + ']'.repeat(20_000), type };
  return { body: json, type };
}

/** Answers by status: a run in which few requests get past the first check proves little. */
const statuses = new Map<number, number>();

/** A document for a root field, also for one whose answer nests deeper than that of a REST call may. */
function documentFor(name: string, args: readonly GraphQLArgument[], kind: string): string {
  try {
    return operationFor(running.schema, name).document;
  } catch {
    const variables = args.map((one) => `$${one.name}: ${String(one.type)}`).join(', ');
    const given = args.map((one) => `${one.name}: $${one.name}`).join(', ');
    return `${kind}(${variables}) { ${name}(${given}) { __typename } }`;
  }
}

/** What is wrong with an answer; undefined where nothing is. */
async function flawOf({ by, path, method, body, type }: Sent, again = false): Promise<string | undefined> {
  const headers = type ? { 'content-type': type } : undefined;
  const began = performance.now();
  const answer = await rest(by).send(path, { method, body, headers });
  const took = performance.now() - began;
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  const errors = (answer.body as { errors?: { extensions?: { code?: string } }[] } | undefined)?.errors;
  const isInternal = errors?.some(({ extensions }) => extensions?.code === 'INTERNAL_SERVER_ERROR');
  // A service that can't be reached is not a failure of ours.
  const failed = (answer.status >= 500 && answer.status !== 502) || isInternal;
  const isTrace = /\n\s+at \S+|node_modules|\/api\/\S+\.ts\b|\bselect\b.+\bfrom\b/.test(
    answer.status < 400 ? '' : answer.text,
  );
  if (took > slow && !again) return flawOf({ by, path, method, body, type }, true);
  if (!failed && !isTrace && took <= slow) return undefined;
  const log = running.logged.splice(0).join('').slice(0, 1500);
  return `${answer.status} after ${Math.round(took)} ms: ${answer.text.slice(0, 300)} ${log}`;
}

interface Operation {
  name: string;
  changes: boolean;
  draw: fc.Arbitrary<() => Sent>;
}

/** Sends what is drawn, and collects what failed of all operations instead of ending at the first. */
async function fuzz(operations: Operation[]): Promise<void> {
  await begin();
  const failures: string[] = [];
  const length = sampled ? Math.ceil(Math.sqrt(operations.length)) : operations.length;
  const some = fc.subarray([...operations.entries()], { minLength: length, maxLength: length });
  for (const [at, { name, changes, draw }] of fc.sample(some, { seed, numRuns: 1 }).flat()) {
    running.logged.length = 0;
    for (const send of fc.sample(draw, { seed: seed + at, numRuns: runs })) {
      const sent = send();
      const flaw = await flawOf(sent).catch((error: unknown) => `no answer: ${String(error)}`);
      if (!flaw) continue;
      const { path, body = '' } = sent;
      failures.push(`${name} ${path.slice(0, 300)}\n  sent ${body.slice(0, 800)}\n  got ${flaw}`);
      break;
    }
    if (changes && !(await isIntact())) await begin();
  }
  console.info('Answers by status', Object.fromEntries(statuses));
  statuses.clear();
  expect(failures, `SEED=${seed}\n${failures.join('\n')}`).toEqual([]);
}

test(
  'No REST call fails, shows its code or takes long, whatever it is sent and by whom',
  async () => {
    await begin();
    const operations = Object.entries(table).map(([call, name]) => {
      const [method = '', url = ''] = call.split(' ');
      const { args } = operationFor(running.schema, name).field;
      const draw = fc.tuple(person, record(args), fc.constantFrom(...ways)).map(([by, values, way]) => () => {
        const { input, ...others } = values as Record<string, unknown>;
        if (method === 'GET') return { by: cast[by], path: pathOf(url, others), method };
        const inPath = Object.fromEntries(
          Object.entries(others).filter(([part]) => url.includes(`:${part}`)),
        );
        const body = typeof input === 'object' && input ? { ...others, ...input } : { ...others, input };
        return { by: cast[by], path: pathOf(url, inPath), method, ...bodyOf(body, way) };
      });
      return { name: call, changes: method !== 'GET', draw };
    });
    await fuzz(operations);
  },
  patience,
);

test(
  'No call that the OpenAPI document adds to the table fails either',
  async () => {
    await begin();
    const { paths } = (await rest(cast.vic).get('/api/openapi.json')).body as {
      paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
    };
    const rows = new Set(Object.keys(table).map((call) => call.replace(/:(\w+)/g, '{$1}')));
    const operations = Object.entries(paths).flatMap(([url, methods]) =>
      Object.entries(methods).flatMap(([small, { parameters = [] }]) => {
        const method = small.toUpperCase();
        if (rows.has(`${method} ${url}`)) return [];
        const names = parameters.map(({ name }) => name);
        const values = fc.record(Object.fromEntries(names.map((name) => [name, hostile])));
        const draw = fc
          .tuple(person, values, hostile, fc.constantFrom(...ways))
          .map(([by, given, body, way]) => () => ({
            by: cast[by],
            path: pathOf(url, given),
            method,
            ...(method !== 'GET' && bodyOf({ body }, way)),
          }));
        return [{ name: `${method} ${url}`, changes: method !== 'GET', draw }];
      }),
    );
    expect(operations).not.toEqual([]);
    await fuzz(operations);
  },
  patience,
);

test(
  'No GraphQL operation fails either',
  async () => {
    const { schema } = running;
    const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.values(type!.getFields()).map(({ name, args }) => ({ name, args, type: type!.name })),
    );
    await begin();
    const operations = roots
      .filter(({ args }) => args.length > 0)
      .map(({ name, args, type }) => {
        const document = documentFor(name, args, type.toLowerCase());
        const draw = fc.tuple(person, record(args)).map(([by, variables]) => () => ({
          by: cast[by],
          path: '/graphql',
          method: 'POST',
          body: JSON.stringify({ query: document, variables }),
          type: 'application/json',
        }));
        return { name, changes: type === 'Mutation', draw };
      });
    await fuzz(operations);
  },
  patience,
);
