// The HaloPSA tickets of an outage of a provider: the alert's own, and one for each further client.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startHalopsa, type HalopsaStandIn } from '#api/demo/halopsa/halopsa.ts';
import { noteText, type HalopsaTicketRow } from '#api/demo/halopsa/tickets.ts';
import { client, site } from '#api/demo/halopsa/world.ts';
import type { ConsoleOptions } from '#api/demo/unifi/network-build.ts';
import { doubleTickets } from '#tests/support/invariants.ts';
import { runJobs } from '#tests/support/mailbox.ts';
import { Rounds, time } from '#tests/support/rounds.ts';

let rounds: Rounds;
let halo: HalopsaStandIn;
let account: string;

beforeAll(async () => {
  rounds = await Rounds.start({ config: { outboundAllow: ['127.0.0.1'] } });
});
afterAll(() => rounds.running.close());
beforeEach(begin);
afterEach(async () => {
  expect(doubleTickets(halo.tickets)).toEqual([]);
  await rounds.end();
});

const at = (name: string, isp: string): ConsoleOptions => ({ name, lines: [{ isp }] });
const sites = [
  ...['Bakery', 'Kiosk', 'School', 'Gym', 'Hotel'].map((name) => at(name, 'Comcast')),
  ...['Museum', 'Garage', 'Farm'].map((name, nth) => at(name, ['Bahnhof', 'Vodafone', 'Telia'][nth]!)),
];
/** Customers with their HaloPSA client and sites. */
const customers: [string, number, string[]][] = [
  ['Contoso Dental', 246, ['Bakery', 'Kiosk']],
  ['Fabrikam Retail', 301, ['School', 'Gym']],
  ['Adatum', 303, ['Hotel']],
];

async function begin(): Promise<void> {
  await rounds.begin({ keys: [{ value: 'test-key', consoles: sites }] });
  halo = rounds.later(await startHalopsa({ tenant: 'lantern' }));
  halo.world.clients.push(client(303, 'Adatum'));
  halo.world.sites.push(site(603, 'Main', 303, 'Adatum'));
  account = await rounds.addController();
  await pass(0);
  for (const [name, haloClientId, own] of customers) {
    const { body } = await rounds.rest('POST /api/customers', { name, haloClientId, haloClientName: name });
    await rounds.rows(
      `update team_site set customer_id = ? where name in (${own.map((one) => `'${one}'`).join(', ')})`,
      [body['id']],
    );
  }
  await connect({ ticketPerClient: true, closesTickets: true, resolvedStatusId: 9 });
  await rounds.addRule({
    name: 'Provider',
    condition: 'isp_outage',
    duration: 1,
    haloEnabled: true,
    haloSeverityLevels: ['critical'],
  });
}

async function connect(input: object): Promise<void> {
  const { authServer, resourceServer, clientId, clientSecret } = halo;
  const settings = { authServer, resourceServer, clientId, clientSecret, ...input };
  const { status } = await rounds.rest('POST /api/integrations/halopsa', settings);
  expect(status).toBe(200);
  await runJobs(rounds.running);
}

async function pass(from: number, to = from): Promise<void> {
  for (let minute = from; minute <= to; minute++) await rounds.round(account, minute);
}
const down = (...names: string[]) => {
  for (const name of names) rounds.network.console(name).line('WAN').goDown();
};
const up = (...names: string[]) => {
  for (const name of names) rounds.network.console(name).line('WAN').clear();
};
/** Runs what is due, and what that adds. */
async function work(): Promise<void> {
  const due = 'select from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts';
  do await runJobs(rounds.running);
  while ((await rounds.rows(due)).length > 0);
}
/** What waits is due. */
async function later(): Promise<void> {
  await rounds.rows('update graphile_worker._private_jobs set run_at = now()');
  await work();
}
const ticketOf = (name: string): HalopsaTicketRow => halo.tickets.find((one) => one.client_name === name)!;
const opened = () => halo.tickets.map((one) => one.client_name);
const notes = ({ notes: all }: HalopsaTicketRow) => all.map(({ note }) => noteText(note).trim());
const line = (details: string, name: string) =>
  details
    .split('\n')
    .find((one) => one.startsWith(`${name}: `))
    ?.slice(name.length + 2);

/** Bakery fails first, and an outage is reported with these. */
async function outage(...others: string[]): Promise<void> {
  down('Bakery');
  await pass(1);
  down(...others);
  await pass(2, 4);
  await work();
  await later();
}

describe('Each further client of an outage', () => {
  test('has a ticket of its own, which names only its own sites, and both name each other', async () => {
    await outage('Kiosk', 'School', 'Gym', 'Hotel');
    expect(opened()).toEqual(['Contoso Dental', 'Fabrikam Retail', 'Adatum']);
    const [main, fabrikam, adatum] = halo.tickets as [HalopsaTicketRow, HalopsaTicketRow, HalopsaTicketRow];
    expect(main.summary).toMatch(/^Comcast \(AS7922\) has been down at 5 sites since /);
    expect(line(main.details, 'Sites')).toBe('Bakery (WAN), Kiosk (WAN), and 3 at other clients');
    expect(fabrikam.summary).toMatch(/^Comcast \(AS7922\) has been down at 2 sites since /);
    expect(line(fabrikam.details, 'Sites')).toBe('Gym (WAN), School (WAN)');
    expect(line(adatum.details, 'Sites')).toBe('Hotel (WAN)');
    for (const [ticket, others] of [
      [main, /School|Gym|Hotel|Fabrikam|Adatum/],
      [fabrikam, /Bakery|Kiosk|Hotel|Contoso|Adatum/],
      [adatum, /Bakery|Kiosk|School|Gym|Contoso|Fabrikam/],
    ] as const)
      expect(`${ticket.summary}\n${ticket.details}`).not.toMatch(others);
    expect(line(fabrikam.details, 'Main ticket')).toBe(`${main.id} ${halo.url}/tickets?id=${main.id}`);
    expect(notes(main)).toEqual([
      `Ticket ${fabrikam.id} was opened for Fabrikam Retail, which is affected as well.\n${halo.url}/tickets?id=${fabrikam.id}`,
      `Ticket ${adatum.id} was opened for Adatum, which is affected as well.\n${halo.url}/tickets?id=${adatum.id}`,
    ]);
    expect(main.notes.every(({ hiddenFromUser }) => hiddenFromUser)).toBe(true);
  });

  test('gets it when its first site joins, and no second one when another does', async () => {
    await outage('Kiosk', 'Hotel');
    expect(opened()).toEqual(['Contoso Dental', 'Adatum']);
    down('School');
    await pass(5, 6);
    await work();
    expect(opened()).toEqual(['Contoso Dental', 'Adatum', 'Fabrikam Retail']);
    expect(ticketOf('Fabrikam Retail').summary).toMatch(
      /^Comcast \(AS7922\) has been down at 1 site since 12:04 UTC/,
    );
    down('Gym');
    await pass(7, 8);
    await later();
    expect(opened()).toHaveLength(3);
    expect(line(ticketOf('Fabrikam Retail').details, 'Sites')).toBe('School (WAN)');
  });

  test('has it closed when its last site is back, and reopened if one fails again', async () => {
    await outage('Kiosk', 'School', 'Gym', 'Hotel');
    const fabrikam = ticketOf('Fabrikam Retail');
    up('School');
    await pass(5, 6);
    await later();
    expect(fabrikam.dateclosed).toBeNull();
    up('Gym');
    await pass(7, 10);
    await later();
    expect(fabrikam).toMatchObject({ status_id: 9, dateclosed: expect.any(Date) });
    expect(notes(fabrikam).at(-1)).toMatch(
      /^All sites of this ticket are back: Gym \(WAN\), School \(WAN\)\n/,
    );
    for (const name of ['Contoso Dental', 'Adatum']) expect(ticketOf(name).dateclosed).toBeNull();
    down('School');
    await pass(11, 12);
    await later();
    expect(fabrikam).toMatchObject({ status_id: 1, dateclosed: null });
    expect(notes(fabrikam).at(-1)).toMatch(
      /^Sites are down again: .* down at 1 site since .*\nSchool \(WAN\)\n/,
    );
    expect(opened()).toHaveLength(3);
  });

  test('has it closed with the main one when the outage ends', async () => {
    await outage('Kiosk', 'School', 'Hotel');
    up('Bakery', 'Kiosk', 'School', 'Hotel');
    await pass(5, 10);
    await later();
    await later();
    expect(halo.tickets.map(({ status_id }) => status_id)).toEqual([9, 9, 9]);
    expect(notes(ticketOf('Adatum')).at(-1)).toMatch(/^Resolved: Comcast \(AS7922\) was down at 1 site /);
  });

  test('has none if the option is off, which it is by default', async () => {
    await connect({ ticketPerClient: false });
    await outage('Kiosk', 'School', 'Hotel');
    expect(opened()).toEqual(['Contoso Dental']);
    expect(line(halo.tickets[0]!.details, 'Sites')).toBe(
      'Bakery (WAN), Hotel (WAN), Kiosk (WAN), School (WAN)',
    );
    const { body } = await rounds.rest('DELETE /api/integrations/halopsa');
    expect(body).toBeTruthy();
    const { authServer, resourceServer, clientId, clientSecret } = halo;
    const again = { authServer, resourceServer, clientId, clientSecret };
    expect((await rounds.rest('POST /api/integrations/halopsa', again)).body).toMatchObject({
      ticketPerClient: false,
    });
  });

  test('has none if the rule names a client, to which all of its tickets go', async () => {
    await rounds.rows(`update alert_rule set halo_client_id = 246, halo_client_name = 'Contoso Dental'`);
    await outage('Kiosk', 'School', 'Hotel');
    expect(opened()).toEqual(['Contoso Dental']);
    expect(line(halo.tickets[0]!.details, 'Sites')).toBe(
      'Bakery (WAN), Hotel (WAN), Kiosk (WAN), School (WAN)',
    );
  });

  test('waits for the end of a maintenance that covers all of its sites', async () => {
    await rounds.rest('POST /api/maintenance-windows', {
      name: 'Cabling',
      startsAt: time(0).slice(0, 16),
      timeZone: 'UTC',
      minutes: 240,
      controllerId: account,
      siteId: rounds.network.console('Hotel').hostId,
    });
    await outage('Kiosk', 'School', 'Hotel');
    expect(opened()).toEqual(['Contoso Dental', 'Fabrikam Retail']);
    const { body } = await rounds.rest<{ id: string }[]>('GET /api/maintenance-windows');
    await rounds.rest(`POST /api/maintenance-windows/${body[0]!.id}/end`);
    await work();
    expect(opened()).toEqual(['Contoso Dental', 'Fabrikam Retail', 'Adatum']);
  });
});

describe('Which sites a ticket is about stays the same', () => {
  /** All sites are back, and the outage ends. */
  async function end(): Promise<void> {
    up('Bakery', 'Kiosk', 'School', 'Hotel');
    await pass(5, 10);
    for (let times = 0; times < 3; times++) await later();
  }
  const statuses = () => halo.tickets.map(({ status_id }) => status_id);

  test('if a site gets another customer', async () => {
    await outage('Kiosk', 'School', 'Hotel');
    await rounds.rows(
      `update team_site set customer_id = (select id from customer where name = 'Fabrikam Retail') where name = 'Hotel'`,
    );
    await end();
    expect(opened()).toEqual(['Contoso Dental', 'Fabrikam Retail', 'Adatum']);
    expect(statuses()).toEqual([9, 9, 9]);
    expect(notes(ticketOf('Fabrikam Retail')).at(-1)).toMatch(/^Resolved: .* was down at 1 site /);
  });

  test('if the rule no longer opens tickets: they stay open while a site is down, and are closed at the end', async () => {
    await outage('Kiosk', 'School', 'Hotel');
    await rounds.rows('update alert_rule set halo_enabled = false');
    down('Gym');
    await pass(5, 8);
    await later();
    await later();
    expect(statuses()).toEqual([1, 1, 1]);
    up('Gym', 'Bakery', 'Kiosk', 'School', 'Hotel');
    await pass(9, 14);
    for (let times = 0; times < 3; times++) await later();
    expect(statuses()).toEqual([9, 9, 9]);
  });

  test('if the rule is deleted, and each is closed with its number of sites', async () => {
    await outage('Kiosk', 'School', 'Hotel');
    const [rule] = await rounds.rows<{ id: string }>('select id from alert_rule');
    await rounds.rest(`DELETE /api/alert-rules/${rule!.id}`);
    await work();
    rounds.at(20);
    await later();
    await later();
    expect(statuses()).toEqual([9, 9, 9]);
    expect(notes(ticketOf('Adatum')).at(-1)).toMatch(/ down at 1 site /);
  });
});

test('A linked ticket that HaloPSA refuses for its client is opened for the client that its site has now, once someone tries again', async () => {
  halo.world.clients.splice(
    halo.world.clients.findIndex(({ id }) => id === 303),
    1,
  );
  await outage('Kiosk', 'Hotel');
  expect(opened()).toEqual(['Contoso Dental']);
  const failed = () => rounds.rows(`select linked_client_id from halopsa_ticket where status = 'failed'`);
  expect(await failed()).toEqual([{ linked_client_id: 303 }]);
  await rounds.rows(
    `update team_site set customer_id = (select id from customer where name = 'Fabrikam Retail') where name = 'Hotel'`,
  );
  const [alert] = await rounds.rows<{ id: string }>(`select id from alert where type = 'isp_outage'`);
  await rounds.ask(`mutation($id: ID!) { retryTicket(alertId: $id) { id } }`, { id: alert!.id });
  await later();
  expect(opened()).toEqual(['Contoso Dental', 'Fabrikam Retail']);
  expect(line(ticketOf('Fabrikam Retail').details, 'Sites')).toBe('Hotel (WAN)');
  expect(await failed()).toEqual([]);
});

test('A client reads once that its sites are back, if people close tickets by hand', async () => {
  await connect({ ticketPerClient: true, closesTickets: false });
  await outage('Kiosk', 'School', 'Hotel');
  up('Hotel');
  await pass(5, 8);
  await later();
  const back = () => notes(ticketOf('Adatum')).filter((note) => /^(All sites|Resolved)/.test(note));
  expect(back()).toHaveLength(1);
  down('Gym');
  await pass(9, 11);
  await later();
  up('Gym');
  await pass(12, 15);
  await later();
  expect(back()).toHaveLength(1);
  up('Bakery', 'Kiosk', 'School');
  await pass(16, 21);
  await later();
  await later();
  expect(notes(ticketOf('Contoso Dental')).at(-1)).toMatch(/^Resolved/);
  expect(back()).toHaveLength(1);
});

test('A site without a client is named in the main ticket', async () => {
  await rounds.rows(`update team_site set customer_id = null where name = 'Hotel'`);
  await outage('Kiosk', 'School', 'Hotel');
  expect(opened()).toEqual(['Contoso Dental', 'Fabrikam Retail']);
  expect(line(halo.tickets[0]!.details, 'Sites')).toBe(
    'Bakery (WAN), Hotel (WAN), Kiosk (WAN), and 1 at other clients',
  );
});

test('The main ticket says that the sites still down are at other clients once its own are back', async () => {
  await outage('School', 'Hotel');
  up('Bakery');
  await pass(5, 8);
  await later();
  const note = notes(ticketOf('Contoso Dental')).find((one) => one.startsWith('Affected now'));
  expect(note).toMatch(/ has been down at 2 sites since .*\n2 sites at other clients\n/);
});

test('The ticket of a client’s own alert that became part of an outage names that client’s linked ticket', async () => {
  await rounds.rows(`update alert_rule set threshold = '3' where condition = 'isp_outage'`);
  await rounds.addRule({
    name: 'Consoles',
    condition: 'device_offline',
    duration: 1,
    haloEnabled: true,
    haloSeverityLevels: ['critical', 'warning'],
  });
  down('Bakery');
  await pass(1, 2);
  down('Hotel');
  await pass(3, 7);
  await work();
  expect(opened().toSorted()).toEqual(['Adatum', 'Contoso Dental']);
  down('School');
  await pass(8, 12);
  for (let times = 0; times < 5; times++) await later();
  const [own, linked] = halo.tickets.filter((one) => one.client_name === 'Adatum');
  expect(notes(own!).at(-1)).toContain(`See ticket ${linked!.id}:`);
});

describe('A linked ticket is opened once', () => {
  test('if HaloPSA drops the connection after creating it', async () => {
    halo.faults.add({ on: 'POST /api/Tickets', does: 'doThenDrop', times: 2 });
    await outage('Kiosk', 'Hotel');
    for (let times = 0; times < 4; times++) await later();
    expect(opened()).toEqual(['Contoso Dental', 'Adatum']);
  });

  test('if the program is killed between its request and its record', async () => {
    await outage('Kiosk', 'Hotel');
    await rounds.rows(
      `update halopsa_ticket set status = 'unknown', ticket_id = null, home = null where linked_client_id is not null`,
    );
    const [row] = await rounds.rows<{ id: string; team_id: string }>(
      'select id, team_id from halopsa_ticket where linked_client_id is not null',
    );
    await rounds.rows(`select graphile_worker.add_job('open-halopsa-ticket', ?::json)`, [
      JSON.stringify({ ticket: row!.id, teamId: row!.team_id }),
    ]);
    await later();
    expect(opened()).toEqual(['Contoso Dental', 'Adatum']);
    const [again] = await rounds.rows<{ status: string; ticket_id: number }>(
      'select status, ticket_id from halopsa_ticket where linked_client_id is not null',
    );
    expect(again).toEqual({ status: 'open', ticket_id: ticketOf('Adatum').id });
  });
});

test.each([
  { queued: { isWorse: true }, text: /^Escalated: / },
  { queued: { isWorse: false }, text: /^The alert is flapping: / },
])('A note that the previous release queued as $queued is still written', async ({ queued, text }) => {
  await outage('Kiosk', 'Hotel');
  const [row] = await rounds.rows<{ id: string; team_id: string }>(
    'select id, team_id from halopsa_ticket where linked_client_id is null',
  );
  await rounds.rows(`select graphile_worker.add_job('note-halopsa-ticket', ?::json)`, [
    JSON.stringify({ ticket: row!.id, teamId: row!.team_id, ...queued }),
  ]);
  await later();
  expect(notes(ticketOf('Contoso Dental')).at(-1)).toMatch(text);
});

test('Someone who closes one client’s ticket in HaloPSA doesn’t acknowledge the outage', async () => {
  await outage('Kiosk', 'Hotel');
  ticketOf('Adatum').dateclosed = new Date();
  Object.assign(ticketOf('Adatum'), { status_id: 9, wasClosed: true });
  await rounds.rows('update halopsa_ticket set next_check_at = now() where next_check_at is not null');
  await later();
  const [alert] = await rounds.rows<{ acknowledged_at: Date | null; ticket_id: number }>(
    `select acknowledged_at, ticket_id from alert where type = 'isp_outage'`,
  );
  expect(alert).toEqual({ acknowledged_at: null, ticket_id: ticketOf('Contoso Dental').id });
});

test('The alert lists the tickets of further clients', async () => {
  await outage('Kiosk', 'School', 'Hotel');
  const [alert] = await rounds.rows<{ id: string }>(`select id from alert where type = 'isp_outage'`);
  const { halopsaTicket } = await rounds.ask<{ halopsaTicket: object }>(
    `{ halopsaTicket(alertId: "${alert!.id}") { ticketId clientName
         linkedTickets { ticketId ticketUrl clientName status linkedTickets { id } } } }`,
  );
  const linked = (name: string) => {
    const { id } = ticketOf(name);
    const url = `${halo.url}/tickets?id=${id}`;
    return { ticketId: id, ticketUrl: url, clientName: name, status: 'open', linkedTickets: [] };
  };
  expect(halopsaTicket).toEqual({
    ticketId: ticketOf('Contoso Dental').id,
    clientName: 'Contoso Dental',
    linkedTickets: [linked('Fabrikam Retail'), linked('Adatum')],
  });
});

test('Turning the option off and on again is in the audit log', async () => {
  await connect({ ticketPerClient: false });
  await connect({ ticketPerClient: true });
  const entries = await rounds.rows<{ before: object; after: object }>(
    `select before, after from audit_entry where action = 'halopsa.update' order by id desc limit 2`,
  );
  expect(entries).toMatchObject([
    { before: { ticketPerClient: false }, after: { ticketPerClient: true } },
    { before: { ticketPerClient: true }, after: { ticketPerClient: false } },
  ]);
});
