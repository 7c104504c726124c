// Monthly reports by email: who gets them, and that nobody gets one twice.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { scheduleReports, updateReports } from '#api/features/reports/reports.job.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { mailsTo, outboxMails } from '#tests/support/mailbox.ts';
import { addMember } from '#tests/support/members.ts';
import { addController, addPerson, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let alice: Person;
let mia: Person & { memberId: string };
let customer: string;

const rows = <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  running.app.orm.em.fork().execute<Row[]>(sql, values);
const outside = 'it@acme.test';
const kind = 'monthly-report';

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());

/** Alice's team in New York has one site, of the customer Acme, with one alert in March 2024. Nothing was measured. */
beforeEach(async () => {
  await emptyDatabase();
  alice = await addPerson(running, { firstName: 'Alice' });
  mia = await addMember(alice, TeamRole.member);
  const controller = await addController(alice);
  await rows(`update team set time_zone = 'America/New_York'`);
  await rows(`update controller set created_at = '2024-03-28T00:00:00Z', selected_site_id = null`);
  customer = ((await rest(alice).post('/api/customers', { name: 'Acme' })).body as { id: string }).id;
  await rows(
    `insert into team_site (team_id, host_id, name, controller_id, customer_id) values (?, 'office', 'Office', ?, ?)`,
    [alice.teamId, controller, customer],
  );
  await rows(
    `insert into device (controller_id, host_id, mac, name, role, is_console, state, state_since)
     values (?, 'office', '1', 'AP Lobby', 'access_point', false, 'online', now())`,
    [controller],
  );
  await rows(
    `insert into alert (team_id, controller_id, rule_name, subject, type, severity, device_name, site_id, site_name, since,
                        "timestamp", resolved_at, resolution)
     values (?, ?, 'Down', 'x', 'device_offline', 'critical', 'AP Lobby', 'office', 'Office', '2024-03-29T12:00:00Z',
             '2024-03-29T12:01:00Z', '2024-03-29T12:31:00Z', 'recovered')`,
    [alice.teamId, controller],
  );
});
afterEach(() => {
  vi.useRealTimers();
});

/** 1 April 2024, 07:00 in New York. */
const due = '2024-04-01T11:00:00Z';

async function update(now: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  await updateReports(running.app, { teamId: alice.teamId });
  vi.useRealTimers();
}

const save = (input: object, person = alice) =>
  rest(person).put('/api/report-schedules', {
    customerId: customer,
    isActive: true,
    memberIds: [mia.memberId],
    addresses: [outside],
    ...input,
  });
const sent = async () => (await outboxMails(running, { kind })).map(({ to }) => to);

test('A report is sent on the first of the month at seven, once to each recipient, however often the job runs', async () => {
  expect((await save({ addresses: ['IT@Acme.test', outside] })).body).toMatchObject({ addresses: [outside] });
  await update('2024-04-01T10:59:00Z');
  expect(await sent()).toEqual([]);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(due) });
  await Promise.all([1, 2].map(() => updateReports(running.app, { teamId: alice.teamId })));
  await update('2024-04-02T11:00:00Z');
  expect((await sent()).toSorted()).toEqual([outside, mia.email].toSorted());
  await update('2024-05-01T11:00:00Z');
  expect(await sent()).toHaveLength(4);
});

test('The email has the key figures and the PDF. Members can open the report, and others reply to the owner', async () => {
  await save({});
  await update(due);
  const [toMember] = await mailsTo(running, mia.email);
  const [toOther] = await mailsTo(running, outside);
  expect(toMember).toMatchObject({ subject: 'Acme: network report for March 2024', replyTo: null });
  expect(toMember?.text).toContain('Uptime: Not measured');
  expect(toMember?.text).toContain('Incidents: 1 (1 critical)');
  expect(toMember?.text).toContain(
    'Longest outage: 31 min: AP Lobby (Office), 29 Mar 2024, 08:00 to 08:31 EDT',
  );
  expect(toMember?.text).toContain(`/reports?month=2024-03&customer=${customer}`);
  expect(toOther?.replyTo).toBe(alice.email);
  expect(toOther?.text).not.toContain('/reports?');
  const { attachment } = toOther as unknown as { attachment: { name: string; url: string } };
  expect(attachment.name).toBe('acme-2024-03.pdf');
  const file = await fetch(running.url + attachment.url);
  expect([file.headers.get('content-type'), (await file.text()).slice(0, 5)]).toEqual([
    'application/pdf',
    '%PDF-',
  ]);
});

test('An email whose figures are gone is given up, and says why', async () => {
  await save({});
  await update(due);
  await rows('delete from report_schedule');
  await rows('delete from customer');
  expect((await mailsTo(running, outside)) as object[]).toMatchObject([
    { status: 'failed', failure: 'The attached file no longer exists' },
  ]);
});

test('Who unsubscribes gets none from then on, and can come back', async () => {
  await save({});
  await update(due);
  const [mail] = await mailsTo(running, outside);
  const [, path = '', token = ''] =
    /netlantern\.test(\/hooks\/unsubscribe\/reports\/(\S+))/.exec(mail!.text) ?? [];
  const link = async () =>
    (
      await as({ server: running, token: null }).ask(
        `{ reportLink(token: "${token}") { address unsubscribed } }`,
      )
    ).data;
  expect(await link()).toEqual({ reportLink: { address: outside, unsubscribed: false } });
  const answer = await fetch(running.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(answer.status).toBe(200);
  const { body } = await rest(alice).get('/api/report-schedules');
  expect(body).toMatchObject([{ customerId: customer, addresses: [outside], unsubscribed: [outside] }]);
  await update('2024-05-01T11:00:00Z');
  expect((await sent()).filter((to) => to === outside)).toHaveLength(1);
  await as({ server: running, token: null }).ask(`mutation { rejoinReports(token: "${token}") { address } }`);
  expect(await link()).toMatchObject({ reportLink: { unsubscribed: false } });
  await update('2024-06-01T11:00:00Z');
  expect((await sent()).filter((to) => to === outside)).toHaveLength(2);
  const forged = await as({ server: running, token: null }).ask(
    '{ reportLink(token: "nonsense") { address } }',
  );
  expect(forged.errors?.[0]?.extensions.code).toBe('NOT_FOUND');
});

test.each([
  ['the schedule is off', () => save({ isActive: false })],
  ['nobody was asked for one', async () => undefined],
  ['the team has no active package', () => rows(`update team set active_until = '2024-03-30T00:00:00Z'`)],
  ['the customer has no sites', () => rows('delete from alert; update team_site set customer_id = null')],
  [
    'a member has left and the other address is unsubscribed',
    async () => {
      await rows('delete from membership where id = ?', [mia.memberId]);
      await rows('insert into report_unsubscription (team_id, address) values (?, ?)', [
        alice.teamId,
        outside,
      ]);
    },
  ],
])('Nothing is sent if %s', async (reason, change) => {
  if (!reason.startsWith('nobody')) await save({});
  await change();
  await update(due);
  expect(await sent()).toEqual([]);
});

test('A report that is days late is stored without emails', async () => {
  await save({});
  await update('2024-04-04T12:00:00Z');
  expect(await sent()).toEqual([]);
  expect(await rows('select from report_month')).toHaveLength(1);
});

test('The schedule finds teams with something to do, and leaves others alone', async () => {
  const waiting = () => rows(`select from graphile_worker.jobs where task_identifier = 'update-reports'`);
  const at = async (now: string) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    await scheduleReports(running.app, {});
    vi.useRealTimers();
  };
  await update(due);
  await at('2024-04-01T12:00:00Z');
  expect(await waiting()).toHaveLength(0);
  await at('2024-04-02T12:00:00Z');
  expect(await waiting()).toHaveLength(1);
});

test.each([
  [{ addresses: ['nonsense'] }, 400, 'nonsense isn’t an email address'],
  [{ addresses: Array.from({ length: 11 }, (_, at) => `a${at}@acme.test`) }, 400, 'Add up to 10 addresses'],
  [{ memberIds: ['11111111-1111-4111-8111-111111111111'] }, 400, 'Choose members of your team'],
  [{ memberIds: ['nobody'] }, 400, 'Choose members of your team'],
  [{ memberIds: [], addresses: [] }, 400, 'Choose at least one recipient'],
  [{ customerId: '11111111-1111-4111-8111-111111111111' }, 404, 'Customer not found'],
])('A schedule with %j is refused', async (input, status, message) => {
  const answer = await save(input);
  expect([answer.status, answer.body]).toMatchObject([status, { message }]);
});

test('A customer whose report is emailed, or who gets new sites, can’t be deleted unnoticed', async () => {
  const remove = async () => (await rest(mia).delete(`/api/customers/${customer}`)).body;
  const [controller] = await rows<{ id: string; name: string }>('select id, name from controller');
  const path = `/api/controllers/${controller!.id}/default-customer`;
  await rest(alice).put(path, { customerId: customer });
  await save({});
  expect(await remove()).toMatchObject({
    message: `“Acme” can’t be deleted while it’s in use by its monthly report email (the team owner can turn that off) and the controller “${controller!.name}” (for its new sites). Change or delete those first.`,
    uses: [{ kind: 'report_emails' }, { kind: 'default_customer', name: controller!.name }],
  });
  await save({ isActive: false });
  await rest(alice).put(path, { customerId: null });
  expect(await remove()).toEqual({ id: customer });
});

test('Schedules come in pages, those of all sites first, or one customer’s alone', async () => {
  await rest(alice).post('/api/customers', { name: 'Birch' });
  await save({});
  await save({ customerId: null });
  const listed = async (query: string, person = alice) => {
    const { status, body } = await rest(person).get(`/api/report-schedules${query}`);
    if (status !== 200) return body['message'];
    return (body as unknown as { customerName: string | null }[]).map(({ customerName }) => customerName);
  };
  expect(await listed('')).toEqual([null, 'Acme']);
  expect(await listed('?first=1&skip=1')).toEqual(['Acme']);
  expect(await listed(`?customerId=${customer}`)).toEqual(['Acme']);
  expect(await listed('?first=201')).toBe('`first` must be 200 or less');
  const bob = await addPerson(running, { firstName: 'Bob' });
  expect(await listed(`?customerId=${customer}`, bob)).toBe('Customer not found');
});

test('Only the owner changes who gets reports, and only for their own customers', async () => {
  expect((await save({}, mia)).status).toBe(403);
  const bob = await addPerson(running, { firstName: 'Bob' });
  expect((await save({ memberIds: [] }, bob)).status).toBe(404);
  expect((await rest(bob).get('/api/report-schedules')).body).toEqual([]);
});

test('The owner can email a report to themselves, but no other team’s, and no month without figures', async () => {
  const send = (person = alice) =>
    as(person).ask(`mutation { sendReportToMe(month: "2024-03", customerId: "${customer}") }`);
  await update(due);
  expect(await send()).toMatchObject({ data: { sendReportToMe: alice.email } });
  const [mine] = await mailsTo(running, alice.email);
  expect(mine).toMatchObject({ subject: 'Acme: network report for March 2024' });
  expect(mine?.text).toContain(`/reports?month=2024-03&customer=${customer}`);
  const bob = await addPerson(running, { firstName: 'Bob' });
  expect((await send(bob)).errors?.[0]?.message).toBe('Customer not found');
  expect((await send(mia)).errors?.[0]?.message).toMatch(/owner/);
  const early = await as(alice).ask('mutation { sendReportToMe(month: "2020-01") }');
  expect(early.errors?.[0]?.message).toBe('There are no figures of this month');
});

test('Viewers see who gets which report, as they see the recipients of email channels', async () => {
  await save({});
  await rest(alice).post('/api/integrations', {
    type: 'email',
    isActive: true,
    config: { recipients: [outside] },
  });
  const viewer = await addMember(alice, TeamRole.viewer, 'Vera');
  const { data } = await as(viewer).ask(
    '{ reportSchedules { customerName addresses } integrations { type config } }',
  );
  expect(data).toMatchObject({
    reportSchedules: [{ customerName: 'Acme', addresses: [outside] }],
    integrations: [{ type: 'email', config: { recipients: [outside] } }],
  });
  expect((await save({ addresses: [] }, viewer)).status).toBe(403);
});
