import { raise } from '#tests/support/running.ts';
import { median } from './cpu-time.ts';
import { addTeam, setBareStage, setStage } from './live/stage.ts';
import type { Figure } from './run.ts';

const subscribers = 4000;

/** Events before it is measured, and those that are. */
const warmUp = 10;
const events = 30;

interface Cost {
  /** Milliseconds of the server's CPU time for an event. */
  cpu: number;
  /** Bytes of the server's memory for a subscription in which nothing happens. */
  memory: number;
}

/** An alert told to 4,000 subscriptions of one team, each on a WebSocket of its own, against the bare library sending the same bytes. */
export async function fanOut(): Promise<Figure[]> {
  const { cost: ours, bytes } = await measureProduct();
  const theirs = await measureBare(bytes);
  const yardstick = 'bare ws, same bytes';
  return [
    {
      name: `an alert told to ${subscribers} subscribers`,
      yardstick,
      ours: ours.cpu,
      theirs: theirs.cpu,
      promised: 1.2,
    },
    {
      name: 'an idle subscription',
      yardstick: 'an idle socket of bare ws',
      unit: 'KiB',
      ours: ours.memory / 1024,
      theirs: theirs.memory / 1024,
      promised: 1.5,
    },
  ];
}

async function measureProduct(): Promise<{ cost: Cost; bytes: string }> {
  await using stage = await setStage();
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
  const cpu = await eachCosts(product, async () => {
    await raise(writer, team.owner, 'AP Lobby at Head Office is offline since 14:02 UTC');
    await clients.ask('untilTold', (count += subscribers));
  });
  return { cost: { cpu, memory }, bytes: (await clients.ask('told')).last };
}

async function measureBare(bytes: string): Promise<Cost> {
  await using stage = await setBareStage();
  const { bare, clients, url } = stage;
  await clients.ask('open', { url, subscribers: Array.from({ length: 20 }, () => ({ after: 0 })) });
  const before = await bare.ask('memory');
  await clients.ask('open', {
    url,
    subscribers: Array.from({ length: subscribers - 20 }, () => ({ after: 0 })),
  });
  const memory = ((await bare.ask('memory')) - before) / (subscribers - 20);

  let count = 0;
  const cpu = await eachCosts(bare, async () => {
    await bare.ask('send', bytes);
    await clients.ask('untilTold', (count += subscribers));
  });
  return { cpu, memory };
}

/** Milliseconds of the server's CPU time for an event: the median. */
async function eachCosts(
  server: { ask(name: 'cpu'): Promise<number> },
  event: () => Promise<void>,
): Promise<number> {
  for (let n = 0; n < warmUp; n++) await event();
  const costs: number[] = [];
  for (let n = 0; n < events; n++) {
    const before = await server.ask('cpu');
    await event();
    costs.push((await server.ask('cpu')) - before);
  }
  return median(costs);
}
