// What people see of an open alert once more or fewer devices or sites are affected.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startChat, type ChatStandIn } from '#api/demo/chat/chat.ts';
import { startHalopsa } from '#api/demo/halopsa/halopsa.ts';
import { noteText } from '#api/demo/halopsa/tickets.ts';
import type { ConsoleOptions } from '#api/demo/unifi/network-build.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { mailsTo, runJobs } from '#tests/support/mailbox.ts';
import type { Cast } from '#tests/support/people.ts';
import { Rounds } from '#tests/support/rounds.ts';

let rounds: Rounds;
let telling: Telling;
let chat: ChatStandIn;
let account: string;

beforeAll(async () => {
  rounds = await Rounds.start({ config: loopback });
});
afterAll(() => rounds.running.close());
afterEach(() => rounds.end());

const at = (name: string, isp: string): ConsoleOptions => ({ name, lines: [{ isp }] });
const town = [
  ...['Bakery', 'School', 'Gym', 'Hotel'].map((name) => at(name, 'Comcast')),
  at('Museum', 'Bahnhof'),
  at('Garage', 'Vodafone'),
  at('Farm', 'Telia'),
];
const channels = ['webhook', 'slack', 'teams', 'discord', 'email'];

async function begin(consoles: ConsoleOptions[]): Promise<void> {
  await rounds.begin({ keys: [{ value: 'test-key', consoles }] });
  chat = rounds.later(await startChat({ limited: false }));
  account = await rounds.addController();
  telling = new Telling(rounds.running);
  telling.chat = chat;
  telling.cast = { alice: { ...rounds.alice, controllerId: account } } as unknown as Cast;
  await telling.webhook();
  for (const type of ['slack', 'teams', 'discord'] as const)
    await telling.channel(type, { enabled: true, webhookUrl: chat[`${type}Url`]('talk') });
  await telling.channel('email', { enabled: true, recipients: 'noc@example.test' });
}

/** A round each minute, after which what is due is sent. */
async function pass(from: number, to = from): Promise<void> {
  for (let minute = from; minute <= to; minute++) {
    await rounds.round(account, minute);
    await telling.deliver();
  }
}
const line = (name: string) => rounds.network.console(name).line('WAN');
const down = (...names: string[]) => names.forEach((name) => line(name).goDown());

interface Embed {
  title: string;
  description: string;
}
/** Messages in Discord, as people see them now. */
const shown = (): Embed[] =>
  chat.messages
    .filter(({ service }) => service === 'discord')
    .map(({ body }) => {
      const [embed] = (body as unknown as { embeds: Embed[] }).embeds;
      const plain = (text: string) => text.replaceAll(/\\(.)/g, '$1');
      return { title: plain(embed!.title), description: plain(embed!.description) };
    });
const edits = () =>
  chat.requests.filter(({ method, path }) => method === 'PATCH' && path.includes('messages')).length;
const editsInLog = async () => (await telling.log()).filter(({ kind }) => kind === 'updated');
const deliveredAt = async () =>
  (
    await rounds.rows<{ at: Date }>(
      "select last_delivered_at as at from integration where type = 'discord' and made_from is null",
    )
  )[0]!.at;
const posted = () => chat.requests.filter(({ method }) => method === 'POST').length;

/** Two sites fail, and are reported in every channel. */
async function outage(): Promise<void> {
  await begin(town);
  await rounds.addRule({ name: 'Provider', condition: 'isp_outage', duration: 1, threshold: '2', channels });
  await pass(0);
  down('Bakery', 'School');
  await pass(1, 3);
  expect(shown()).toHaveLength(1);
}

test('The message of an outage is edited when a site joins and when one is back, and nothing else is sent', async () => {
  await outage();
  expect(shown()[0]).toMatchObject({
    title: expect.stringContaining('(2 sites)'),
    description: expect.stringMatching(/Bakery .*\n.*School/),
  });
  const before = posted();
  down('Gym');
  await pass(4, 7);
  expect(shown()).toEqual([
    {
      ...shown()[0],
      title: expect.stringContaining('(3 sites)'),
      description: expect.stringMatching(/down at 3 sites[^]*Bakery .*\n.*Gym .*\n.*School/),
    },
  ]);
  line('School').clear();
  await pass(8, 11);
  expect(shown()[0]!.title).toContain('(2 sites)');
  expect(shown()[0]!.description).toMatch(/down at 2 sites/);
  expect(shown()[0]!.description).not.toContain('School');
  expect([posted() - before, edits()]).toEqual([0, 2]);
  expect(await mailsTo(rounds.running, 'noc@example.test')).toHaveLength(1);
  expect(telling.posts().map(({ type }) => type)).toEqual(['alert.opened']);
  const kinds = (await telling.log()).map(({ channel, kind, status }) => [channel, kind, status]);
  expect(kinds.filter(([, kind]) => kind === 'updated')).toEqual([
    ['discord', 'updated', 'sent'],
    ['discord', 'updated', 'sent'],
  ]);
});

test('It is edited at most once a minute, and the last state always arrives', async () => {
  await outage();
  down('Gym');
  await pass(4, 5);
  const before = edits();
  // Changes within a minute: only the last state is written.
  line('Gym').clear();
  for (const seconds of [10, 20]) {
    await rounds.round(account, 5 + seconds / 60);
    await telling.deliver();
    if (seconds === 10) down('Hotel');
  }
  expect(edits() - before).toBeLessThanOrEqual(1);
  await pass(7, 8);
  expect(edits() - before).toBeLessThanOrEqual(2);
  expect(shown()[0]!.description).toMatch(/Bakery[^]*Hotel[^]*School/);
  expect(shown()[0]!.description).not.toContain('Gym');
  expect(shown()).toHaveLength(1);
});

test('An edit that waits is dropped when the alert ends', async () => {
  await outage();
  down('Gym');
  await rounds.round(account, 4);
  await rounds.round(account, 5);
  for (const name of ['Bakery', 'School', 'Gym']) line(name).clear();
  await rounds.round(account, 6);
  await pass(9, 10);
  expect(shown().map(({ title }) => title)).toEqual([
    expect.stringMatching(/^✓ Resolved/),
    expect.stringMatching(/^✓ Resolved/),
  ]);
  const kinds = (await telling.log()).filter(({ kind }) => kind === 'updated');
  expect(kinds).toMatchObject([
    { status: 'skipped', reason: 'A later message about this alert replaced this edit' },
  ]);
});

/** All channels are limited to a customer whose only site is this one. */
async function limitChannelsTo(name: string): Promise<void> {
  const { body } = await rounds.rest('POST /api/customers', { name: 'Contoso Dental' });
  await rounds.rows('update team_site set customer_id = ? where name = ?', [body['id'], name]);
  await rounds.rows('update integration set customer_ids = array[?]::uuid[]', [body['id']]);
}

test('A channel of one customer names no site of another in an outage, and counts theirs', async () => {
  await begin(town);
  await rounds.addRule({ name: 'Provider', condition: 'isp_outage', duration: 1, threshold: '2', channels });
  await pass(0);
  await limitChannelsTo('School');
  down('Bakery');
  await pass(1);
  down('School');
  await pass(2, 4);
  expect(shown()).toMatchObject([
    {
      title: expect.stringContaining('(2 sites)'),
      description: expect.stringMatching(/– School \(WAN\)\nand 1 site outside this channel’s scope/),
    },
  ]);
  const [post] = telling.posts();
  expect(post).toMatchObject({
    data: { site: { name: 'School' }, outage: { count: 2, sites: [{ name: 'School' }] } },
  });
  const { acknowledge } = post!.data!['links'] as { acknowledge: string };
  const link = await rounds.ask<{ alertByLink: object }>(
    'query ($token: String!) { alertByLink(token: $token) { siteName controllerName } }',
    { token: new URL(acknowledge).searchParams.get('token') },
  );
  expect(link.alertByLink).toEqual({ siteName: '', controllerName: '' });
  down('Gym');
  await pass(5, 7);
  expect(shown()).toMatchObject([
    {
      title: expect.stringContaining('(3 sites)'),
      description: expect.stringMatching(/– School \(WAN\)\nand 2 sites outside this channel’s scope/),
    },
  ]);
  line('School').clear();
  await pass(8, 11);
  expect(shown()[0]!.description).not.toContain('School');
  expect(JSON.stringify(chat.requests)).not.toMatch(/Bakery|Gym/);
  expect(JSON.stringify(await mailsTo(rounds.running, 'noc@example.test'))).not.toMatch(/Bakery|Gym/);
});

test('A message that someone deleted is not posted again', async () => {
  await outage();
  chat.messages.splice(
    0,
    chat.messages.length,
    ...chat.messages.filter(({ service }) => service !== 'discord'),
  );
  const before = [posted(), await deliveredAt()];
  down('Gym');
  await pass(4, 7);
  expect([posted(), await deliveredAt(), shown(), edits()]).toEqual([...before, [], 1]);
  expect(await editsInLog()).toMatchObject([
    {
      status: 'skipped',
      reason: 'This channel has no message about the alert that could be edited',
      sentAt: null,
    },
  ]);
});

test('An edit that Discord rejects has failed, isn’t repeated and doesn’t prove that the channel works', async () => {
  await outage();
  const before = [posted(), await deliveredAt()];
  chat.behave('/messages/', 400);
  down('Gym');
  await pass(4, 7);
  expect([posted(), await deliveredAt(), edits()]).toEqual([...before, 1]);
  expect(await editsInLog()).toMatchObject([{ status: 'failed', sentAt: null }]);
});

test('The message of a switch counts the devices behind it as they change', async () => {
  const aps = ['AP 1', 'AP 2', 'AP 3'];
  await begin([
    {
      name: 'Office',
      devices: [
        { name: 'Core Switch', model: 'USW Aggregation' },
        { name: 'Floor Switch', model: 'USW Pro 24 PoE', uplink: 'Core Switch' },
        ...aps.map((name) => ({ name, uplink: 'Floor Switch' })),
      ],
    },
  ]);
  await rounds.addRule({ channels });
  await pass(0, 1);
  rounds.network.powerOff('Floor Switch');
  await pass(2, 4);
  expect(shown()).toMatchObject([{ title: expect.stringContaining('(+3 devices)') }]);
  rounds.network.device('AP 2').remove();
  await pass(5, 30);
  expect(shown()).toMatchObject([
    {
      title: expect.stringContaining('(+2 devices)'),
      description: expect.stringMatching(/and 2 devices behind it[^]*AP 1\n.*AP 3/),
    },
  ]);
  expect(edits()).toBe(1);
  const [alert] = await rounds.alerts(account);
  const { alertEntries } = await rounds.ask<{ alertEntries: { kind: string; detail: string }[] }>(
    `{ alertEntries(alertId: "${alert!.id}") { kind detail } }`,
  );
  expect(alertEntries.filter(({ kind }) => kind === 'affected')).toEqual([
    { kind: 'affected', detail: expect.stringMatching(/and 2 devices behind it$/) },
  ]);
});

test('The ticket gets one note for changes within five minutes, with what is affected then', async () => {
  await begin(town);
  const halo = rounds.later(await startHalopsa({ tenant: 'lantern' }));
  const { authServer, resourceServer, clientId, clientSecret } = halo;
  await rounds.rest('POST /api/integrations/halopsa', { authServer, resourceServer, clientId, clientSecret });
  await rounds.addRule({
    name: 'Provider',
    condition: 'isp_outage',
    duration: 1,
    threshold: '2',
    haloEnabled: true,
    haloSeverityLevels: ['critical'],
    haloClientId: 246,
    haloClientName: 'Contoso Dental',
  });
  await rounds.round(account, 0);
  down('Bakery', 'School');
  for (const minute of [1, 2, 3]) await rounds.round(account, minute);
  await runJobs(rounds.running);
  down('Gym');
  await rounds.round(account, 4);
  await runJobs(rounds.running);
  down('Hotel');
  await rounds.round(account, 5);
  await runJobs(rounds.running);
  const waiting = await rounds.rows<{ minutes: number }>(
    `select round(extract(epoch from run_at - now()) / 60)::int as minutes from graphile_worker.jobs where key like '%:affected'`,
  );
  expect(waiting).toEqual([{ minutes: 5 }]);
  expect(halo.tickets[0]!.notes).toEqual([]);
  await rounds.rows('update graphile_worker._private_jobs set run_at = now()');
  await runJobs(rounds.running);
  expect(halo.tickets[0]!.notes.map(({ note }) => noteText(note))).toEqual([
    expect.stringMatching(
      /^Affected now: Comcast \(AS7922\) has been down at 4 sites since .*\nBakery \(WAN\), Gym \(WAN\), Hotel \(WAN\), School \(WAN\)\n/,
    ),
  ]);
});
