import type { Wants } from '#api/features/unifi/lists.client.ts';
import type { ConsoleCapabilities } from '#api/features/unifi/reading.ts';
import type { Connection } from '#api/features/unifi/http.client.ts';
import { paceOf, type Cursor, type Pace as ConsolePace } from '#api/features/unifi/cursor.ts';
import { readController } from '#api/features/unifi/unifi.client.ts';
import type { Answer } from './unifi.answers.ts';
import { CAN, HOST, NONE, NOW, except, page, rows, serve } from './unifi.answers.ts';

const hex = (index: number) => index.toString(16).padStart(6, '0');

/** MAC of a device of the fleet, as a reading tells it. */
export const macOf = (index: number) => `245A4C${hex(index).toUpperCase()}`;

/** Switches, all online; by its MAC the second is the gateway that the site names. */
export const fleetOf = (size: number) =>
  Array.from({ length: size }, (_, index) => ({
    ...rows()[1],
    id: `device-${index}`,
    macAddress: `245a4c${hex(index)}`,
  }));

/** The console lists these devices. */
export const listing =
  (devices: unknown[]): Answer =>
  ({ pathname }) =>
    pathname.endsWith('/site-1/devices') ? { body: page(devices) } : undefined;

/** Connector calls in the busiest minute. */
export const busiestMinute = (times: number[]) =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 60_000).length));

/** What an earlier round left of the console. */
export const cursorWith = (pace: Partial<ConsolePace>): Cursor => ({
  consoles: [{ ...paceOf(undefined, HOST), ...pace }],
});

interface Pace {
  wants?: Wants;
  /** From one round to the next, milliseconds. */
  everyMs?: number;
  /** What the console offers. */
  can?: ConsoleCapabilities;
  /** What the clock goes on while the server answers a connector call, milliseconds. */
  callMs?: number;
}

/** Rounds against one server, with a clock that the test moves; waiting moves it, too. */
export async function rounds(
  answer: Answer,
  { wants = { ...NONE, statistics: true }, everyMs, can = CAN, callMs = 0 }: Pace = {},
) {
  const clock = { now: NOW.getTime() };
  const calls: { at: number; path: string }[] = [];
  const waits: number[] = [];
  const unifi = await serve((url) => {
    if (url.pathname.includes('connector')) {
      calls.push({ at: clock.now, path: url.pathname });
      clock.now += callMs;
    }
    return except(answer)(url);
  });
  const connection: Connection = {
    ...unifi.connection,
    now: () => clock.now,
    wait: async (ms) => {
      waits.push(ms);
      clock.now += ms;
    },
  };
  // Kept by the caller between rounds, as JSON.
  let kept = '{"consoles":[]}';
  return {
    [Symbol.asyncDispose]: () => unifi[Symbol.asyncDispose](),
    clock,
    calls,
    waits,
    connection,
    get cursor() {
      return JSON.parse(kept) as Cursor;
    },
    set cursor(cursor: Cursor) {
      kept = JSON.stringify(cursor);
    },
    /** A round so many seconds after noon. */
    async at(seconds: number) {
      clock.now = Math.max(clock.now, NOW.getTime() + seconds * 1000);
      return this.next(0);
    },
    /** A round so many seconds after the end of the last. */
    async next(seconds: number) {
      clock.now += seconds * 1000;
      const before = calls.length;
      const cursor = JSON.parse(kept) as Cursor;
      const round = await readController(connection, {
        at: NOW,
        everyMs,
        capabilities: [can],
        wants,
        cursor,
      });
      kept = JSON.stringify(round.cursor);
      const found = round.reading.consoles.find((one) => one.hostId === HOST);
      const measured =
        found?.devices.filter((one) => one.cpuPercent !== undefined).map((one) => one.mac) ?? [];
      return { found, measured, calls: calls.length - before };
    },
  };
}
