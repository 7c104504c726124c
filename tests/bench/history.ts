import type { AlertServer } from './alert-list-server.ts';
import { startPart } from './live/part.ts';
import type { Figure } from './run.ts';
import { scratchDatabase } from './scratch-database.ts';

const alerts = 1_000_000;
const page = 50;
const calls = 41;

const document = `query($first: Int!, $after: ID) { alertHistory(first: $first, after: $after) { nextCursor nodes {
  id message severity deviceName timestamp type controllerId siteId } } }`;

/** The thousandth page of a long history against its first, by the clock: most of it is the database's. */
export async function history(): Promise<Figure> {
  await using database = await scratchDatabase();
  await using stack = new AsyncDisposableStack();
  const server = startPart<AlertServer>('../alert-list-server.ts');
  stack.defer(() => server.stop());
  const url = `${await server.ask('listen', { databaseUrl: database.url })}/graphql`;
  const { token } = await server.ask('addAlerts', { count: alerts, open: 50 });
  const last = await server.ask('alertAt', { offset: 999 * page - 1 });

  const took = async (after?: string) => {
    const began = performance.now();
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: document, variables: { first: page, after } }),
    });
    const { data } = (await answer.json()) as { data?: { alertHistory: { nodes: unknown[] } } };
    if (data?.alertHistory.nodes.length !== page) throw new Error('The page is not whole');
    return performance.now() - began;
  };
  const first: number[] = [];
  const thousandth: number[] = [];
  // In turns, so that whatever else the machine does comes to both.
  for (let call = -10; call < calls; call++) {
    const times = [await took(), await took(last)] as const;
    if (call >= 0) [first, thousandth].forEach((all, at) => all.push(times[at]!));
  }
  const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
  return {
    name: 'page 1,000 of a history of 1,000,000 alerts',
    yardstick: 'its first page',
    ours: median(thousandth),
    theirs: median(first),
    promised: 1.5,
  };
}
