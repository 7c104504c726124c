import { raise } from '#tests/support/running.ts';
import { median } from './cpu-time.ts';
import { addTeam, setBareStage, setStage, type Stage } from './live/stage.ts';
import type { Figure } from './run.ts';

const subscribers = 4000;

/** Events before it is measured, and those that are. */
const warmUp = 10;
const events = 30;

/** A server that has told everyone of one event more. */
interface Side {
  server: { ask(name: 'cpu'): Promise<number> };
  tell(): Promise<void>;
}

/** An alert told to 4,000 subscriptions of one team, each on a WebSocket of its own, against the bare library sending the same bytes. */
export async function fanOut(): Promise<Figure[]> {
  await using stage = await setStage();
  const product = await openProduct(stage);
  await using bareStage = await setBareStage();
  const bare = await openBare(bareStage, stage);
  const [ours, theirs] = await eachCosts(product, bare);
  return [
    {
      name: `an alert told to ${subscribers} subscribers`,
      yardstick: 'bare ws, same bytes',
      ours,
      theirs,
      promised: 1.2,
    },
    {
      name: 'an idle subscription',
      yardstick: 'an idle socket of bare ws',
      unit: 'KiB',
      ours: product.memory / 1024,
      theirs: bare.memory / 1024,
      promised: 1.5,
    },
  ];
}

/** With what a subscription in which nothing happens keeps, in bytes. */
async function openProduct(stage: Stage): Promise<Side & { memory: number }> {
  const { writer, product, clients, url } = stage;
  const team = await addTeam(stage, subscribers);
  const first = await addTeam(stage, 20);
  // What is loaded with the first of all is not what a subscription costs.
  await clients.ask('open', { url, subscribers: first.subscribers });
  await raise(writer, first.owner, 'Warm up');
  await clients.ask('untilTold', 20);
  const before = await product.ask('memory');
  await clients.ask('open', { url, subscribers: team.subscribers });
  const memory = ((await product.ask('memory')) - before) / subscribers;

  let { count } = await clients.ask('told');
  const tell = async () => {
    await raise(writer, team.owner, 'AP Lobby at Head Office is offline since 14:02 UTC');
    await clients.ask('untilTold', (count += subscribers));
  };
  return { server: product, memory, tell };
}

/** It sends what the clients of the product were told last. */
async function openBare(
  { bare, clients, url }: Awaited<ReturnType<typeof setBareStage>>,
  ours: Stage,
): Promise<Side & { memory: number }> {
  const strangers = (count: number) => Array.from({ length: count }, () => ({ after: 0 }));
  await clients.ask('open', { url, subscribers: strangers(20) });
  const before = await bare.ask('memory');
  await clients.ask('open', { url, subscribers: strangers(subscribers - 20) });
  const memory = ((await bare.ask('memory')) - before) / (subscribers - 20);

  let count = 0;
  const tell = async () => {
    await bare.ask('send', (await ours.clients.ask('told')).last);
    await clients.ask('untilTold', (count += subscribers));
  };
  return { server: bare, memory, tell };
}

/**
 * Milliseconds of each server's CPU time for an event: the medians. They take turns, so that a machine that is slower for
 * a while is so for both.
 */
async function eachCosts(...sides: [Side, Side]): Promise<[number, number]> {
  const costs: [number[], number[]] = [[], []];
  for (let n = 0; n < warmUp + events; n++)
    for (const [place, { server, tell }] of sides.entries()) {
      const before = await server.ask('cpu');
      await tell();
      if (n >= warmUp) costs[place]!.push((await server.ask('cpu')) - before);
    }
  return [median(costs[0]), median(costs[1])];
}
