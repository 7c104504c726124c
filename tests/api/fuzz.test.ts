// Hostile values for every operation, of the REST table, of the OpenAPI document and of GraphQL, so a new one is
// included automatically. FUZZ_RUNS=200 sends that many requests to each; SEED=… repeats a run. `npm test` draws operations.
import fc from 'fast-check';
import type { GraphQLArgument } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startUnifi, type UnifiStandIn } from '#api/demo/unifi/unifi.ts';
import { makeNetwork } from '#api/demo/unifi/network.ts';
import { operationFor } from '#api/rest/operation.ts';
import { table } from '#api/rest/table.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast, type Visitor } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { bodyOf, hostile, known, pathOf, record, ways } from './fuzz.values.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 0x7fffffff);
const runs = Number(process.env['FUZZ_RUNS'] ?? 2);
const sampled = Boolean(process.env['SAMPLE']);
const patience = 120_000 + runs * 60_000;

/** Milliseconds that an answer may take. A slow one is asked for once more, because the machine may be busy. */
const slow = 3000;

let running: Running;
let unifi: UnifiStandIn;
let cast: Cast;

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
  known.splice(
    0,
    Infinity,
    alice.controllerId,
    ...[alice, bob, ada, grace].flatMap(({ userId, teamId, sessionId }) => [userId, teamId, sessionId]),
    '00000000-0000-4000-8000-000000000000',
  );
}

const people = ['alice', 'bob', 'ada', 'grace', 'vic'] as const;

/** Someone may have signed out, or have been suspended, removed or kept out. */
async function isIntact(): Promise<boolean> {
  const answers = await Promise.all(people.slice(0, 4).map((name) => rest(cast[name]).get('/api/auth/user')));
  const { alice } = cast;
  const devices = await rest(alice).get(`/api/controllers/${alice.controllerId}/devices`);
  return [...answers, devices].every(({ status }) => status === 200);
}

/** Those who may do most come most often. */
const person = fc.constantFrom(...people, ...(['alice', 'grace', 'alice', 'grace'] as const));

interface Sent {
  by: Visitor;
  path: string;
  method: string;
  body?: string;
  type?: string;
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
  'No REST call fails, leaks a stack trace or takes long, with any input from anyone',
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
  'No other call in the OpenAPI document fails either',
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
