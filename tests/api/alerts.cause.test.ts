import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startChat, type ChatStandIn } from '#api/demo/chat/chat.ts';
import type { KeyOptions } from '#api/demo/unifi/network-build.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import type { Cast } from '#tests/support/people.ts';
import { Rounds } from '#tests/support/rounds.ts';

const aps = Array.from({ length: 12 }, (_, nth) => `AP ${String(nth + 1).padStart(2, '0')}`);

/** A core switch, and a floor switch with twelve access points. */
const building: KeyOptions = {
  value: 'test-key',
  consoles: [
    {
      name: 'Office',
      devices: [
        { name: 'Core Switch', model: 'USW Aggregation' },
        { name: 'Floor Switch', model: 'USW Pro 24 PoE', uplink: 'Core Switch' },
        ...aps.map((name) => ({ name, uplink: 'Floor Switch' })),
      ],
    },
  ],
};

let rounds: Rounds;
let telling: Telling;
let chat: ChatStandIn;
let office: string;
beforeAll(async () => {
  rounds = await Rounds.start({ config: loopback });
});
afterAll(() => rounds.running.close());
beforeEach(async () => {
  await rounds.begin({ keys: [building] });
  chat = rounds.later(await startChat({ limited: false }));
  office = await rounds.addController();
  telling = new Telling(rounds.running);
  telling.chat = chat;
  telling.cast = { alice: { ...rounds.alice, controllerId: office } } as unknown as Cast;
});
afterEach(() => rounds.end());

const channels = ['webhook', 'slack', 'teams', 'discord', 'email'];

async function setUpChannels(): Promise<void> {
  await telling.webhook();
  for (const type of ['slack', 'teams', 'discord'] as const)
    await telling.channel(type, { enabled: true, webhookUrl: chat[`${type}Url`]('talk') });
  await telling.channel('email', { enabled: true, recipients: 'noc@example.test' });
}

/** A round each minute. */
async function pass(from: number, to: number): Promise<void> {
  for (let minute = from; minute <= to; minute++) await rounds.round(office, minute);
}

const bodies = (service: string) =>
  chat.messages.filter((one) => one.service === service).map(({ body }) => JSON.stringify(body));

describe('The message about a failed switch', () => {
  test('counts the devices behind it and names some, in every channel', async () => {
    await setUpChannels();
    await rounds.addRule({ channels });
    await pass(0, 1);
    rounds.network.powerOff('Floor Switch');
    await pass(2, 5);
    expect(await rounds.alerts(office)).toMatchObject([
      {
        message: expect.stringMatching(
          /^Floor Switch .* has been offline since .*, and 12 devices behind it$/,
        ),
      },
    ]);
    await telling.deliver();
    const [opened, ...more] = telling.posts();
    expect(more).toEqual([]);
    expect(opened).toMatchObject({
      type: 'alert.opened',
      data: { alert: { causeAlertId: null }, affected: { count: 12 } },
    });
    const { devices } = opened!.data['affected'] as {
      devices: { name: string; mac: string; since: string }[];
    };
    expect(devices.map(({ name }) => name)).toEqual(aps);
    expect(devices[0]).toEqual({
      name: 'AP 01',
      mac: rounds.network.device('AP 01').device.mac.replaceAll(':', '').toUpperCase(),
      since: expect.any(String),
    });
    for (const service of ['slack', 'teams', 'discord']) {
      const [said, ...others] = bodies(service);
      expect(others).toEqual([]);
      expect(said).toContain('and 12 devices behind it');
      expect(said).toContain('AP 10');
      expect(said).not.toContain('AP 11');
      expect(said).toContain('and 2 more');
    }
    const [mail] = await mailsTo(rounds.running, 'noc@example.test');
    expect(mail!.subject).toBe('▲ Critical: Floor Switch (Office), device offline (+12 devices)');
    expect(mail!.text).toMatch(/– AP 10\n.*and 2 more/);
  });
});
