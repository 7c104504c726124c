import { describe, expect, it } from 'vitest';
import { demoNetwork, retailKey } from '#api/demo/unifi/network-demo.ts';
import { startUnifi } from '#api/demo/unifi/unifi.ts';
import { documentedLimits } from '#api/demo/unifi/answer.ts';
import { readAccount, readController } from '#api/features/unifi/unifi.client.ts';
import { probe } from '#api/features/unifi/probe.client.ts';
import { ALL } from './unifi.answers.ts';

describe('the network in a box', () => {
  it('is read completely, page by page, within the vendor’s documented limits', async () => {
    const at = new Date();
    const network = demoNetwork(() => at.getTime());
    const box = await startUnifi({ network, limits: documentedLimits, largestPage: 4 });
    try {
      const connection = { baseUrl: box.url, apiKey: retailKey };
      const account = await readAccount(connection);
      expect(account.consoles).toHaveLength(6);
      const connected = account.consoles.filter(({ link }) => link !== 'disconnected');
      const capabilities = await Promise.all(connected.map(({ hostId }) => probe(connection, hostId)));
      expect(capabilities.some((found) => found.connector && found.statistics)).toBe(true);
      const { reading } = await readController(connection, { at, capabilities, wants: ALL });
      for (const { hostId } of capabilities.filter((found) => found.statistics)) {
        const found = reading.consoles.find((one) => one.hostId === hostId);
        expect(found).toMatchObject({ devicesListed: true, clients: expect.any(Array) });
        expect(found).not.toHaveProperty('problem');
        const online = found?.devices.filter((one) => one.state === 'online' && one.role !== 'other') ?? [];
        expect(online.length).toBeGreaterThan(0);
        for (const device of online) expect(device.cpuPercent, device.name).toBeTypeOf('number');
      }
    } finally {
      await box.close();
    }
  });
});
