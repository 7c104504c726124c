import type { AlertServer } from './alert-list-server.ts';
import type { HandWrittenServer } from './hand-written-server.ts';
import { startPart } from './live/part.ts';
import type { Figure } from './run.ts';
import { scratchDatabase } from './scratch-database.ts';
import { serverTimes } from './server-time.ts';

const alerts = `query($id: ID!) { currentAlerts(controllerId: $id) { cursor alerts {
  id message severity deviceName timestamp type controllerId siteId } } }`;

/**
 * Whole requests of someone who is signed in, from the database: GraphQL of the product against a hand-written Fastify server
 * with `pg`, which looks the session up in each request and selects the same rows.
 */
export async function signedIn(): Promise<Figure[]> {
  await using database = await scratchDatabase();
  await using stack = new AsyncDisposableStack();
  const ours = startPart<AlertServer>('../alert-list-server.ts');
  stack.defer(() => ours.stop());
  const theirs = startPart<HandWrittenServer>('../hand-written-server.ts');
  stack.defer(() => theirs.stop());
  const url = `${await ours.ask('listen', { databaseUrl: database.url })}/graphql`;
  const handWritten = await theirs.ask('listen', { databaseUrl: database.url });
  const { controllerId, token } = await ours.ask('addAlerts', { count: 50, open: 50 });
  const authorization = `Bearer ${token}`;

  const post =
    (query: string, variables = {}) =>
    async () => {
      const headers = { authorization, 'content-type': 'application/json', 'accept-encoding': 'identity' };
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query, variables }),
      });
      return answer.text();
    };
  const get = (path: string) => async () =>
    (await fetch(handWritten + path, { headers: { authorization } })).text();
  const list = post(alerts, { id: controllerId });
  const read = JSON.parse(await list()) as { data?: { currentAlerts: { alerts: unknown[] } } };
  const hand = JSON.parse(await get(`/alerts/${controllerId}`)()) as unknown[];
  if (read.data?.currentAlerts.alerts.length !== 50 || hand.length !== 50)
    throw new Error('A list is not whole');

  const [empty, rows, emptyByHand, rowsByHand] = await serverTimes([
    { cpu: () => ours.ask('cpu'), call: post('{ __typename }') },
    { cpu: () => ours.ask('cpu'), call: list },
    { cpu: () => theirs.ask('cpu'), call: get('/empty') },
    { cpu: () => theirs.ask('cpu'), call: get(`/alerts/${controllerId}`) },
  ]);
  const yardstick = 'Fastify and pg, by hand';
  return [
    { name: 'an empty query, signed in', yardstick, ours: empty!, theirs: emptyByHand! },
    {
      name: '50 alerts from the database, signed in',
      yardstick,
      ours: rows!,
      theirs: rowsByHand!,
      promised: 3,
    },
  ];
}
