import { setTimeout as sleep } from 'node:timers/promises';
import { raise } from '#tests/support/running.ts';
import type { Subscriber } from './live/clients.ts';
import { startPart } from './live/part.ts';
import type { Bare } from './live/bare.ts';
import type { Product } from './live/product.ts';
import { addTeam, setBareStage, setStage } from './live/stage.ts';
import type { Figure } from './run.ts';

const subscribers = 4000;

/** Alerts before the server ends, and while it is away. */
const before = 3;
const meanwhile = 5;

/** Milliseconds from an answer over HTTP to the next question: someone who works meanwhile, and no load of its own. */
const betweenRequests = 100;

const alert = 'AP Lobby at Head Office is offline since 14:02 UTC';

/** The server ends and comes again: until all 4,000 have everything they missed, against bare sockets that only connect. */
export async function restart(): Promise<Figure[]> {
  const { took, lag, http } = await restartProduct();
  const theirs = await restartBare();
  const name = (what: string) => `${subscribers} come back after a restart: ${what}`;
  const limit = (what: string, yardstick: string, ours: number, most: number) => ({
    name: name(what),
    yardstick,
    ours,
    theirs: most,
    promised: 1,
  });
  return [
    { name: name('all caught up'), yardstick: 'bare ws clients connect', ours: took, theirs, promised: 3 },
    limit('all caught up', 'the limit of 10 s', took, 10_000),
    limit('event loop late, p99', 'the limit of 200 ms', lag, 200),
    limit('an HTTP request, p99', 'the limit of 1 s', http, 1000),
  ];
}

async function restartProduct() {
  await using stage = await setStage();
  const { writer, clients, url, port, databaseUrl } = stage;
  const { owner, subscribers: all } = await addTeam(stage, subscribers);
  await clients.ask('open', { url, subscribers: all });
  const tell = (count: number) => raise(writer, owner, ...Array.from({ length: count }, () => alert));
  await tell(before);
  await clients.ask('untilTold', before * subscribers);

  await stage.product.stop();
  await tell(meanwhile);
  stage.product = startPart<Product>('product.ts');
  await stage.product.ask('listen', { databaseUrl, port });
  await stage.product.ask('lag');
  const asking = askOver(`http://127.0.0.1:${port}/graphql`, owner.token);
  const took = await clients.ask('comeBack', { cursor: before + meanwhile });
  const http = await asking.stop();
  const lag = await stage.product.ask('lag');
  // Live again, and nothing twice: each looks at the numbers of what it is told.
  await tell(1);
  await clients.ask('untilTold', (before + meanwhile + 1) * subscribers);
  return { took, lag, http };
}

async function restartBare(): Promise<number> {
  await using stage = await setBareStage();
  const { clients, url } = stage;
  const all: Subscriber[] = Array.from({ length: subscribers }, () => ({ after: 0 }));
  await clients.ask('open', { url, subscribers: all });
  await stage.bare.stop();
  stage.bare = startPart<Bare>('bare.ts');
  await stage.bare.ask('listen', { port: Number(new URL(url).port) });
  // Awaited here: the stage is taken down with the return.
  return await clients.ask('comeBack', {});
}

/** Asks over HTTP, one request after another, until it is stopped: the 99th percentile in milliseconds. */
function askOver(url: string, token: string): { stop(): Promise<number> } {
  const end = new AbortController();
  const took: number[] = [];
  const asked = (async () => {
    while (!end.signal.aborted) {
      const began = performance.now();
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query: '{ openAlertCount }' }),
      });
      const { data } = (await answer.json()) as { data?: { openAlertCount: number } };
      if (data?.openAlertCount === undefined) throw new Error('An HTTP request failed meanwhile');
      took.push(performance.now() - began);
      await sleep(betweenRequests);
    }
  })();
  return {
    async stop() {
      end.abort();
      await asked;
      return took.toSorted((a, b) => a - b)[Math.ceil(took.length * 0.99) - 1]!;
    },
  };
}
