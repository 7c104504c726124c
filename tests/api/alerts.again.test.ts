// A device whose alert became part of another one, and that is still down when that one is over.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startChat, type ChatStandIn } from '#api/demo/chat/chat.ts';
import { startHalopsa, type HalopsaStandIn } from '#api/demo/halopsa/halopsa.ts';
import { noteText } from '#api/demo/halopsa/tickets.ts';
import type { KeyOptions } from '#api/demo/unifi/network-build.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { mailsTo, runJobs } from '#tests/support/mailbox.ts';
import type { Cast } from '#tests/support/people.ts';
import { Rounds, time } from '#tests/support/rounds.ts';

const building: KeyOptions = {
  value: 'test-key',
  consoles: [
    {
      name: 'Office',
      devices: [
        { name: 'Core Switch', model: 'USW Aggregation' },
        { name: 'Floor Switch', model: 'USW Pro 24 PoE', uplink: 'Core Switch' },
        ...['AP 1', 'AP 2', 'AP 3'].map((name) => ({ name, uplink: 'Floor Switch' })),
      ],
    },
  ],
};

let rounds: Rounds;
let telling: Telling;
let chat: ChatStandIn;
let halo: HalopsaStandIn;
let office: string;

beforeAll(async () => {
  rounds = await Rounds.start({ config: loopback });
});
afterAll(() => rounds.running.close());
beforeEach(async () => {
  await rounds.begin({ keys: [building] });
  chat = rounds.later(await startChat({ limited: false }));
  halo = rounds.later(await startHalopsa({ tenant: 'lantern' }));
  office = await rounds.addController();
  telling = new Telling(rounds.running);
  telling.chat = chat;
  telling.cast = { alice: { ...rounds.alice, controllerId: office } } as unknown as Cast;
  await telling.webhook();
  for (const type of ['slack', 'discord'] as const)
    await telling.channel(type, { enabled: true, webhookUrl: chat[`${type}Url`]('talk') });
  await telling.channel('email', { enabled: true, recipients: 'noc@example.test' });
  const { authServer, resourceServer, clientId, clientSecret } = halo;
  const address = { authServer, resourceServer, clientId, clientSecret };
  await rounds.rest('POST /api/integrations/halopsa', {
    ...address,
    closesTickets: true,
    resolvedStatusId: 9,
  });
  await runJobs(rounds.running);
  await rounds.addRule({
    channels: ['webhook', 'slack', 'discord', 'email'],
    haloEnabled: true,
    haloSeverityLevels: ['critical', 'error'],
    haloClientId: 246,
    haloClientName: 'Contoso Dental',
  });
});
afterEach(() => rounds.end());

/** A round each minute, after which everything that waits is sent. */
async function pass(from: number, to = from): Promise<void> {
  for (let minute = from; minute <= to; minute++) {
    await rounds.round(office, minute);
    await telling.deliver();
    await runJobs(rounds.running);
  }
}

const ofDevice = (name: string) => telling.posts().filter(({ data }) => data['device']?.['name'] === name);

test('It is announced once more, with its true start, and its new ticket and the old one name each other', async () => {
  await pass(0, 1);
  rounds.network.device('AP 1').goOffline();
  await pass(2, 3);
  expect(ofDevice('AP 1').map(({ type }) => type)).toEqual(['alert.opened']);
  const since = ofDevice('AP 1')[0]!.data['alert']!['since'];
  rounds.network.powerOff('Floor Switch');
  await pass(4, 7);
  expect(await rounds.alerts(office)).toMatchObject([{ deviceName: 'Floor Switch' }]);
  rounds.network.powerOn('Floor Switch');
  await pass(8, 20);
  const [alert, ...others] = await rounds.alerts(office);
  expect(others).toEqual([]);
  expect(alert).toMatchObject({ deviceName: 'AP 1', since });
  expect(Date.parse(String(since))).toBeLessThan(Date.parse(time(3)));
  expect(
    ofDevice('AP 1').map(({ type, data }) => [type, data['alert']!['resolution'], data['alert']!['since']]),
  ).toEqual([
    ['alert.opened', null, since],
    ['alert.resolved', 'folded', since],
    ['alert.opened', null, since],
  ]);
  for (const service of ['slack', 'discord']) {
    const said = chat.messages
      .filter((one) => one.service === service)
      .map(({ body }) => JSON.stringify(body));
    const open = said.filter(
      (one) => one.includes('AP 1') && /Error/.test(one) && !/Part of another/.test(one),
    );
    expect([service, open.length]).toEqual([service, service === 'slack' ? 2 : 1]);
  }
  const mails = await mailsTo(rounds.running, 'noc@example.test');
  expect(mails.filter(({ subject }) => subject.startsWith('◆ Error: AP 1 '))).toHaveLength(2);
  const tickets = halo.tickets.filter(({ summary }) => summary.startsWith('AP 1 '));
  expect(tickets.map(({ status_id }) => status_id)).toEqual([9, 1]);
  const [old, again] = tickets as [(typeof tickets)[0], (typeof tickets)[0]];
  expect(again.details).toContain(`\nEarlier ticket: ${old.id} ${halo.url}/tickets?id=${old.id}\n`);
  expect(noteText(old.notes.at(-1)!.note)).toBe(
    `The problem persists. See ticket ${again.id}: ${halo.url}/tickets?id=${again.id}\n`,
  );
  await pass(21, 24);
  expect(ofDevice('AP 1')).toHaveLength(3);
  expect(halo.tickets.filter(({ summary }) => summary.startsWith('AP 1 '))).toHaveLength(2);
});

test('A device that recovers with its cause stays quiet, and a later failure has no earlier ticket', async () => {
  await pass(0, 1);
  rounds.network.device('AP 1').goOffline();
  await pass(2, 3);
  rounds.network.powerOff('Floor Switch');
  await pass(4, 7);
  rounds.network.device('AP 1').comeOnline();
  rounds.network.powerOn('Floor Switch');
  await pass(8, 20);
  expect(await rounds.alerts(office)).toEqual([]);
  expect(ofDevice('AP 1').map(({ type }) => type)).toEqual(['alert.opened', 'alert.resolved']);
  rounds.network.device('AP 1').goOffline();
  await pass(21, 24);
  expect(await rounds.alerts(office)).toMatchObject([{ deviceName: 'AP 1' }]);
  const last = halo.tickets.at(-1)!;
  expect(last.summary).toMatch(/^AP 1 /);
  expect(last.details).not.toContain('Earlier ticket');
});
