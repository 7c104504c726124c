// A storm at full size: what everyone hears when a gateway takes a whole network with it.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startChat } from '#api/demo/chat/chat.ts';
import { startHalopsa } from '#api/demo/halopsa/halopsa.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { mailsTo, runJobs } from '#tests/support/mailbox.ts';
import type { Cast } from '#tests/support/people.ts';
import { Rounds } from '#tests/support/rounds.ts';
import { campus } from '#tests/support/trees.ts';

let rounds: Rounds;
beforeAll(async () => {
  rounds = await Rounds.start({ config: loopback });
});
afterAll(() => rounds.running.close());
afterEach(() => rounds.end());

describe('When a gateway with 500 devices behind it loses its power', () => {
  test('there is one alert, one message per destination and one ticket, and one of each at its end', async () => {
    await rounds.begin({
      keys: [{ value: 'test-key', consoles: [{ name: 'Campus', devices: campus(), topologyApi: true }] }],
    });
    const chat = rounds.later(await startChat({ limited: false }));
    const halo = rounds.later(await startHalopsa({ tenant: 'lantern' }));
    const controllerId = await rounds.addController();
    const telling = new Telling(rounds.running);
    telling.chat = chat;
    telling.cast = { alice: { ...rounds.alice, controllerId } } as unknown as Cast;
    await telling.webhook();
    await telling.channel('slack', { enabled: true, webhookUrl: chat.slackUrl('talk') });
    await telling.channel('email', { enabled: true, recipients: 'noc@example.test' });
    const { authServer, resourceServer, clientId, clientSecret } = halo;
    await rounds.rest('POST /api/integrations/halopsa', {
      authServer,
      resourceServer,
      clientId,
      clientSecret,
    });
    await runJobs(rounds.running);
    await rounds.addRule({
      channels: ['webhook', 'slack', 'email'],
      haloEnabled: true,
      haloClientId: 246,
      haloClientName: 'Contoso Dental',
      haloSiteId: 553,
      haloSiteName: 'Main',
      haloSeverityLevels: ['critical', 'error'],
    });
    for (const minute of [0, 1]) await rounds.round(controllerId, minute);
    rounds.network.powerOff('Gateway');
    for (let minute = 2; minute <= 8; minute++) await rounds.round(controllerId, minute);
    await telling.deliver();
    await runJobs(rounds.running);
    const [alert, ...more] = await rounds.alerts(controllerId);
    expect(more.map(({ message }) => message)).toEqual([]);
    expect(alert!.message).toMatch(/^Gateway .*, and 500 devices behind it$/);
    expect(telling.posts()).toMatchObject([{ type: 'alert.opened', data: { affected: { count: 500 } } }]);
    const said = chat.messages.filter(({ service }) => service === 'slack');
    expect(said.map(({ body }) => JSON.stringify(body))).toEqual([expect.stringContaining('500 devices')]);
    expect(await mailsTo(rounds.running, 'noc@example.test')).toHaveLength(1);
    expect(halo.tickets).toMatchObject([{ summary: expect.stringContaining('500 devices behind it') }]);
    rounds.network.powerOn('Gateway');
    for (let minute = 9; minute <= 20; minute++) await rounds.round(controllerId, minute);
    await telling.deliver();
    expect(await rounds.alerts(controllerId)).toEqual([]);
    expect(telling.posts().map(({ type }) => type)).toEqual(['alert.opened', 'alert.resolved']);
    expect(halo.tickets).toHaveLength(1);
  });
});
