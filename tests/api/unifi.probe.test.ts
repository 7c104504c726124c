import { describe, expect, it } from 'vitest';
import { probe } from '#api/features/unifi/probe.client.ts';
import type { Answer, Reply } from './unifi.answers.ts';
import { HOST, cloudError, except, page, rows, serve } from './unifi.answers.ts';

async function probed(answer: Answer = () => undefined) {
  await using unifi = await serve(except(answer));
  return { found: await probe(unifi.connection, HOST), asked: unifi.asked };
}

const at =
  (end: string, reply: Reply): Answer =>
  ({ pathname }) =>
    pathname.endsWith(end) ? reply : undefined;
const everywhere = (reply: Reply): Answer => at('', reply);
const nothing = { hostId: HOST, connector: false, statistics: false, storage: false };

describe('what a console can report', () => {
  it('is detected in a handful of calls', async () => {
    const { found, asked } = await probed();
    expect(found).toEqual({ hostId: HOST, connector: true, statistics: true, storage: true, lines: false });
    expect(asked.length).toBeLessThanOrEqual(7);
    expect(
      asked.every((path) => path.startsWith(`/v1/connector/consoles/${encodeURIComponent(HOST)}/`)),
    ).toBe(true);
  });

  it('includes no disks if the undocumented path is closed or lists none', async () => {
    for (const reply of [{ status: 404 }, { status: 403 }, { body: { data: [{ mac: '245a4c000001' }] } }]) {
      const { found } = await probed(at('/stat/device', reply));
      expect(found).toEqual({
        hostId: HOST,
        connector: true,
        statistics: true,
        storage: false,
        lines: false,
      });
    }
  });

  it('includes no statistics without values', async () => {
    const { found } = await probed(at('/statistics/latest', { body: { interfaces: {} } }));
    expect(found).toMatchObject({ connector: true, statistics: false });
  });

  it('includes no statistics if their path is missing', async () => {
    const { found } = await probed(at('/statistics/latest', { status: 404, body: { statusCode: 404 } }));
    expect(found).toMatchObject({ connector: true, statistics: false, storage: true });
    expect(found).not.toHaveProperty('provisional');
  });

  it.each([
    [cloudError(403, 'forbidden', 'insufficient permissions'), 'connector_forbidden'],
    [cloudError(404, 'NOT_FOUND', 'thing not found'), 'connector_gone'],
    [{ status: 404, body: { statusCode: 404, message: 'No endpoint' } }, 'network_not_offered'],
    [{ status: 401, body: { error: { code: 401, message: 'Unauthorized' } } }, 'connector_unauthorized'],
  ])('is nothing if the connector refuses, with the reason', async (reply, code) => {
    const { found } = await probed(everywhere(reply));
    expect(found).toEqual({ ...nothing, problem: { code } });
  });

  it.each([
    cloudError(408, 'DeviceTimeout', 'Device connection timeout'),
    cloudError(429, 'rate_limit', 'slow down'),
    { status: 502, body: '<html></html>' },
    { body: '<html></html>' },
  ])('is only provisional after a failure that may pass', async (reply) => {
    const { found } = await probed(everywhere(reply));
    expect(found).toMatchObject({ ...nothing, provisional: true, problem: { code: expect.any(String) } });
  });

  it('is only provisional without a device to try', async () => {
    const asleep = rows().map((row) => ({ ...row, state: 'OFFLINE' }));
    const { found } = await probed(at('/site-1/devices', { body: page(asleep) }));
    expect(found).toMatchObject({ connector: true, statistics: false, provisional: true });
  });

  it('is nothing, rather than a revoked key, if only its connector refuses the key, in any format', async () => {
    for (const reply of [
      cloudError(401, 'unauthorized', 'unauthorized'),
      { status: 401, body: { error: { code: 401, message: 'Unauthorized' } } },
    ]) {
      expect((await probed(everywhere(reply))).found).toMatchObject(nothing);
    }
  });
});
