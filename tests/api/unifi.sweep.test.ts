import { describe, expect, it } from 'vitest';
import type { Reading } from '#api/features/unifi/reading.ts';
import { readController } from '#api/features/unifi/unifi.client.ts';
import { UnifiError } from '#api/features/unifi/errors.ts';
import { text } from '#api/features/unifi/shapes.ts';
import type { Answer } from './unifi.answers.ts';
import { ALL, CAN, NONE, NOW, cloudPage, devices, except, healthy, serve } from './unifi.answers.ts';

const REMOVED = Symbol('removed');
/** Tried at every place. */
const TELLING = [REMOVED, null, 'x', -1, []];
/** Of these each place has two. */
const OTHERS = ['', 1e300, true, {}, [null], { a: { b: [] } }];

/** The ordinary run draws every third place by its seed, and the deep one takes all. */
const isDrawn = (place: number) =>
  !process.env['SAMPLE'] || (place + Number(process.env['SAMPLE'])) % 3 === 0;

/** Every way to a value inside a JSON value. */
function pathsIn(value: unknown, here: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [here];
  return [here, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...here, key]))];
}

/** A copy with one place changed. */
function changed(value: unknown, [key, ...rest]: string[], to: unknown): unknown {
  if (key === undefined) return to === REMOVED ? undefined : to;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  const inside = copy as Record<string, unknown>;
  if (rest.length === 0 && to === REMOVED) delete inside[key];
  else inside[key] = changed(inside[key], rest, to);
  return copy;
}

/** By name: a device whose MAC is removed from the answer is still the same device. */
const offlineIn = (reading: Reading) =>
  reading.consoles.flatMap((one) =>
    one.devices
      .filter((found) => found.state === 'offline')
      .map(({ mac, name }) => (mac.includes(':') ? name : mac)),
  );
const offlineNamesIn = (reading: Reading) =>
  reading.consoles.flatMap((one) =>
    one.devices.filter((found) => found.state === 'offline').map(({ name }) => name),
  );

const isSound = (reading: Reading) => {
  for (const device of reading.consoles.flatMap((one) => one.devices)) {
    expect(device.mac).toMatch(/^([0-9A-F]{12}|(id|name):.+)$/);
    expect(device.name).not.toBe('');
    for (const percent of [device.cpuPercent, device.memoryPercent, device.diskFreePercent]) {
      if (percent !== undefined) expect(percent >= 0 && percent <= 100).toBe(true);
    }
    if (device.uplinkBps !== undefined) expect(device.uplinkBps).toBeGreaterThanOrEqual(0);
  }
};

describe('a response with one error', () => {
  it.each([
    ['hosts', '/v1/hosts'],
    ['sites', '/v1/sites'],
    ['devices', '/v1/devices'],
    ['sites of the console', '/integration/v1/sites'],
    ['devices of the console', '/site-1/devices'],
    ['clients', '/site-1/clients'],
    ['statistics', '/statistics/latest'],
    ['a device in detail', '-000000000001'],
    ['disk figures', '/stat/device'],
  ])('in %s never throws and never invents an offline device', { timeout: 60_000 }, async (_, end) => {
    let replaced: unknown;
    let good: unknown;
    const isIt = (url: URL) =>
      url.pathname.endsWith(end) && (end !== '/v1/sites' || !url.pathname.includes('connector'));
    const answer: Answer = (url) => {
      if (!isIt(url)) return undefined;
      good ??= healthy(url)?.body;
      return replaced === undefined ? undefined : { body: replaced };
    };
    await using unifi = await serve(except(answer));
    // The cloud alone says offline of device 03 and of the camera that was never adopted.
    const wants = end === '/v1/devices' ? NONE : ALL;
    const round = () => readController(unifi.connection, { at: NOW, capabilities: [CAN], wants });
    const { reading } = await round();
    const allowed = new Set(['245A4C000003', ...offlineIn(reading), ...offlineNamesIn(reading)]);
    expect(good).toBeDefined();
    let tried = 0;
    for (const [place, path] of pathsIn(good).entries()) {
      if (!isDrawn(place)) continue;
      for (const value of [...TELLING, ...OTHERS.filter((_value, index) => index % 3 === place % 3)]) {
        replaced = changed(good, path, value) ?? '';
        tried++;
        try {
          const { reading } = await round();
          isSound(reading);
          for (const mac of offlineIn(reading))
            expect(allowed, `${path.join('.')} = ${String(value)}`).toContain(mac);
        } catch (error) {
          if (!(error instanceof UnifiError)) throw error;
          // Only the list of consoles itself is beyond repair.
          expect([end, path.length]).toEqual(['/v1/hosts', expect.toSatisfy((depth: number) => depth <= 1)]);
        }
      }
    }
    expect(tried).toBeGreaterThan(10);
  });

  it('is not affected by unknown fields, or by __proto__', async () => {
    const odd = JSON.parse(
      '{"__proto__": {"status": "offline"}, "constructor": 1, "novelty": [[]]}',
    ) as object;
    const groups = devices().map((group) => ({
      ...group,
      devices: group.devices.map((device) =>
        Object.assign(Object.create(null), odd, { mac: 'mac' in device ? device.mac : undefined }),
      ),
    }));
    await using unifi = await serve(
      except(({ pathname }) => (pathname === '/v1/devices' ? { body: cloudPage(groups) } : undefined)),
    );
    const { reading } = await readController(unifi.connection, { at: NOW, capabilities: [], wants: NONE });
    expect(offlineIn(reading)).toEqual([]);
  });
});

describe('a name', () => {
  it.each([
    ['Büro  im   Keller', 'Büro  im   Keller'],
    ['📡 Dach 👨‍👩‍👧', '📡 Dach 👨‍👩‍👧'],
    ['مكتب', 'مكتب'],
    ['a\u0000b\nc', 'a b c'],
    ['half \ud83d smile', 'half \ufffd smile'],
    ['   ', undefined],
    [7, undefined],
  ])('%j is stored as %j', (written, kept) => {
    expect(text(written)).toBe(kept);
  });

  it('is cut at two hundred characters, never within one', () => {
    expect(text('📡'.repeat(5000))).toBe('📡'.repeat(200));
    expect(text(`${'a'.repeat(199)}📡📡`)).toBe(`${'a'.repeat(199)}📡`);
    expect(text('ü'.repeat(200))).toBe('ü'.repeat(200));
  });

  it('is the model by default', async () => {
    const groups = devices().map((group) => ({
      ...group,
      devices: group.devices.map((device) => ({ ...device, name: '' })),
    }));
    await using unifi = await serve(
      except(({ pathname }) => (pathname === '/v1/devices' ? { body: cloudPage(groups) } : undefined)),
    );
    const { reading } = await readController(unifi.connection, { at: NOW, capabilities: [], wants: NONE });
    expect(reading.consoles[0]?.devices.map((device) => device.name)).toEqual([
      'UDM Pro',
      'USW Pro 24',
      'U6 LR',
      'G5 Flex',
    ]);
  });
});
