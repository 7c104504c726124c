import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smallOffice } from '#api/demo/unifi/network.ts';
import { Rounds } from '#tests/support/rounds.ts';
import { play, type Violation } from '#tests/support/scenario.ts';
import { combined } from './scenarios.combined.ts';
import { interrupted } from './scenarios.interrupted.ts';
import { counts, pages, vanished } from './scenarios.lists.ts';
import { moves } from './scenarios.moves.ts';
import { ordinary } from './scenarios.ordinary.ts';
import { pace } from './scenarios.pace.ts';
import { restarts, smaller } from './scenarios.restarts.ts';
import { changing } from './scenarios.rules.ts';
import { consoles, states } from './scenarios.states.ts';

const scenarios = [
  ...ordinary,
  ...states,
  ...consoles,
  ...vanished,
  ...counts,
  ...pages,
  ...restarts,
  ...smaller,
  ...combined,
  ...changing,
  ...interrupted,
  ...moves,
  ...pace,
];

let rounds: Rounds;
const found: (Violation & { title: string })[] = [];

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(async () => {
  await rounds.running.close();
  if (found.length === 0) return;
  const count = (wanted: Violation['kind']) => found.filter(({ kind }) => kind === wanted).length;
  const kinds = ['missed', 'false', 'stuck', 'lost', 'wrong'] as const;
  const lines = found.map(({ kind, title, says }) => `  ${kind}: ${title}: ${says}`);
  console.log([kinds.map((kind) => `${count(kind)} ${kind}`).join(', '), ...lines].join('\n'));
});

const items: Record<number, string> = {
  0: 'What has always worked',
  1: 'States in UniFi’s words (item 1)',
  3: 'Large accounts (item 3)',
  4: 'Quiet dates (item 4)',
  5: 'Devices that vanish or are removed (item 5)',
  6: 'Pages that fail (item 6)',
  7: 'A Network application that restarts (item 7)',
  8: 'States of consoles (item 8)',
  9: 'Smaller things (item 9)',
};

for (const [item, about] of Object.entries(items)) {
  describe(about, () => {
    test.each(scenarios.filter((one) => one.item === Number(item)))('$title', async (scenario) => {
      await using stack = new AsyncDisposableStack();
      stack.defer(() => rounds.end());
      const violations = await play(rounds, scenario);
      found.push(...violations.map((violation) => ({ ...violation, title: scenario.title })));
      expect(violations).toEqual([]);
    });
  });
}

test('A rule about CPU is accepted or refused the same before and after a console was probed', async () => {
  for (const connector of [true, false]) {
    await rounds.begin({ keys: [{ ...smallOffice, connector }] });
    const controllerId = await rounds.addController();
    const rule = { name: 'CPU', condition: 'high_cpu', duration: 1, controllerId };
    const before = await rounds.rest('POST /api/alert-rules', rule);
    await rounds.round(controllerId, 1);
    const after = await rounds.rest('POST /api/alert-rules', { ...rule, name: 'CPU again' });
    await rounds.end();
    expect(after.status, connector ? 'with the connector' : 'without it').toBe(before.status);
  }
});
