import { raise, type Customer } from '#tests/support/running.ts';
import { median } from './cpu-time.ts';
import { addTeam, setStage } from './live/stage.ts';
import type { Figure } from './run.ts';

const socketsOfTeam = 10;
const [few, many] = [40, 400];

/** Events of a batch, spread over teams, and batches that are measured after one to warm up. */
const events = 40;
const batches = 7;

/** An event for the 10 sockets of one team: what it costs among 4,000 sockets of 400 teams, against 400 of 40. */
export async function isolation(): Promise<Figure> {
  await using stage = await setStage();
  const { writer, product, clients, url } = stage;
  const owners: Customer[] = [];
  let count = 0;

  const grow = async (teams: number) => {
    while (owners.length < teams) {
      const { owner, subscribers } = await addTeam(stage, socketsOfTeam);
      await clients.ask('open', { url, subscribers });
      owners.push(owner);
    }
  };
  const batch = async () => {
    const before = await product.ask('cpu');
    for (let n = 0; n < events; n++) {
      await raise(writer, owners[(n * 7) % owners.length]!, 'AP Lobby is offline since 14:02 UTC');
      await clients.ask('untilTold', (count += socketsOfTeam));
    }
    return ((await product.ask('cpu')) - before) / events;
  };
  const measure = async () => {
    const costs: number[] = [];
    for (let n = 0; n <= batches; n++) costs.push(await batch());
    return median(costs.slice(1));
  };

  await grow(few);
  // As often as the larger: the second of two would run on code that is optimised.
  await measure();
  const theirs = await measure();
  await grow(many);
  const ours = await measure();
  return {
    name: `an event for ${socketsOfTeam} sockets among ${many * socketsOfTeam} of ${many} teams`,
    yardstick: `the same among ${few * socketsOfTeam} of ${few}`,
    ours,
    theirs,
    promised: 1.2,
  };
}
