import { describe, expect, it } from 'vitest';
import { readController } from '#api/features/unifi/unifi.client.ts';
import { UnifiError } from '#api/features/unifi/errors.ts';
import { backOffMs } from '#api/features/unifi/cursor.ts';
import type { Answer } from './unifi.answers.ts';
import { CAN, HOST, NONE, NOW, cloudError, cloudPage, except, hosts, serve } from './unifi.answers.ts';
import { cursorWith, fleetOf, listing, macOf, rounds } from './unifi.rounds.ts';

const wants = { ...NONE, statistics: true };
const fleet = fleetOf(120);
const manyDevices = listing(fleet);
const refusing =
  (status: number, headers = {}): Answer =>
  ({ pathname }) =>
    pathname.includes('connector') ? cloudError(status, 'x', 'no', headers) : undefined;

describe('the call budget of a console', () => {
  it('limits each round and minute to ninety calls, and reserves some for the lists', async () => {
    await using on = await rounds(manyDevices);
    const first = await on.next(0);
    const early = await on.next(30);
    expect(first.calls).toBe(82);
    expect(first.calls + early.calls).toBeLessThanOrEqual(90);
    expect(early.measured).toEqual([macOf(1)]);
    expect(early.found?.devices.every((one) => one.state !== 'unknown' || !one.adopted)).toBe(true);
    expect((await on.next(60)).calls).toBeGreaterThan(70);
  });

  it('covers every device over several rounds, and leaves those not read unknown', async () => {
    await using on = await rounds(manyDevices);
    const first = await on.next(0);
    const second = await on.next(61);
    expect(first.measured).toHaveLength(80);
    expect(second.measured).toHaveLength(80);
    expect(new Set([...first.measured, ...second.measured]).size).toBe(120);
    expect(first.found?.devices.length).toBeGreaterThanOrEqual(120);
  });

  it('ends a round early rather than being exceeded', async () => {
    await using on = await rounds(() => undefined, { wants: { ...wants, clients: true } });
    on.cursor = cursorWith({ calls: Array<number>(88).fill(NOW.getTime() - 1000) });
    const { calls, found } = await on.next(0);
    expect(calls).toBe(1);
    expect(found?.problem).toEqual({ code: 'call_budget' });
    expect(found?.devices[1]).toMatchObject({ state: 'online', deferred: 'call_budget' });
    expect(on.cursor.consoles[0]).toMatchObject({ failures: 0 });
  });

  it('is not spent on devices that are down', async () => {
    const down = fleet.map((one, index) => (index < 110 ? { ...one, state: 'OFFLINE' } : one));
    await using on = await rounds(listing(down));
    expect((await on.next(0)).measured).toHaveLength(10);
  });
});

describe('a console that asks us to wait', () => {
  it('is not called for that time, and its reason stays on screen', async () => {
    await using on = await rounds(refusing(429, { 'Retry-After': '300' }));
    expect((await on.next(0)).calls).toBe(1);
    const waiting = await on.next(299);
    expect(waiting.calls).toBe(0);
    expect(waiting.found?.problem).toEqual({ code: 'rate_limited' });
    expect((await on.next(2)).calls).toBe(1);
  });

  it('is called once a minute while it fails fast, and ever more rarely while it times out', async () => {
    const callsWith = async (status: number) => {
      await using on = await rounds(refusing(status));
      const calls: number[] = [];
      for (let round = 0; round < 8; round++) calls.push((await on.next(60)).calls);
      return calls;
    };
    expect(await callsWith(500)).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
    expect(await callsWith(408)).toEqual([1, 1, 1, 1, 1, 0, 1, 0]);
    const longest = (code: 'server_error' | 'console_timeout') =>
      [1, 2, 3, 10, 1000].map((failures) => backOffMs(failures, new UnifiError(code), 0));
    expect(longest('server_error')).toEqual([5e3, 1e4, 2e4, 3e4, 3e4]);
    expect(longest('console_timeout')).toEqual([5e3, 1e4, 2e4, 3e5, 3e5]);
  });

  it('is called once a minute while it returns 403, in case it restarts, and rarely after a day', async () => {
    await using on = await rounds(refusing(403));
    const asked = async (minutes: number) => {
      let calls = 0;
      for (let minute = 0; minute < minutes; minute++) calls += (await on.next(60)).calls;
      return calls;
    };
    expect(await asked(20)).toBe(20);
    expect((await on.next(24 * 3600)).calls).toBe(1);
    expect(await asked(14)).toBe(0);
    expect(await asked(2)).toBe(1);
  });

  it('is not called for the rest of the round after three failures in a row', async () => {
    await using on = await rounds((url) =>
      url.pathname.endsWith('/statistics/latest') ? { status: 500 } : manyDevices(url),
    );
    const { calls, found } = await on.next(0);
    expect(calls).toBeLessThanOrEqual(2 + 3 + 4);
    expect(found?.problem).toEqual({ code: 'server_error', status: 500 });
    expect(found?.devices.find((one) => one.mac === '245A4C000010')?.state).toBe('online');
  });

  it('is not given up because of recently removed devices', async () => {
    const removed = fleet.slice(0, 10).map(({ id }) => id);
    await using on = await rounds((url) =>
      removed.some((id) => url.pathname.includes(`/${id}/`)) ? { status: 404 } : manyDevices(url),
    );
    const { measured, found } = await on.next(0);
    expect(measured).toHaveLength(70);
    expect(found).not.toHaveProperty('problem');
  });

  it('does not delay the others', async () => {
    const other = 'A0B1:77';
    const answer: Answer = ({ pathname }) => {
      if (pathname === '/v1/hosts') return { body: cloudPage([{ ...hosts()[0], id: other }, ...hosts()]) };
      return pathname.includes(encodeURIComponent(other)) ? cloudError(429, 'rate_limit', 'no') : undefined;
    };
    await using unifi = await serve(except(answer));
    const capabilities = [CAN, { ...CAN, hostId: other }];
    const { reading, cursor } = await readController(unifi.connection, { at: NOW, capabilities, wants });
    expect(reading.consoles[1]?.devices[0]?.cpuPercent).toBe(19.8);
    expect(cursor.consoles.find((pace) => pace.hostId === other)?.quietUntil).toBeGreaterThan(Date.now());
    expect(cursor.consoles.find((pace) => pace.hostId === HOST)).not.toHaveProperty('quietUntil');
  });
});

describe('our own deadline', () => {
  it('starts the next round with the consoles that were read longest ago', async () => {
    const others = Array.from({ length: 8 }, (_, at) => `A${at}:1`);
    const listed = [HOST, ...others].map((id) => ({ ...hosts()[0], id }));
    const answer: Answer = ({ pathname }) => {
      if (pathname === '/v1/hosts') return { body: cloudPage(listed) };
      return pathname.includes('connector') ? { silent: true } : undefined;
    };
    await using unifi = await serve(except(answer));
    const capabilities = listed.map(({ id }) => ({ ...CAN, hostId: id }));
    const cursor = cursorWith({ readAt: 1 });
    const connection = { ...unifi.connection, signal: AbortSignal.timeout(300) };
    const { reading } = await readController(connection, { at: NOW, capabilities, wants, cursor });
    const isAsked = (id: string) => unifi.asked.some((path) => path.includes(`/${encodeURIComponent(id)}/`));
    expect([HOST, ...others].map(isAsked)).toEqual([false, ...others.map(() => true)]);
    expect(reading.consoles.map(({ hostId }) => hostId)).toEqual([HOST, ...others]);
  });

  it('postpones figures without blaming the console', async () => {
    await using unifi = await serve(
      except(({ pathname }) => (pathname.endsWith('/statistics/latest') ? { silent: true } : undefined)),
    );
    const connection = { ...unifi.connection, signal: AbortSignal.timeout(300) };
    const { reading, cursor } = await readController(connection, { at: NOW, capabilities: [CAN], wants });
    expect(reading.consoles[0]).not.toHaveProperty('problem');
    expect(reading.consoles[0]?.devices[1]).toMatchObject({ state: 'online', deferred: 'out_of_time' });
    expect(cursor.consoles[0]).toMatchObject({ failures: 0 });
  });
});
