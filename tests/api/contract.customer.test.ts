import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerCalls } from './contract.customer.ts';
import { openWorld, type World } from './contract.world.ts';
import { openWalk, type Walk } from './contract.walk.ts';

let world: World;
let walk: Walk;
beforeAll(async () => {
  world = await openWorld();
  walk = await openWalk(world);
});
afterAll(() => world.close());

describe('The documented customer calls', () => {
  test.each(customerCalls)('$by: $call', async (row) => {
    const { answer, wanted, flaws } = await walk(row);
    expect(answer.status, answer.text).toBe(row.status ?? 200);
    if (wanted !== undefined) expect(answer.body).toEqual(wanted);
    expect(flaws).toEqual([]);
  });
});
