import { describe, expect, it } from 'vitest';
import { readController } from '#api/features/unifi/unifi.client.ts';
import type { Answer, Reply } from './unifi.answers.ts';
import {
  CAN,
  HOST,
  NONE,
  NOW,
  cloudError,
  cloudPage,
  devices,
  except,
  hosts,
  page,
  serve,
} from './unifi.answers.ts';

const group = (last: string, more: object = {}) => {
  const [first] = devices();
  return { ...first, devices: [{ ...first?.devices[1], mac: `245A4C0000${last}` }], ...more };
};

/** Pages by token: the key is the token asked for, '' the first page. */
const pagesOf =
  (path: string, pages: Record<string, Reply>): Answer =>
  (url) =>
    url.pathname === path ? pages[url.searchParams.get('nextToken') ?? ''] : undefined;

const tokened = (data: unknown[], nextToken?: unknown): Reply => ({ body: cloudPage(data, { nextToken }) });

async function read(answer: Answer, wants = NONE) {
  await using unifi = await serve(except(answer));
  const { reading } = await readController(unifi.connection, { at: NOW, capabilities: [CAN], wants });
  const found = reading.consoles.find((one) => one.hostId === HOST);
  const macs = found?.devices.map((one) => one.mac.slice(-2));
  return { reading, found, macs, asked: unifi.asked };
}

describe('the pages of a cloud list', () => {
  it.each([undefined, null, ''])('end with the token %j', async (last) => {
    const { macs, found } = await read(
      pagesOf('/v1/devices', { '': tokened([group('01')], 't1'), t1: tokened([group('02')], last) }),
    );
    expect(macs).toEqual(['01', '02']);
    expect(found?.devicesListed).toBe(true);
  });

  it('end when a token repeats, and then don’t prove that a console is gone', async () => {
    const { found, asked } = await read(
      pagesOf('/v1/devices', { '': tokened([group('01')], 't1'), t1: tokened([group('02')], 't1') }),
    );
    expect(asked.filter((path) => path.startsWith('/v1/devices'))).toHaveLength(2);
    expect(found?.devicesListed).toBe(false);
  });

  it('end at an empty page, whatever its token', async () => {
    const { asked } = await read(pagesOf('/v1/devices', { '': tokened([], 't1') }));
    expect(asked.filter((path) => path.startsWith('/v1/devices'))).toHaveLength(1);
  });

  it('keep what was read when a later page fails, and then don’t prove that a console is gone', async () => {
    const { macs, found } = await read(
      pagesOf('/v1/devices', { '': tokened([group('01')], 't1'), t1: { status: 500, body: '' } }),
    );
    expect(macs).toEqual(['01']);
    expect(found?.devicesListed).toBe(false);
  });

  it('keep what was read when the account is rate limited in between, with the delay', async () => {
    const wait = cloudError(429, 'rate_limit', 'slow down', { 'Retry-After': '5' });
    const answer = pagesOf('/v1/devices', { '': tokened([group('01')], 't1'), t1: wait });
    const { macs, reading, found } = await read(answer);
    expect(macs).toEqual(['01']);
    expect(found?.devicesListed).toBe(false);
    expect(reading).toMatchObject({ truncated: true, retryAfterMs: 5000 });
  });

  it('include a console once if it moved from one page to the next', async () => {
    const { reading } = await read(
      pagesOf('/v1/hosts', { '': tokened(hosts().slice(0, 1), 't1'), t1: tokened(hosts()) }),
    );
    expect(reading.consoles.map((one) => one.name)).toEqual(['Zürich 🏔', 'cellar']);
    expect(reading).not.toHaveProperty('consolesIncomplete');
  });

  it('report when the list of consoles was not read to its end', async () => {
    const { reading } = await read(
      pagesOf('/v1/hosts', { '': tokened(hosts().slice(0, 1), 't1'), t1: { status: 502 } }),
    );
    expect(reading.consolesIncomplete).toBe(true);
    expect(reading.consoles).toHaveLength(1);
  });

  it('merge the device groups of one console, using the fresher row of a duplicate device', async () => {
    const [first] = devices();
    const offline = [{ ...first?.devices[1], mac: '245A4C000001', status: 'offline' }];
    const older = { ...first, devices: offline, updatedAt: '2026-11-20T11:58:00Z' };
    const { found, macs } = await read(() => undefined);
    expect(macs).toEqual(['01', '02', '03', '04']);
    const merged = await read((url) =>
      url.pathname === '/v1/devices' ? tokened([group('01'), older, group('02')]) : undefined,
    );
    expect(merged.macs).toEqual(['01', '02']);
    expect(merged.found?.devices[0]?.state).toBe('online');
    expect(found?.devices[2]?.state).toBe('offline');
  });
});

describe('the pages of a console list', () => {
  const wants = { ...NONE, clients: true };
  const client = (index: number) => ({
    id: `c${index}`,
    type: 'WIRED',
    name: `Till ${index}`,
    macAddress: `aabbcc${String(index).padStart(6, '0')}`,
  });
  const many = Array.from({ length: 450 }, (_, index) => client(index));
  const byOffset =
    (total: number, step = 200): Answer =>
    (url) => {
      const offset = Number(url.searchParams.get('offset'));
      return url.pathname.endsWith('/clients')
        ? { body: page(many.slice(offset, offset + step), total) }
        : undefined;
    };

  it('continue until the total is reached', async () => {
    const { found, asked } = await read(byOffset(450), wants);
    expect(found?.clients).toHaveLength(450);
    expect(asked.filter((path) => path.includes('/clients'))).toHaveLength(3);
  });

  it('continue if the console returns fewer than requested', async () => {
    expect((await read(byOffset(450, 100), wants)).found?.clients).toHaveLength(450);
  });

  it('are incomplete if fewer arrived than the total says', async () => {
    expect((await read(byOffset(500), wants)).found).not.toHaveProperty('clients');
  });

  it('end when the console repeats itself', async () => {
    const again: Answer = (url) =>
      url.pathname.endsWith('/clients') ? { body: page(many.slice(0, 25), 450) } : undefined;
    const { found, asked } = await read(again, wants);
    expect(found).not.toHaveProperty('clients');
    expect(asked.filter((path) => path.includes('/clients'))).toHaveLength(2);
  });
});
