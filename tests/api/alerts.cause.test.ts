import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startChat, type ChatStandIn } from '#api/demo/chat/chat.ts';
import type { KeyOptions } from '#api/demo/unifi/network-build.ts';
import { as } from '#tests/support/as.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import type { Cast } from '#tests/support/people.ts';
import { Rounds, time } from '#tests/support/rounds.ts';

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

describe('An alert whose cause is found afterwards', () => {
  /** Two access points fail, and two minutes later it turns out that their switch has no power. */
  async function foldAfterwards({ isSent = true } = {}): Promise<void> {
    await rounds.addRule({ channels });
    await pass(0, 1);
    for (const name of ['AP 01', 'AP 02']) rounds.network.device(name).goOffline();
    await pass(2, 3);
    if (isSent) await telling.deliver();
    rounds.network.powerOff('Floor Switch');
    await pass(4, 6);
    await telling.deliver();
  }

  const why = 'It is down because of another device or port, so it became part of the alert about that one.';

  test('ends as part of it, and everyone who was notified about it is notified of that', async () => {
    await setUpChannels();
    await foldAfterwards();
    expect(await rounds.alerts(office)).toMatchObject([{ deviceName: 'Floor Switch' }]);
    const posts = telling.posts();
    expect(posts.map(({ type, data }) => [type, data['device']?.['name']]).toSorted()).toEqual([
      ['alert.opened', 'AP 01'],
      ['alert.opened', 'AP 02'],
      ['alert.opened', 'Floor Switch'],
      ['alert.resolved', 'AP 01'],
      ['alert.resolved', 'AP 02'],
    ]);
    const cause = posts.find(({ data }) => data['device']?.['name'] === 'Floor Switch')!.data;
    expect(cause['affected']).toMatchObject({ count: 12 });
    for (const { data } of posts.filter(({ type }) => type === 'alert.resolved'))
      expect(data['alert']).toMatchObject({ resolution: 'folded', causeAlertId: cause['alert']!['id'] });
    for (const service of ['slack', 'teams']) {
      const folded = bodies(service).filter((one) => one.includes('Part of another alert'));
      expect(folded).toHaveLength(2);
      for (const one of folded) {
        expect(one).toContain(why);
        expect(one).toContain('and 12 devices behind it');
        expect(one).not.toMatch(/recovered|Resolved/);
      }
    }
    const edited = chat.messages.filter(({ service, editedAt }) => service === 'discord' && editedAt);
    expect(edited.map(({ body }) => JSON.stringify(body))).toEqual([
      expect.stringContaining('Part of another alert'),
      expect.stringContaining('Part of another alert'),
    ]);
    const mails = await mailsTo(rounds.running, 'noc@example.test');
    const mail = mails.find(({ subject }) => subject.includes('AP 01') && !subject.includes('Error'));
    expect(mail!.subject).toBe('○ Part of another alert: AP 01 (Office), device offline');
    expect(mail!.text).toContain(why);
  });

  test('is not sent at all if it still waits', async () => {
    await setUpChannels();
    await foldAfterwards({ isSent: false });
    expect(telling.posts().map(({ type, data }) => [type, data['device']?.['name']])).toEqual([
      ['alert.opened', 'Floor Switch'],
    ]);
    const log = await telling.log();
    const ofWebhook = log.filter(({ channel }) => channel === 'webhook');
    expect(ofWebhook.map(({ kind, status, reason }) => [kind, status, reason]).toSorted()).toEqual([
      ['opened', 'sent', null],
      ['opened', 'skipped', 'It became part of another alert before this was sent'],
      ['opened', 'skipped', 'It became part of another alert before this was sent'],
      ['resolved', 'skipped', "This channel wasn't notified when the alert opened"],
      ['resolved', 'skipped', "This channel wasn't notified when the alert opened"],
    ]);
  });

  test('says so in its timeline, with the name and ID of its cause', async () => {
    await foldAfterwards();
    const [cause] = await rounds.alerts(office);
    const [folded] = await rounds.rows<{ id: string }>(`select id from alert where device_name = 'AP 01'`);
    const { alertEntries } = await rounds.ask<{ alertEntries: object[] }>(
      'query ($id: ID!) { alertEntries(alertId: $id) { kind detail causeAlertId } }',
      { id: folded!.id },
    );
    expect(alertEntries.at(-1)).toEqual({ kind: 'folded', detail: 'Floor Switch', causeAlertId: cause!.id });
    expect(alertEntries.at(-2)).toMatchObject({ kind: 'raised', causeAlertId: null });
  });
});

describe('The API', () => {
  const affected = `affected(first: $first, after: $after) { nodes { mac name since until } nextCursor }`;
  const ofAlerts = `
    query ($controller: ID!, $first: Int!, $after: ID) {
      currentAlerts(controllerId: $controller) {
        alerts { id deviceName affectedCount causeAlertId cause { id } folded { id deviceName } ${affected} }
      }
    }`;

  interface Shown {
    id: string;
    deviceName: string;
    affectedCount: number | null;
    cause: { id: string } | null;
    folded: { id: string; deviceName: string }[];
    affected: { nodes: { mac: string; name: string; until: string | null }[]; nextCursor: string | null };
  }

  async function shown(first = 50, after: string | null = null): Promise<Shown[]> {
    const { currentAlerts } = await rounds.ask<{ currentAlerts: { alerts: Shown[] } }>(ofAlerts, {
      controller: office,
      first,
      after,
    });
    return currentAlerts.alerts;
  }

  const detailsOf = async (name: string) => {
    const query = `query ($controller: ID!, $device: ID!) {
      deviceDetails(controllerId: $controller, deviceId: $device) { cause { id deviceName } } }`;
    const device = rounds.network.device(name).device.mac.replaceAll(':', '').toUpperCase();
    const { deviceDetails } = await rounds.ask<{ deviceDetails: { cause: { deviceName: string } | null } }>(
      query,
      { controller: office, device },
    );
    return deviceDetails.cause?.deviceName ?? null;
  };

  beforeEach(async () => {
    await rounds.addRule();
    await pass(0, 1);
  });

  test('lists the devices behind a cause by page, those that are down first', async () => {
    rounds.network.powerOff('Floor Switch');
    await pass(2, 4);
    const [alert] = await shown();
    expect(alert).toMatchObject({
      affectedCount: 12,
      cause: null,
      folded: [],
      affected: { nextCursor: null },
    });
    expect(alert!.affected.nodes.map(({ name, until }) => [name, until])).toEqual(
      aps.map((name) => [name, null]),
    );
    const [{ affected: page } = alert!] = await shown(5);
    expect(page.nodes.map(({ name }) => name)).toEqual(aps.slice(0, 5));
    const [{ affected: next } = alert!] = await shown(5, page.nextCursor);
    expect(next.nodes.map(({ name }) => name)).toEqual(aps.slice(5, 10));
    const [{ affected: last } = alert!] = await shown(5, next.nextCursor);
    expect(last).toMatchObject({ nodes: [{ name: 'AP 11' }, { name: 'AP 12' }], nextCursor: null });
    // A device that comes back between two pages moves to the end, and no other is skipped.
    await rounds.rows("update affected_device set until = now() where name = 'AP 10'");
    const [{ affected: still } = alert!] = await shown(5, next.nextCursor);
    expect(still.nodes.map(({ name }) => name)).toEqual(['AP 11', 'AP 12', 'AP 10']);
  });

  test.each([
    [0, null, '`first` must be 1 or more'],
    [201, null, '`first` must be 200 or less'],
    [5, 'x'.repeat(1001), "`after` isn't a valid cursor"],
    [5, 'FFFFFFFFFFFF', "`after` isn't a valid cursor"],
  ])('refuses a page of %i after %j', async (first, after, sentence) => {
    rounds.network.powerOff('Floor Switch');
    await pass(2, 4);
    await expect(shown(first, after)).rejects.toThrow(sentence);
  });

  test('keeps devices listed when the switch between is removed from UniFi', async () => {
    rounds.network.powerOff('Core Switch');
    await pass(2, 6);
    rounds.network.device('Floor Switch').remove();
    await pass(7, 30);
    const [alert] = await shown();
    const down = alert!.affected.nodes.filter(({ until }) => !until).map(({ name }) => name);
    expect(down).toEqual(expect.arrayContaining(aps));
  });

  test('says when devices behind a cause were up again, and when it was over for the others', async () => {
    rounds.network.powerOff('Floor Switch');
    await pass(2, 4);
    const [alert] = await shown();
    rounds.network.powerOn('Floor Switch');
    await pass(5, 12);
    expect(await rounds.alerts(office)).toEqual([]);
    const query = `query ($id: ID!, $first: Int!, $after: ID) { alert(id: $id) { pastMessage affectedCount ${affected} } }`;
    const { alert: over } = await rounds.ask<{ alert: Shown & { pastMessage: string } }>(query, {
      id: alert!.id,
      first: 50,
      after: null,
    });
    expect(over.pastMessage).toMatch(/was offline from .*, and 12 devices behind it$/);
    expect(over.affected.nodes).toHaveLength(12);
    for (const { until } of over.affected.nodes) expect(until).toEqual(expect.any(String));
  });

  test('leads from a folded alert to its cause and back, and from a device to the alert it is part of', async () => {
    for (const name of ['AP 01', 'AP 02']) rounds.network.device(name).goOffline();
    await pass(2, 3);
    expect(await detailsOf('AP 01')).toBeNull();
    rounds.network.powerOff('Floor Switch');
    await pass(4, 6);
    const [cause, ...others] = await shown();
    expect(others).toEqual([]);
    expect(cause!.folded.map(({ deviceName }) => deviceName).toSorted()).toEqual(['AP 01', 'AP 02']);
    const { alert } = await rounds.ask<{ alert: Shown }>(
      'query ($id: ID!) { alert(id: $id) { deviceName cause { id deviceName } } }',
      { id: cause!.folded[0]!.id },
    );
    expect(alert.cause).toEqual({ id: cause!.id, deviceName: 'Floor Switch' });
    for (const name of ['AP 01', 'AP 12']) expect(await detailsOf(name)).toBe('Floor Switch');
    for (const name of ['Floor Switch', 'Core Switch']) expect(await detailsOf(name)).toBeNull();
  });

  test('explains that a device raised no alert because of its cause, then and later', async () => {
    rounds.network.powerOff('Floor Switch');
    await pass(2, 5);
    const device = rounds.network.device('AP 05').device.mac.replaceAll(':', '').toUpperCase();
    const explained = async (at: string) => {
      const { deviceExplanation } = await rounds.ask<{ deviceExplanation: { rules: { saw: string }[] } }>(
        `query ($controller: ID!, $device: ID!, $at: DateTimeISO) {
          deviceExplanation(controllerId: $controller, deviceId: $device, at: $at) { rules { outcome saw } } }`,
        { controller: office, device, at },
      );
      return deviceExplanation.rules;
    };
    const partOfIt = {
      outcome: 'holding',
      saw: expect.stringMatching(
        /^The device was offline at .* because of Floor Switch, so it's part of that alert and raises none of its own\.$/,
      ),
    };
    expect(await explained(time(5))).toEqual([partOfIt]);
    rounds.network.powerOn('Floor Switch');
    await pass(6, 12);
    expect(await explained(time(5))).toEqual([partOfIt]);
    expect(await explained(time(12))).toMatchObject([{ outcome: 'well' }]);
    await rounds.rows('update alert_rule set fold = false');
    expect(await explained(time(5))).toMatchObject([{ saw: expect.not.stringContaining('because of') }]);
  });

  test('counts devices behind a cause as offline, though they raise no alerts', async () => {
    rounds.network.powerOff('Floor Switch');
    await pass(2, 4);
    expect(await rounds.figures()).toMatchObject({ offlineDevices: 13 });
    const { openAlertCount } = await rounds.ask<{ openAlertCount: number }>('{ openAlertCount }');
    expect(openAlertCount).toBe(1);
  });

  test('shows no one the devices of another team', async () => {
    rounds.network.powerOff('Floor Switch');
    await pass(2, 4);
    const [alert] = await shown();
    const bob = await rounds.person('Bob');
    const { data, errors } = await as(bob).ask(
      'query ($id: ID!) { alert(id: $id) { affected { nodes { name } } } }',
      {
        id: alert!.id,
      },
    );
    expect(data?.['alert'] ?? null).toBeNull();
    expect(errors).toMatchObject([{ message: 'Alert not found' }]);
  });

  test('keeps every device apart where the rule says so, and still lists them in the alert of the cause', async () => {
    await rounds.rows('update alert_rule set fold = false');
    rounds.network.powerOff('Floor Switch');
    await pass(2, 4);
    const alerts = await shown();
    expect(alerts).toHaveLength(13);
    expect(alerts.find(({ deviceName }) => deviceName === 'Floor Switch')).toMatchObject({
      affectedCount: 12,
    });
    expect(await detailsOf('AP 05')).toBe('Floor Switch');
  });
});
