import { describe, expect, it } from 'vitest';
import {
  CAN,
  HOST,
  NONE,
  at,
  cloudError,
  cloudPage,
  consoleOf,
  deviceOf,
  hosts,
  except,
  readingOf,
} from './unifi.answers.ts';

describe('a console that fails', () => {
  it.each([
    [403, 'forbidden', /may not use the connector/],
    [404, 'not_found', /does not reach a Network application/],
    [408, 'DeviceTimeout', /did not answer UniFi in time/],
    [500, 'server_error', /fault of its own \(500\)/],
    [401, 'unauthorized', /no longer accepts this API key/],
  ])('with %i keeps its cloud state and says why', async (status, code, reason) => {
    const broken = except(({ pathname }) =>
      pathname.includes('connector') ? cloudError(status, code, 'no') : undefined,
    );
    const reading = await readingOf(broken);
    expect(consoleOf(reading).problem).toMatch(reason);
    expect(deviceOf(reading, '02').state).toBe('online');
    expect(deviceOf(reading, '02')).not.toHaveProperty('cpuPercent');
    expect(consoleOf(reading)).not.toHaveProperty('clients');
  });

  it('does not spoil the reading of another', async () => {
    const other = 'A0B1:77';
    const two = except(({ pathname }) => {
      if (pathname === '/v1/hosts') return { body: cloudPage([...hosts(), { ...hosts()[0], id: other }]) };
      return pathname.includes(encodeURIComponent(other))
        ? { status: 502, body: '<html>bad gateway</html>' }
        : undefined;
    });
    const reading = await readingOf(two, { capabilities: [CAN, { ...CAN, hostId: other }] });
    expect(consoleOf(reading, other).problem).toContain('502');
    expect(consoleOf(reading).problem).toBeUndefined();
    expect(deviceOf(reading, '01').cpuPercent).toBe(19.8);
  });

  it('at its undocumented disk figures still tells everything else', async () => {
    const reading = await readingOf(
      except(({ pathname }) => (pathname.endsWith('stat/device') ? { status: 404 } : undefined)),
    );
    expect(deviceOf(reading, '01')).toMatchObject({ cpuPercent: 19.8 });
    expect(deviceOf(reading, '01')).not.toHaveProperty('diskFreePercent');
  });

  it('lists nothing as gone when the device list of the account cannot be read', async () => {
    const reading = await readingOf(
      at('/v1/devices', () => ({ data: null })),
      { wants: NONE },
    );
    expect(consoleOf(reading)).toMatchObject({ devicesListed: false, devices: [] });
    expect(consoleOf(reading).problem).toContain('did not tell the devices');
  });

  it('has not listed its devices when the group came without them', async () => {
    const bare = [{ hostId: HOST, updatedAt: '2026-11-20T11:59:30Z' }];
    const reading = await readingOf(
      at('/v1/devices', () => cloudPage(bare)),
      { wants: NONE },
    );
    expect(consoleOf(reading).devicesListed).toBe(false);
  });
});
