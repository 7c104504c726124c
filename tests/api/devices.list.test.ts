// The list of a controller's devices, through the front door.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { as } from '#tests/support/as.ts';
import { Rounds } from '#tests/support/rounds.ts';

let rounds: Rounds;
let office: string;
const names = ['a', 'B', 'c', 'Ä', 'd', 'd', 'é 🏢', 'f'];

beforeAll(async () => {
  rounds = await Rounds.start();
  await rounds.begin({
    keys: [
      {
        value: 'office',
        consoles: [{ name: 'Office', devices: names.map((name) => ({ name, model: 'U6 Lite' })) }],
      },
    ],
  });
  office = await rounds.addController('office', 'Office');
  for (const name of ['f', 'B']) rounds.network.device(name).goOffline();
  await rounds.round(office, 0);
});
afterAll(async () => {
  await rounds.end();
  await rounds.running.close();
});

type Listed = { id: string; name: string; state: string };
const ask = (args: string) =>
  as(rounds.alice).ask(`{ devices(controllerId: "${office}"${args}) { id name state } }`);
const list = async (args = ''): Promise<Listed[]> => {
  const { data, errors } = await ask(args);
  expect(errors).toBeUndefined();
  return data!['devices'] as Listed[];
};

describe('The devices of a controller', () => {
  test('are sorted by name, or with offline ones first on request', async () => {
    const byName = await list();
    const states = (await list(', worstFirst: true')).map(({ state }) => state);
    expect(states.slice(0, 3)).toEqual(['offline', 'offline', 'online']);
    expect(states).toHaveLength(byName.length);
  });

  test.each(['', ', worstFirst: true'])('are paged, each once and in the same order%s', async (order) => {
    const whole = await list(order);
    const paged: Listed[] = [];
    for (let page = await list(`${order}, first: 2`); page.length > 0;) {
      paged.push(...page);
      page = await list(`${order}, first: 2, after: "${page.at(-1)!.id}"`);
    }
    expect(paged).toEqual(whole);
  });

  test.each(['', 'nobody', '019a0000-0000-7000-8000-000000000000'])(
    'can’t be continued after an unknown device: %j',
    async (after) => {
      const { errors } = await ask(`, after: "${after}"`);
      expect(errors?.map(({ message }) => message)).toEqual(after ? ['Device not found'] : undefined);
    },
  );
});
