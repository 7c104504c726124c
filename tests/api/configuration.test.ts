import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  AppliedConfiguration,
  ConfigurationPreview,
} from '#api/features/configuration/configuration.ts';
import { loopback } from '#tests/support/deliveries.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

const address = 'https://127.0.0.1/hook/sEcReTsEcReTsEcReT';

let running: Running;
let cast: Cast;
beforeAll(async () => {
  running = await startServer({ config: loopback });
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
});

const fileOf = async (person: Person) => (await rest(person).get('/api/configuration')).text;
const preview = async (file: string, person: Person = cast.alice): Promise<ConfigurationPreview> => {
  const { status, body } = await rest(person).post('/api/configuration/preview', { file });
  expect(status).toBe(200);
  return body;
};
const put = (file: string, basedOn: string, person: Person = cast.alice) =>
  rest(person).put('/api/configuration', { file, basedOn });
const apply = async (file: string, person: Person = cast.alice): Promise<AppliedConfiguration> => {
  const { status, body } = await put(file, (await preview(file, person)).basedOn, person);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};
const inShort = ({ changes }: { changes: ConfigurationPreview['changes'] }) =>
  changes.map(({ kind, section, name, fields }) => [
    `${kind} ${section} ${name}`,
    ...fields.map(({ field, before, after }) => `${field}: ${before} → ${after}`),
  ]);

/** A team with something of everything, named as people name things. */
async function setUp(): Promise<void> {
  const alice = rest(cast.alice);
  const { controllerId } = cast.alice;
  const made = [
    await alice.post('/api/alert-rules', {
      name: 'AP: "down" # 🚨 *',
      condition: 'device_offline',
      channels: ['email', 'webhook'],
      controllerId,
      haloEnabled: true,
      haloSeverityLevels: ['critical', 'error'],
      haloPriority: 4,
    }),
    await alice.post('/api/alert-rules', { name: '007', condition: 'high_cpu', threshold: '80%' }),
    await alice.post('/api/alert-rules', { name: '007', condition: 'high_memory', isActive: false }),
    await alice.post('/api/integrations', {
      type: 'webhook',
      config: { webhookUrl: address, events: ['alert.opened'] },
    }),
    await alice.post('/api/integrations', { type: 'email', config: { recipients: ['noc@example.test'] } }),
    await alice.post('/api/maintenance-windows', {
      name: 'Patch – día',
      repeats: 'weekly',
      weekdays: [5, 2],
      startsAt: '2026-11-20T22:00',
      minutes: 60,
      timeZone: 'Europe/Berlin',
      deviceMac: '74:ac:b9:12:34:56',
      controllerId,
    }),
  ];
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
}

describe('The file of a team', () => {
  test('describes the set-up, and applying it unchanged changes nothing', async () => {
    await setUp();
    const file = await fileOf(cast.alice);
    expect(file).toContain(`  - name: 'AP: "down" # 🚨 *'`);
    expect(file).toContain('    controller: Head Office\n');
    expect(file).toContain('    events: [alert.opened]\n');
    expect(await preview(file)).toMatchObject({ changes: [], problems: [], toEnter: [], unchanged: 8 });
    await apply(file);
    expect(await fileOf(cast.alice)).toBe(file);
  });

  test('is accepted for a team of a thousand rules with long names, but no other request may be so large', async () => {
    await running.app.orm.em.execute(
      `insert into alert_rule (team_id, name, condition) select ?, 'Access points of floor ' || n || repeat(' and the next', 5), 'device_offline'
         from generate_series(1, 1000) as n`,
      [cast.alice.teamId],
    );
    const file = await fileOf(cast.alice);
    expect(file.length).toBeGreaterThan(100 * 1024);
    expect((await preview(file)).changes).toEqual([]);
    await running.app.orm.em.execute(`update membership set role = 'viewer' where user_id = ?`, [
      cast.bob.userId,
    ]);
    const { status } = await rest(cast.bob).post('/api/configuration/preview', { file });
    expect(status).toBe(413);
  });

  test('names the customers of scopes and exceptions, and sets up the same rules elsewhere', async () => {
    const [alice, bob] = [rest(cast.alice), rest(cast.bob)];
    const acme = (await alice.post('/api/customers', { name: 'Acme: 1' })).body['id'] as string;
    const scope = { customerIds: [acme], deviceRoles: ['switch', 'gateway'], macs: ['74:ac:b9:12:34:56'] };
    const exceptions = [{ names: ['*guest*', '007'], tags: ['gold'] }, { customerIds: [acme] }];
    await alice.post('/api/alert-rules', { name: 'Scoped', condition: 'device_offline', scope, exceptions });
    const file = await fileOf(cast.alice);
    expect(file).toContain(`  - name: Scoped
    condition: device_offline
    scope:
      customers: ["Acme: 1"]
      deviceRoles: [gateway, switch]
      macs: [74ACB9123456]
    exceptions:
      - tags: [gold]
        names: ["*guest*", "007"]
      - customers: ["Acme: 1"]
`);
    expect((await preview(file)).changes).toEqual([]);
    const reordered = file.replace('[gateway, switch]', '[switch, gateway]').replaceAll('Acme: 1', 'ACME: 1');
    expect(await preview(reordered)).toMatchObject({ changes: [], problems: [] });
    expect((await preview(file, cast.bob)).problems).toEqual([
      { line: 14, message: 'Rule "Scoped": this team has no customer "Acme: 1"' },
    ]);
    await bob.post('/api/customers', { name: 'acme: 1' });
    const { changes } = await apply(file.replace(/team:\n.*\n/, ''), cast.bob);
    expect(inShort({ changes })).toContainEqual([
      'added rules Scoped',
      'condition: null → device_offline',
      'scope: null → customers: acme: 1; deviceRoles: gateway, switch; macs: 74ACB9123456',
      'exceptions: null → tags: gold; names: *guest*, 007 or customers: acme: 1',
    ]);
    expect(await fileOf(cast.bob)).toContain('customers: ["acme: 1"]');
  });

  test('names the customers of channels and windows, and limits the same ones elsewhere', async () => {
    const [alice, bob] = [rest(cast.alice), rest(cast.bob)];
    const acme = (await alice.post('/api/customers', { name: 'Acme' })).body['id'] as string;
    const limits = { customerIds: [acme], tags: ['Gold'] };
    const window = { name: 'Backups', startsAt: '2099-01-05T02:00', minutes: 60, timeZone: 'UTC' };
    await alice.post('/api/maintenance-windows', { ...window, ...limits });
    await alice.post('/api/integrations', {
      type: 'email',
      config: { recipients: ['noc@e.test'] },
      ...limits,
    });
    const file = (await fileOf(cast.alice)).replace(/team:\n.*\n/, '');
    expect(file.match(/ {4}customers: \[Acme\]\n {4}tags: \[gold\]/g)).toHaveLength(2);
    expect((await preview(file)).changes).toEqual([]);
    expect((await preview(file, cast.bob)).problems.map(({ message }) => message)).toEqual([
      'Channel "email": this team has no customer "Acme"',
      'Maintenance window "Backups": this team has no customer "Acme"',
    ]);
    await bob.post('/api/customers', { name: 'ACME' });
    const { changes } = await apply(file, cast.bob);
    for (const name of ['channels email', 'maintenanceWindows Backups'])
      expect(inShort({ changes }).find(([said]) => said?.endsWith(name))).toEqual(
        expect.arrayContaining(['customers: null → ACME', 'tags: null → gold']),
      );
    expect((await preview(file, cast.bob)).changes).toEqual([]);
    const everything = file.replaceAll(/ {4}(customers|tags): .*\n/g, '');
    await apply(everything, cast.bob);
    expect((await bob.get('/api/integrations')).body).toMatchObject([{ customerIds: [], tags: [] }]);
    expect((await bob.get('/api/maintenance-windows')).body).toMatchObject([{ limitedTo: null }]);
  });

  test('is a YAML download over REST', async () => {
    const { status, headers } = await rest(cast.alice).get('/api/configuration');
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'application/yaml; charset=utf-8',
      'attachment',
    ]);
  });

  test('contains no secret, and neither do its messages', async () => {
    await setUp();
    const file = await fileOf(cast.alice);
    const moved = file.replace(/webhookUrl: .*/, `webhookUrl: ${address.replace('hook', 'other')}`);
    const all = [file, JSON.stringify(await preview(moved)), JSON.stringify(await apply(moved))].join();
    expect(all).not.toMatch(/sEcReTsEcReT|whsec_/);
    expect(all).toContain('127.0.0.1 ••••cReT');
  });

  test('leaves out past windows, and doesn’t change them', async () => {
    await setUp();
    await running.app.orm.em.execute(
      `update maintenance_window set repeats = 'once', weekdays = '{}', starts_at = '2026-01-01T00:00'`,
    );
    const file = await fileOf(cast.alice);
    expect(file).toContain('maintenanceWindows: []');
    expect(await preview(file)).toMatchObject({ changes: [], problems: [] });
  });
});

describe('The changes in a file', () => {
  test('are previewed field by field, without being applied', async () => {
    await setUp();
    const before = await fileOf(cast.alice);
    const file = before
      .replace('threshold: 80%', 'threshold: 90%\n    duration: 10\n    fold: false')
      .replace('name: Patch – día', 'name: Other')
      .replace(
        'recipients: [noc@example.test]',
        'recipients: [noc@example.test, b@example.test]\n    isActive: false',
      )
      .replace("name: Alice's company", 'name: Contoso')
      .replace(/ {2}- name: Device offline\n(?: {4}.*\n)*/, '');
    const shown = await preview(file);
    expect(shown.problems).toEqual([]);
    expect(inShort(shown)).toEqual([
      ["changed team Alice's company", "name: Alice's company → Contoso"],
      ['changed rules 007', 'threshold: 80% → 90%', 'duration: 5 → 10', 'fold: true → false'],
      ['removed rules Device offline'],
      [
        'changed channels email',
        'isActive: true → false',
        'recipients: noc@example.test → noc@example.test, b@example.test',
      ],
      expect.arrayContaining(['added maintenanceWindows Other', 'weekdays: null → 2, 5']),
      ['removed maintenanceWindows Patch – día'],
    ]);
    expect(await fileOf(cast.alice)).toBe(before);
    const audit = await running.app.orm.em.execute(`select from audit_entry where action = 'team.rename'`);
    expect(audit).toHaveLength(0);
  });

  test('are none if only the formatting differs', async () => {
    await setUp();
    const file = (await fileOf(cast.alice))
      .replace('74ACB9123456', '"74-ac-b9-12-34-56"')
      .replace('weekdays: [2, 5]', 'weekdays: [5, 2]')
      .replace('noc@example.test', ' NOC@Example.test ');
    expect(await preview(file)).toMatchObject({ changes: [], problems: [], unchanged: 8 });
  });

  test('are applied all at once, and recorded in the audit log', async () => {
    await setUp();
    const file = (await fileOf(cast.alice))
      .replace('threshold: 80%', 'threshold: 90%')
      .replace(
        'maintenanceWindows:',
        'maintenanceWindows:\n  - {name: Tonight, startsAt: 2030-01-01T22:00, minutes: 30, timeZone: UTC}',
      );
    const { changes } = await apply(file);
    expect(inShort({ changes }).map(([first]) => first)).toEqual([
      'changed rules 007',
      'added maintenanceWindows Tonight',
    ]);
    expect((await fileOf(cast.alice)).split('\n')).toEqual(
      expect.arrayContaining(['    threshold: 90%', '  - name: Tonight']),
    );
    const { body } = await rest(cast.ada).get('/api/admin/audit?action=configuration.apply');
    expect(body).toMatchObject([
      { action: 'configuration.apply', after: { added: 1, changed: 1, removed: 0 } },
    ]);
  });

  test('are not applied if the team or the file has changed since the preview', async () => {
    const file = await fileOf(cast.alice);
    const { basedOn } = await preview(file);
    const conflict = {
      status: 409,
      body: { message: 'Something has changed since the preview. Preview the file again.' },
    };
    await expect(put(`${file}\n`, basedOn)).resolves.toMatchObject(conflict);
    await expect(put(file, 'x'.repeat(5000))).resolves.toMatchObject(conflict);
    await expect(put(file, '')).resolves.toMatchObject({ status: 409 });
    await rest(cast.alice).post('/api/alert-rules', { name: 'Another', condition: 'high_cpu' });
    await expect(put(file, basedOn)).resolves.toMatchObject(conflict);
  });

  test('are applied once if they are sent twice at the same moment', async () => {
    const file = (await fileOf(cast.alice)).replace('rules:', 'rules:\n  - {name: New, condition: high_cpu}');
    const { basedOn } = await preview(file);
    const answers = await Promise.all([put(file, basedOn), put(file, basedOn)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await fileOf(cast.alice)).match(/name: New/g)).toHaveLength(1);
  });

  test('are never applied in part: one error prevents all of them', async () => {
    const before = await fileOf(cast.alice);
    const file = before.replace(
      'rules:',
      'rules:\n  - {name: Fine, condition: high_cpu}\n  - {name: Wrong, condition: high_cpu, threshold: lots}',
    );
    const { basedOn, problems } = await preview(file);
    expect(problems).toEqual([
      { line: 10, message: 'Rule "Wrong": Enter a percentage between 1 and 100, such as 80%' },
    ]);
    await expect(put(file, basedOn)).resolves.toMatchObject({
      status: 400,
      body: { message: 'Line 10: Rule "Wrong": Enter a percentage between 1 and 100, such as 80%' },
    });
    expect(await fileOf(cast.alice)).toBe(before);
  });

  test('don’t affect a section that the file leaves out', async () => {
    await setUp();
    const { changes, problems, unchanged } = await preview('version: 1\nrules: []\n');
    expect({ kinds: changes.map(({ kind, section }) => `${kind} ${section}`), problems, unchanged }).toEqual({
      kinds: ['removed rules', 'removed rules', 'removed rules', 'removed rules'],
      problems: [],
      unchanged: 0,
    });
  });
});

describe('Another team', () => {
  test('is set up like this one, except for secrets, which are reported', async () => {
    await setUp();
    const file = (await fileOf(cast.alice))
      .replace(/team:\n.*\n/, '')
      .replace(/ {4}id: .*\n/g, '')
      .replaceAll(/ {4}controller: .*\n/g, '')
      .replace('- name: "007"', '- name: "008"')
      .replace(/ {4}deviceMac: .*\n/, '');
    expect(await preview(file, cast.bob)).toMatchObject({ problems: [] });
    const { toEnter, signingSecret } = await apply(file, cast.bob);
    expect(toEnter).toEqual([
      'The URL of webhook. Enter it under Integrations. The channel is off until then.',
    ]);
    expect(signingSecret).toMatch(/^whsec_/);
    expect(await fileOf(cast.bob)).toContain('- type: webhook\n    isActive: false\n');
    expect(await preview(file, cast.bob)).toMatchObject({ changes: [], problems: [] });
  });

  test('cannot be accessed by its IDs or its controllers', async () => {
    await setUp();
    const file = await fileOf(cast.alice);
    const { problems } = await preview(file, cast.bob);
    expect(problems.map(({ message }) => message)).toEqual([
      'Rule "AP: "down" # 🚨 *": this team has no controller "Head Office", or several with this name',
      expect.stringMatching(
        /^Rule "007": this team has none with the id "[\w-]{36}". Remove the id to match by name$/,
      ),
      expect.stringMatching(/^Rule "007": this team has none with the id/),
      'Maintenance window "Patch – día": this team has no controller "Head Office", or several with this name',
    ]);
    const byId = `version: 1\nrules:\n  - {name: X, condition: high_cpu, controller: ${cast.alice.controllerId}}\n`;
    expect((await preview(byId, cast.bob)).problems).toMatchObject([{ line: 3 }]);
    expect((await preview(byId)).problems).toEqual([]);
  });
});
