// Each line of `api/wiring/` is needed: without it, one of these tests fails.
import { globSync, readFileSync } from 'node:fs';
import { buildSchema as parse, type GraphQLObjectType } from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entities } from '#api/wiring/entities.ts';
import { jobs } from '#api/wiring/jobs.ts';
import { liveFields } from '#api/wiring/live-fields.ts';
import { resolvers } from '#api/wiring/resolvers.ts';
import { Socket } from '#tests/support/socket.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;

beforeAll(async () => {
  running = await startServer();
});

afterAll(() => running.close());

const schema = parse(readFileSync('schema.graphql', 'utf8'));
const fieldsOf = (type: GraphQLObjectType | null | undefined) => Object.keys(type?.getFields() ?? {}).sort();

test('Every table of the database has its class', async () => {
  const em = running.app.orm.em.fork();
  const tables = await em.execute<{ name: string }[]>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'mikro_orm%'`,
  );
  const known = entities.map(({ name }) => em.getMetadata().getByClassName(name).tableName);
  const withoutClass = tables.map(({ name }) => name).filter((name) => !known.includes(name));
  expect(withoutClass).toEqual([]);
  expect(new Set(known).size).toBe(entities.length);
});

test.each([
  ['Query', schema.getQueryType(), 'queries'],
  ['Mutation', schema.getMutationType(), 'mutations'],
  ['Subscription', schema.getSubscriptionType(), 'subscriptions'],
] as const)('Every field of %s has its resolver', (_, type, kind) => {
  const listed = new Set<unknown>(resolvers);
  const names = getMetadataStorage()[kind].flatMap(({ target, schemaName }) =>
    listed.has(target) ? [schemaName] : [],
  );
  expect(names.sort()).toEqual(fieldsOf(type));
});

test('Every resolver adds a field', () => {
  const { queries, mutations, subscriptions, fieldResolvers } = getMetadataStorage();
  const used = new Set<unknown>(
    [queries, mutations, subscriptions, fieldResolvers].flat().map(({ target }) => target),
  );
  expect(resolvers.filter((resolver) => !used.has(resolver))).toEqual([]);
});

test('Every subscription says which events it sends', () => {
  expect(Object.keys(liveFields).sort()).toEqual(fieldsOf(schema.getSubscriptionType()));
});

test('Jobs without a payload run by the clock, and no others', () => {
  const contracts = readFileSync('api/jobs/contracts.ts', 'utf8');
  const withoutPayload = [...contracts.matchAll(/^ {2}'([\w-]+)': Nothing;/gm)].map(([, name]) => name);
  const byTheClock = Object.entries(jobs).flatMap(([name, { cron }]) => (cron ? [name] : []));
  expect(byTheClock.sort()).toEqual(withoutPayload.sort());
  expect(byTheClock.length).toBeGreaterThan(15);
});

test('Every extension point is connected', () => {
  const declared = globSync('api/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^export const (\w+) = new ExtensionPoint\b/gm)].map(
      ([, name]) => name,
    ),
  );
  const text = readFileSync('api/wiring/reactions.ts', 'utf8');
  const connected = [...text.matchAll(/^ {2}(\w+)\.connect\(/gm)].map(([, name]) => name);
  expect(declared.length).toBeGreaterThan(0);
  expect(connected.sort()).toEqual(declared.sort());
});

describe('Every route exists:', () => {
  /** An address of each function that `wiring/routes.ts` calls. */
  const addresses: Record<string, [method: 'GET' | 'POST', url: string]> = {
    registerHealth: ['GET', '/readyz'],
    registerGraphql: ['POST', '/graphql'],
    registerExplorer: ['GET', '/graphql/explorer/*'],
    registerSchemaFile: ['GET', '/schema.graphql'],
    registerRest: ['GET', '/api/packages'],
    registerDocs: ['GET', '/api/docs'],
    registerBilling: ['POST', '/api/stripe/webhook'],
    registerInvoices: ['GET', '/api/invoices/download'],
    registerReports: ['GET', '/api/reports/:month/pdf'],
    registerPush: ['POST', '/hooks/unifi/:token'],
    registerUnsubscribe: ['POST', '/hooks/unsubscribe/:token'],
    registerLeaveWaitlist: ['POST', '/hooks/unsubscribe/waitlist/:token'],
    registerMailbox: ['GET', '/dev/mailbox'],
    registerUploads: ['GET', '/uploads/:file'],
    registerManifest: ['GET', '/manifest.webmanifest'],
    registerSeo: ['GET', '/robots.txt'],
    'fastify.get': ['GET', '/api/login'],
  };
  /** Functions that add hooks instead of addresses, with the test that fails without them. */
  const proven = {
    openSite: 'site.test.ts',
    keepAppAway: 'site.origins.test.ts',
    registerWeb: 'server.test.ts',
  };

  test('each is listed here', () => {
    const text = readFileSync('api/wiring/routes.ts', 'utf8');
    const called = [...text.matchAll(/\b(register\w+|open\w+|keepAppAway|fastify\.get)\(/g)].map(
      ([, name]) => name,
    );
    const named = [...Object.keys(addresses), ...Object.keys(proven), 'openSockets', 'openHttpServer'];
    expect([...new Set(called)].sort()).toEqual(named.sort());
  });

  test.each(Object.entries(addresses))('%s', (_, [method, url]) => {
    expect(running.server.hasRoute({ method, url })).toBe(true);
  });

  test('openSockets', async () => {
    const socket = await new Socket(running).opened();
    socket.raw.terminate();
    expect((await socket.closed).code).toBe(1006);
  });
});
