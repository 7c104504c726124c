import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Rounds } from '#tests/support/rounds.ts';
import { play, type Violation } from '#tests/support/scenario.ts';
import { consoles, ordinary, states } from './scenarios.states.ts';

const scenarios = [...ordinary, ...states, ...consoles];

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
  4: 'Quiet dates (item 4)',
  8: 'States of consoles (item 8)',
};

for (const [item, about] of Object.entries(items)) {
  describe(about, () => {
    for (const scenario of scenarios.filter((one) => one.item === Number(item))) {
      test(scenario.title, async () => {
        const violations = await play(rounds, scenario).finally(() => rounds.end());
        found.push(...violations.map((violation) => ({ ...violation, title: scenario.title })));
        expect(violations).toEqual([]);
      });
    }
  });
}
