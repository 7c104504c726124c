import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openAttempts, type Attempts } from '#api/security/attempts/attempts.ts';
import { createLog } from '#api/observability/log.ts';
import { readConfig } from '#api/config/config.ts';
import { type Share, openRequestRates, type RequestRates } from '#api/security/request-rate/request-rates.ts';
import { testDatabase } from '#tests/support/database.ts';

const limits = { requestsPerMinute: 100, costPerMinute: 1000 };
const subject = 'person:alice';
const log = createLog({ ...readConfig({ APP_SECRET: 'a secret that only tests use' }), logLevel: 'silent' });

let attempts: Attempts;
const opened: RequestRates[] = [];
let clock = Date.now();

beforeAll(async () => {
  attempts = openAttempts(await testDatabase());
});
afterAll(async () => {
  await Promise.all(opened.map((rates) => rates.close()));
  await attempts.close();
});

/** A node of the product, and what it told the others. */
function node(
  add: (shares: readonly Share[]) => Promise<number[]> = (shares) => attempts.add(shares),
  requestsPerMinute = 100,
) {
  const told = vi.fn(add);
  const rates = openRequestRates({
    limits: { ...limits, requestsPerMinute },
    store: { add: told, close: async () => undefined },
    log,
    now: () => clock,
  });
  opened.push(rates);
  return { rates, told };
}

/** Asks until refused. @returns how often that went well */
async function askAll(nodes: readonly RequestRates[], who: string): Promise<number> {
  const open = new Set(nodes);
  let went = 0;
  while (open.size > 0) {
    for (const rates of open) {
      try {
        rates.take(who);
        went += 1;
      } catch {
        open.delete(rates);
      }
    }
    // As between two requests: what was told comes back.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return went;
}

describe('Requests per minute', () => {
  test('are counted exactly, and refused with the limit, its value and the seconds to wait', () => {
    const { rates } = node();
    for (let count = 0; count < 100; count++) rates.take(subject);
    const [requests] = rates.status(subject);
    expect(requests).toMatchObject({ name: 'requests', allowed: 100, remaining: 0 });
    expect(requests?.reset).toBeGreaterThan(0);
    expect(requests?.reset).toBeLessThanOrEqual(60);
    expect(() => rates.take(subject)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^100 requests per minute are allowed\. Try again in \d+ seconds?\.$/),
        extensions: {
          code: 'TOO_MANY',
          outcome: 'refused',
          limit: 'requests',
          allowed: 100,
          retryAfter: requests?.reset,
        },
      }) as Error,
    );
  });

  test('are counted from zero after it', () => {
    const { rates } = node();
    for (let count = 0; count < 100; count++) rates.take('token:a');
    clock += 60_000;
    rates.take('token:a');
    expect(rates.status('token:a')[0]?.remaining).toBe(99);
  });

  test('are half as many for visitors, and counted separately', () => {
    const { rates } = node();
    for (let count = 0; count < 50; count++) rates.take('address:10.0.0.1');
    expect(() => rates.take('address:10.0.0.1')).toThrow('50 requests per minute are allowed');
    rates.take('address:10.0.0.2');
    rates.take(subject);
  });

  test('are also limited by cost, and a request refused for its cost isn’t counted', () => {
    const { rates } = node();
    rates.spend(subject, 900);
    expect(() => rates.spend(subject, 101)).toThrow('A cost of 1000 per minute is allowed');
    rates.spend(subject, 100);
    expect(rates.status(subject)[1]).toMatchObject({ name: 'cost', allowed: 1000, remaining: 0 });
  });

  test('reset at different seconds for different people', () => {
    const { rates } = node();
    const resets = Array.from({ length: 20 }, (_, index) => rates.status(`person:${index}`)[0]?.reset);
    expect(new Set(resets).size).toBeGreaterThan(5);
  });
});

describe('Several nodes', () => {
  test('share a limit: two together allow at most a tenth more', async () => {
    const [one, other] = [node(undefined, 1200), node(undefined, 1200)];
    const went = await askAll([one.rates, other.rates], 'person:both');
    expect(went).toBeGreaterThanOrEqual(1200);
    expect(went).toBeLessThanOrEqual(1320);
  });

  test('are not notified of ordinary requests: they write nothing, and neither do refused ones', async () => {
    const { rates, told } = node();
    for (let count = 0; count < 2; count++) rates.take('person:quiet');
    expect(told).not.toHaveBeenCalled();
    await askAll([rates], 'person:loud');
    const written = told.mock.calls.length;
    expect(written).toBeLessThanOrEqual(40);
    for (let count = 0; count < 100; count++) expect(() => rates.take('person:loud')).toThrow();
    expect(told.mock.calls.length).toBe(written);
  });

  test('count separately while their shared store is unavailable, and lose nothing', async () => {
    let away = true;
    const { rates, told } = node((shares) =>
      away ? Promise.reject(new Error('away')) : attempts.add(shares),
    );
    for (let count = 0; count < 50; count++) rates.take('person:away');
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1));
    expect(rates.status('person:away')[0]?.remaining).toBe(50);
    away = false;
    await new Promise((resolve) => setTimeout(resolve, 1));
    clock += 1000;
    rates.take('person:away');
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(2));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(rates.status('person:away')[0]?.remaining).toBe(49);
    const another = node();
    for (let count = 0; count < 3; count++) another.rates.take('person:away');
    await vi.waitFor(() => expect(another.rates.status('person:away')[0]?.remaining).toBe(46));
  });

  test('log once while the others can’t be reached', async () => {
    const lines: string[] = [];
    let away = true;
    const rates = openRequestRates({
      limits: { ...limits, requestsPerMinute: 40 },
      store: {
        add: async (shares) => (away ? Promise.reject(new Error('away')) : shares.map(() => 1)),
        close: async () => undefined,
      },
      log: createLog(
        { ...readConfig({ APP_SECRET: 'a secret that only tests use' }), logLevel: 'warn' },
        { write: (line) => void lines.push(line) },
      ),
      now: () => clock,
    });
    opened.push(rates);
    const once = async () => {
      rates.take('person:logged');
      await new Promise((resolve) => setTimeout(resolve, 1));
      clock += 1000;
    };
    for (let count = 0; count < 3; count++) await once();
    expect(lines).toHaveLength(1);
    away = false;
    await once();
    away = true;
    await once();
    expect(lines).toHaveLength(2);
  });
});
