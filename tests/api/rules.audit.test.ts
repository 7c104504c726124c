import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AlertRuleInput } from '#api/features/alerts/alert-rule.input.ts';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
});

const entries = () => running.app.orm.em.fork().find(AuditEntry, {}, { orderBy: { id: 'asc' } });

const addRule = async () =>
  (
    (
      await rest(cast.alice).post('/api/alert-rules', {
        name: 'CPU',
        condition: 'high_cpu',
        threshold: '80%',
        duration: 5,
      })
    ).body as { id: string }
  ).id;

const changing = `mutation($id: ID!, $input: AlertRuleChanges!, $seen: SeenRule) {
  updateAlertRule(id: $id, input: $input, seen: $seen) { id } }`;

test('Adding, changing and deleting a rule is recorded, with what changed', async () => {
  const id = await addRule();
  const change = (input: object) => as(cast.alice).ask(changing, { id, input });
  await change({ duration: 8 });
  await change({ duration: 8 });
  await change({ exceptions: [{ macs: ['AABBCC000001'] }] });
  await rest(cast.alice).delete(`/api/alert-rules/${id}`);
  const by = { actor: cast.alice.email, subject: 'CPU', subjectId: id };
  const found = await entries();
  expect(found).toMatchObject([
    { ...by, action: 'alert_rule.create', before: {}, after: { condition: 'high_cpu', threshold: '80%' } },
    { ...by, action: 'alert_rule.update' },
    { ...by, action: 'alert_rule.update' },
    { ...by, action: 'alert_rule.delete', before: { duration: 8 }, after: {} },
  ]);
  expect(found[1]).toMatchObject({ before: { duration: 5 }, after: { duration: 8 } });
  expect(Object.keys(found[1]!.after)).toEqual(['duration']);
  expect(found[2]).toMatchObject({
    before: { exceptions: [] },
    after: { exceptions: ['{"macs":["AABBCC000001"]}'] },
  });
  expect(found.map(({ label }) => label)).toEqual([
    'Alert rule added',
    'Alert rule changed',
    'Alert rule changed',
    'Alert rule deleted',
  ]);
});

test('A change to any field of a rule is recorded, and to nothing else', async () => {
  const id = await addRule();
  const changes: Record<keyof AlertRuleInput, unknown> = {
    name: 'Memory',
    condition: 'high_memory',
    controllerId: cast.alice.controllerId,
    siteId: 'site-1',
    scope: { tags: ['vip'] },
    exceptions: [{ names: ['*guest*'] }],
    threshold: '90%',
    duration: 8,
    channels: ['email'],
    fold: false,
    isActive: false,
    haloEnabled: true,
    haloSeverityLevels: ['critical', 'error'],
    haloClientId: 246,
    haloClientName: 'Contoso Dental',
    haloSiteId: 501,
    haloSiteName: 'Main',
    haloPriority: 4,
    haloCategory: 7,
    haloCategoryName: 'Hardware>Laptop',
  };
  for (const [field, value] of Object.entries(changes)) {
    const { errors } = await as(cast.alice).ask(changing, { id, input: { [field]: value } });
    expect([field, errors]).toEqual([field, undefined]);
  }
  const found = (await entries()).slice(1);
  expect(found.map(({ after }) => Object.keys(after))).toEqual(Object.keys(changes).map((field) => [field]));
});

test('A suggestion that is applied and undone leaves two entries, and a refused change none', async () => {
  const id = await addRule();
  const was = { threshold: '80%', duration: 5 };
  const now = { threshold: '80%', duration: 9 };
  await as(cast.alice).ask(changing, { id, input: { duration: 9 }, seen: was });
  const refused = await as(cast.alice).ask(changing, { id, input: { duration: 7 }, seen: was });
  expect(refused.errors?.[0]?.extensions['code']).toBe('CONFLICT');
  await as(cast.alice).ask(changing, { id, input: { duration: 5 }, seen: now });
  expect((await entries()).slice(1)).toMatchObject([
    { before: { duration: 5 }, after: { duration: 9 } },
    { before: { duration: 9 }, after: { duration: 5 } },
  ]);
});

test('A device is excluded only from the rule as it was seen', async () => {
  const id = await addRule();
  const was = { threshold: '80%', duration: 5 };
  const exclude = (mac: string, exceptions: object[]) =>
    as(cast.alice).ask(changing, {
      id,
      input: { exceptions: [...exceptions, { macs: [mac] }] },
      seen: { ...was, exceptions },
    });
  expect((await exclude('AABBCC000001', [])).errors).toBeUndefined();
  expect((await exclude('AABBCC000002', [])).errors?.[0]?.extensions['code']).toBe('CONFLICT');
  // However it was written.
  expect((await exclude('AABBCC000002', [{ macs: ['aa:bb:cc:00:00:01'] }])).errors).toBeUndefined();
});
