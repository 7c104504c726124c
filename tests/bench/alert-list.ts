import type { AlertServer } from './alert-list-server.ts';
import { startPart } from './live/part.ts';
import type { PlainServer } from './plain-server.ts';
import type { Figure } from './run.ts';
import { scratchDatabase } from './scratch-database.ts';
import { serverTimes } from './server-time.ts';

/** The eight fields that a screen draws a row from. */
const document = `query($id: ID!) { currentAlerts(controllerId: $id) { cursor alerts {
  id message severity deviceName timestamp type controllerId siteId } } }`;

/**
 * The open alerts of a controller by GraphQL over HTTP, against a plain JSON server, both with the same rows in memory;
 * and then for someone who is signed in, from the database.
 */
export async function alertList(): Promise<Figure[]> {
  await using database = await scratchDatabase();
  await using stack = new AsyncDisposableStack();
  const ours = startPart<AlertServer>('../alert-list-server.ts');
  stack.defer(() => ours.stop());
  const plain = startPart<PlainServer>('../plain-server.ts');
  stack.defer(() => plain.stop());
  const url = `${await ours.ask('listen', { databaseUrl: database.url })}/graphql`;
  const plainUrl = await plain.ask('listen');

  const figures: Figure[] = [];
  for (const count of [50, 1000]) {
    const { controllerId, remembered, token } = await ours.ask('addAlerts', { count, open: count });
    const ask = async (address: string, id: string = remembered, headers = {}) => {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-encoding': 'identity', ...headers },
        body: JSON.stringify({ query: document, variables: { id } }),
      });
      return answer.text();
    };
    const signedIn = { authorization: `Bearer ${token}` };
    const rows = JSON.parse(await ask(url)) as { data?: { currentAlerts: { alerts: unknown[] } } };
    if (rows.data?.currentAlerts.alerts.length !== count) throw new Error('The list is not whole');
    await plain.ask('keep', { path: `/${count}`, rows });
    const path = `${plainUrl}/${count}`;
    const yardstick = 'node:http, the same rows in memory';
    const cpu = () => ours.ask('cpu');
    const [inMemory, fromDatabase, theirs] = await serverTimes([
      { cpu, call: () => ask(url) },
      { cpu, call: () => ask(url, controllerId, signedIn), calls: 20 },
      { cpu: () => plain.ask('cpu'), call: () => ask(path) },
    ]);
    figures.push(
      {
        name: `a list of ${count} alerts over HTTP`,
        yardstick,
        ours: inMemory!,
        theirs: theirs!,
        promised: 2.5,
      },
      { name: 'the same, signed in, from the database', yardstick, ours: fromDatabase!, theirs: theirs! },
    );
  }
  return figures;
}
