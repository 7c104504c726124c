import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminCalls } from './contract.admin.ts';
import { siteCalls } from './contract.site.ts';
import { openWalk, type Walk } from './contract.walk.ts';
import { openWorld, type World } from './contract.world.ts';

let world: World;
let walk: Walk;
beforeAll(async () => {
  world = await openWorld();
  world.ids['bob'] = world.cast.bob.userId;
  walk = await openWalk(world);
});
afterAll(() => world.close());

describe('The documented administrator calls', () => {
  test.each([...adminCalls, ...siteCalls])('$by: $call', async (row) => {
    const { answer, wanted, flaws } = await walk(row);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual(wanted);
    expect(flaws).toEqual([]);
  });
});
