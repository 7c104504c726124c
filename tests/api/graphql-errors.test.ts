// How GraphQL fails while the database is away, and how its errors are counted.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '#api/observability/metrics.ts';
import { ownerUrl } from '#tests/support/database.ts';
import { addCustomer, startServer, type Customer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';

let running: Running;
let alice: Customer;

beforeAll(async () => {
  running = await startServer();
  alice = await addCustomer(running);
});
afterAll(() => running.close());

const invitation = '{ invitation(token: "none") { email } }';
const leave = 'mutation { leaveWaitlist(token: "none") { __typename } }';

function post(query: string, headers: Record<string, string> = {}, body: object = {}): Promise<Response> {
  return fetch(`${running.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, ...body }),
  });
}

describe('While the database is away', () => {
  let operator: pg.Client;
  const database = () => new URL(running.databaseUrl).pathname.slice(1);

  beforeAll(async () => {
    operator = new pg.Client(ownerUrl('postgres'));
    await operator.connect();
    // What comes again and again is answered on a way of its own.
    for (let time = 0; time < 5; time++) await post(invitation);
  });
  beforeEach(async () => {
    await operator.query(`alter database ${database()} allow_connections false`);
    await operator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      database(),
    ]);
  });
  afterEach(async () => {
    await operator.query(`alter database ${database()} allow_connections true`);
    await expect.poll(() => running.app.pubsub.ready(), { timeout: 10_000 }).toBe(true);
  });
  afterAll(() => operator.end());

  const types = ['application/json', 'application/graphql-response+json,application/json;q=0.9'];
  test.each([
    ['a query of a visitor that came often', invitation, false],
    ['one that comes for the first time', '{ again: invitation(token: "none") { email } }', false],
    ['a mutation of a visitor', leave, false],
    ['a query of somebody who is signed in', '{ me { id } }', true],
  ])('%s gets a 503 with Retry-After, whatever content type it accepts', async (_name, query, isSignedIn) => {
    for (const accept of types) {
      const begun = Date.now();
      const answer = await post(query, {
        accept,
        ...(isSignedIn && { authorization: `Bearer ${alice.token}` }),
      });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      expect(answer.headers.get('content-type')).toContain(accept.split(',')[0]);
      expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_READY' } }] });
      expect(Date.now() - begun).toBeLessThan(1500);
    }
  });

  test.each([
    ['a query', invitation, false],
    ['a subscription', 'subscription { openAlertCountChanged }', true],
  ])('%s as an event stream gets the same', async (_name, query, isSignedIn) => {
    const answer = await post(query, {
      accept: 'text/event-stream',
      ...(isSignedIn && { authorization: `Bearer ${alice.token}` }),
    });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_READY' } }] });
  });
});

describe('Errors are counted', () => {
  beforeEach(() => registry.getSingleMetric('graphql_errors_total')?.reset());

  async function counted(): Promise<Record<string, number>> {
    const shown = await (await fetch(`${running.url}/metrics`)).text();
    const lines = shown.matchAll(/^graphql_errors_total\{code="(\w+)",operation="([\w ]+)"\} (\d+)$/gm);
    return Object.fromEntries(
      [...lines].map(([, code, operation, count]) => [`${code} ${operation}`, Number(count)]),
    );
  }

  test('by code and root field, not by names that the caller chooses', async () => {
    for (let time = 0; time < 30; time++) {
      await post(`query Made${time} { up${time}: me { id } }`);
      await post(leave.replace('mutation', `mutation Up${time}`).replace('leave', `x${time}: leave`));
    }
    expect(await counted()).toEqual({
      'UNAUTHENTICATED query me': 30,
      'NOT_FOUND mutation leaveWaitlist': 30,
    });
  });

  test('under no operation where the request named no valid one', async () => {
    await post('{ thereIsNoSuchField }');
    await post('{ not graphql');
    await post(invitation, { authorization: `Bearer ${alice.token}` }, { operationName: 'Other' });
    expect(await counted()).toEqual({
      'GRAPHQL_VALIDATION_FAILED none': 1,
      'GRAPHQL_PARSE_FAILED none': 1,
      'OPERATION_RESOLUTION_FAILURE none': 1,
    });
  });

  test('under the one of several root fields that failed', async () => {
    await post(`query { contactDetails { __typename } mine: me { id } }`);
    expect(await counted()).toEqual({ 'UNAUTHENTICATED query me': 1 });
  });

  test('on sockets and streams as well', async () => {
    const missing = '00000000-0000-4000-8000-000000000000';
    const query = `subscription { controllerAlerts(controllerId: "${missing}") { cursor } }`;
    await post(query, { accept: 'text/event-stream', authorization: `Bearer ${alice.token}` });
    const socket = await new Socket(running).signIn(alice.token);
    await socket.subscribe('1', query);
    await socket.until(() => socket.of('1').length === 1);
    socket.close();
    const [[name, count] = []] = Object.entries(await counted());
    expect([name, count]).toEqual([expect.stringMatching(/^[A-Z_]+ /), 2]);
  });
});
