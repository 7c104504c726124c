// Several alerts acknowledged or snoozed at once: each has an outcome of its own.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { AlertEntry } from '#api/features/alerts/alert-entry.entity.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { Event } from '#api/live/event.entity.ts';
import { acknowledgeAlert } from '#tests/support/acknowledging.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addMember } from '#tests/support/members.ts';
import { addController, enter, type Cast, type Visitor } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { raise, startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let cast: Cast;
let ids: string[];

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
  await raise(running, cast.alice, 'One', 'Two', 'Three');
  const alerts = await em().find(Alert, {});
  ids = ['One', 'Two', 'Three'].map((name) => alerts.find(({ deviceName }) => deviceName === name)!.id);
});

const em = () => running.app.orm.em.fork();
const stored = async (at: number) => em().findOneOrFail(Alert, ids[at]!);
const eventsOf = (alertId: string) => em().count(Event, { alertId });

const result = 'id outcome alert { id acknowledgedBy acknowledgeNote snoozedBy }';
const moments = 'id outcome alert { acknowledgedAt snoozedUntil }';
const documents = {
  acknowledgeAlerts: `mutation ($ids: [ID!]!, $note: String) { acknowledgeAlerts(ids: $ids, note: $note) { ${result} } }`,
  unacknowledgeAlerts: `mutation ($ids: [ID!]!) { unacknowledgeAlerts(ids: $ids) { ${result} } }`,
  snoozeAlerts: `mutation ($ids: [ID!]!, $minutes: Int!) { snoozeAlerts(ids: $ids, minutes: $minutes) { ${result} } }`,
  unsnoozeAlerts: `mutation ($ids: [ID!]!) { unsnoozeAlerts(ids: $ids) { ${result} } }`,
};
interface Result {
  id: string;
  outcome: string;
  alert: Record<string, unknown> | null;
}
async function change(person: Visitor, field: keyof typeof documents, variables: object): Promise<Result[]> {
  const { data, errors } = await as(person).ask(documents[field], variables);
  if (errors) throw new Error(errors[0]?.message);
  return data![field] as Result[];
}
const outcomes = (results: Result[]) => results.map(({ outcome }) => outcome);

describe('Several alerts', () => {
  test('are acknowledged at once, each with its timeline and event, and undone the same way', async () => {
    const done = await change(cast.alice, 'acknowledgeAlerts', { ids, note: ' Storm ' });
    expect(done).toEqual(
      ids.map((id) => ({
        id,
        outcome: 'done',
        alert: { id, acknowledgedBy: 'Alice Tester', acknowledgeNote: 'Storm', snoozedBy: null },
      })),
    );
    for (const id of ids) {
      expect(await eventsOf(id)).toBe(2);
      expect(await em().find(AlertEntry, { alert: id })).toMatchObject([
        { kind: 'acknowledged', by: 'Alice Tester', detail: 'Storm' },
      ]);
    }
    const undone = await change(cast.alice, 'unacknowledgeAlerts', { ids });
    expect(outcomes(undone)).toEqual(['done', 'done', 'done']);
    expect((await stored(2)).acknowledgedAt).toBeNull();
  });

  test('are each changed once, even if an ID is given twice, in upper and in lower case', async () => {
    const twice = [ids[0]!, ids[0]!.toUpperCase(), ids[0]!];
    expect(outcomes(await change(cast.alice, 'acknowledgeAlerts', { ids: twice }))).toEqual(['done']);
    expect(await em().count(AlertEntry, { alert: ids[0]! })).toBe(1);
  });

  test('are snoozed and woken at once, with one waiting end each', async () => {
    expect(outcomes(await change(cast.alice, 'snoozeAlerts', { ids, minutes: 60 }))).toEqual([
      'done',
      'done',
      'done',
    ]);
    const { snoozedUntil } = await stored(1);
    expect(Math.round((snoozedUntil!.getTime() - Date.now()) / 60_000)).toBe(60);
    expect(outcomes(await change(cast.alice, 'unsnoozeAlerts', { ids }))).toEqual(['done', 'done', 'done']);
    expect(outcomes(await change(cast.alice, 'unsnoozeAlerts', { ids }))).toEqual([
      'unchanged',
      'unchanged',
      'unchanged',
    ]);
  });

  test('have an outcome each: changed, as it was, ended, of another team, and no alert at all', async () => {
    await acknowledgeAlert(cast.alice, ids[1]!);
    await em().nativeUpdate(Alert, { id: ids[2]! }, { resolvedAt: new Date() });
    const controllerId = await addController(cast.bob);
    await raise(running, { ...cast.bob, controllerId }, 'Foreign');
    const foreign = await em().findOneOrFail(Alert, { deviceName: 'Foreign' });
    const asked = [...ids, ids[0]!, foreign.id, randomUUID(), 'no id'];
    const results = await change(cast.alice, 'acknowledgeAlerts', { ids: asked });
    expect(outcomes(results)).toEqual(['done', 'unchanged', 'ended', 'not_found', 'not_found', 'not_found']);
    expect(results.slice(3).map(({ alert }) => alert)).toEqual([null, null, null]);
    expect((await em().findOneOrFail(Alert, foreign.id)).acknowledgedAt).toBeNull();
    expect(await eventsOf(ids[1]!)).toBe(2);
  });

  test('stay with the colleague who acknowledged them when a viewer changes others in the same call', async () => {
    const vera = await addMember(cast.alice, TeamRole.viewer, 'Vera');
    await acknowledgeAlert(cast.alice, ids[0]!, 'On my way');
    const results = await change(vera, 'acknowledgeAlerts', { ids, note: 'Mine' });
    expect(outcomes(results)).toEqual(['refused', 'done', 'done']);
    expect(await stored(0)).toMatchObject({
      acknowledgedByName: 'Alice Tester',
      acknowledgeNote: 'On my way',
    });
    expect(outcomes(await change(vera, 'unacknowledgeAlerts', { ids }))).toEqual(['refused', 'done', 'done']);
  });

  test('can be changed by REST', async () => {
    const { status, body } = await rest(cast.alice).post('/api/alerts/snooze', { ids, minutes: 5 });
    expect(status).toBe(200);
    expect(outcomes(body as Result[])).toEqual(['done', 'done', 'done']);
  });

  test.each([
    ['acknowledgeAlerts', { ids: Array(201).fill('x') }, 'Choose up to 200 alerts at a time'],
    ['acknowledgeAlerts', { ids: [], note: 'x'.repeat(501) }, 'Note must be 500 characters or less'],
    ['snoozeAlerts', { ids: [], minutes: 4 }, 'Snooze for 5 minutes up to 7 days'],
  ] as const)('are refused by %s with bad input (%#)', async (field, variables, message) => {
    await expect(change(cast.alice, field, variables)).rejects.toThrow(message);
    expect((await stored(0)).acknowledgedAt).toBeNull();
  });
});

describe('Undoing one action', () => {
  /** Changes alerts, and returns what the server wrote on them. */
  const act = async (person: Visitor, field: string) => {
    const { data } = await as(person).ask(`mutation ($ids: [ID!]!) { changed: ${field} { ${moments} } }`, {
      ids,
    });
    return (data!['changed'] as { alert: { acknowledgedAt: string; snoozedUntil: string } }[])[0]!.alert;
  };
  const undo = async (field: string, argument: string, moment: string) => {
    const document = `mutation ($ids: [ID!]!, $moment: DateTimeISO) { changed: ${field}(ids: $ids, ${argument}: $moment) { ${result} } }`;
    const { data, errors } = await as(cast.alice).ask(document, { ids, moment });
    expect(errors).toBeUndefined();
    return outcomes(data!['changed'] as Result[]);
  };

  test('of acknowledging keeps what a colleague has added since', async () => {
    const colleague = await addMember(cast.alice, TeamRole.member);
    const { acknowledgedAt } = await act(cast.alice, 'acknowledgeAlerts(ids: $ids)');
    await acknowledgeAlert(colleague, ids[1]!, 'Driving there, do not reboot');
    expect(await undo('unacknowledgeAlerts', 'acknowledgedAt', acknowledgedAt)).toEqual([
      'done',
      'changed',
      'done',
    ]);
    expect((await stored(0)).acknowledgedAt).toBeNull();
    expect((await stored(1)).acknowledgeNote).toBe('Driving there, do not reboot');
  });

  test('of snoozing keeps a later snooze', async () => {
    const colleague = await addMember(cast.alice, TeamRole.member);
    const { snoozedUntil } = await act(cast.alice, 'snoozeAlerts(ids: $ids, minutes: 60)');
    const [mine] = ids;
    await as(colleague).ask(`mutation { snoozeAlert(id: "${mine}", minutes: 4320) { id } }`);
    expect(await undo('unsnoozeAlerts', 'snoozedUntil', snoozedUntil)).toEqual(['changed', 'done', 'done']);
    expect((await stored(0)).snoozedUntil!.getTime()).toBeGreaterThan(Date.parse(snoozedUntil));
    expect((await stored(1)).snoozedUntil).toBeNull();
  });

  test('of snoozing gives back the snooze of a colleague that it replaced', async () => {
    const colleague = await addMember(cast.alice, TeamRole.member, 'Carol');
    await as(colleague).ask(`mutation { snoozeAlert(id: "${ids[0]}", minutes: 4320) { id } }`);
    const before = await stored(0);
    const { snoozedUntil } = await act(cast.alice, 'snoozeAlerts(ids: $ids, minutes: 60)');
    expect(await undo('unsnoozeAlerts', 'snoozedUntil', snoozedUntil)).toEqual(['done', 'done', 'done']);
    const after = await stored(0);
    expect([after.snoozedUntil, after.snoozedBy, after.snoozer?.id]).toEqual([
      before.snoozedUntil,
      before.snoozedBy,
      before.snoozer?.id,
    ]);
    expect((await stored(1)).snoozedUntil).toBeNull();
  });
});
