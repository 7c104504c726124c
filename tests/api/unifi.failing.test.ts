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
    [403, 'forbidden', { code: 'network_refusing' }],
    [404, 'not_found', { code: 'network_refusing' }],
    [408, 'DeviceTimeout', { code: 'console_timeout' }],
    [500, 'server_error', { code: 'server_error', status: 500 }],
    [401, 'unauthorized', { code: 'network_refusing' }],
  ])('with %i keeps its cloud state and says why', async (status, code, problem) => {
    const broken = except(({ pathname }) =>
      pathname.includes('connector') ? cloudError(status, code, 'no') : undefined,
    );
    const reading = await readingOf(broken);
    expect(consoleOf(reading).problem).toEqual(problem);
    expect(deviceOf(reading, '02').state).toBe('online');
    expect(deviceOf(reading, '02')).not.toHaveProperty('cpuPercent');
    expect(consoleOf(reading)).not.toHaveProperty('clients');
  });

  it('does not affect the reading of another', async () => {
    const other = 'A0B1:77';
    const two = except(({ pathname }) => {
      if (pathname === '/v1/hosts') return { body: cloudPage([...hosts(), { ...hosts()[0], id: other }]) };
      return pathname.includes(encodeURIComponent(other))
        ? { status: 502, body: '<html>bad gateway</html>' }
        : undefined;
    });
    const reading = await readingOf(two, { capabilities: [CAN, { ...CAN, hostId: other }] });
    expect(consoleOf(reading, other).problem).toEqual({ code: 'server_error', status: 502 });
    expect(consoleOf(reading).problem).toBeUndefined();
    expect(deviceOf(reading, '01').cpuPercent).toBe(19.8);
  });

  it('on its undocumented disk figures still reports everything else', async () => {
    const reading = await readingOf(
      except(({ pathname }) => (pathname.endsWith('stat/device') ? { status: 404 } : undefined)),
    );
    expect(deviceOf(reading, '01')).toMatchObject({ cpuPercent: 19.8 });
    expect(deviceOf(reading, '01')).not.toHaveProperty('diskFreePercent');
  });

  it('reports nothing as removed when the device list of the account can’t be read', async () => {
    const reading = await readingOf(
      at('/v1/devices', () => ({ data: null })),
      { wants: NONE },
    );
    expect(consoleOf(reading)).toMatchObject({ devicesListed: false, devices: [] });
    expect(consoleOf(reading).problem).toEqual({ code: 'devices_unread' });
  });

  it('counts as not listed when its device group is empty', async () => {
    const bare = [{ hostId: HOST, updatedAt: '2026-11-20T11:59:30Z' }];
    const reading = await readingOf(
      at('/v1/devices', () => cloudPage(bare)),
      { wants: NONE },
    );
    expect(consoleOf(reading).devicesListed).toBe(false);
  });
});
