import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { Event } from '#api/live/event.entity.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import {
  acknowledgeAlert,
  acknowledgement,
  unacknowledgeAlert,
  untouched,
} from '#tests/support/acknowledging.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addMember } from '#tests/support/members.ts';
import { enter, type Cast, type Visitor } from '#tests/support/people.ts';
import { raise, startServer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';

const deviceName = 'AP Lobby';

let running: Running;
let cast: Cast;
let alertId: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
  await raise(running, cast.alice, deviceName);
  alertId = (await rows().findOneOrFail(Alert, { deviceName })).id;
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));

const rows = () => running.app.orm.em.fork();
const stored = () => rows().findOneOrFail(Alert, alertId);
const told = async () =>
  (await rows().find(Event, { alertId }, { orderBy: { seq: 'asc' } })).map(({ kind }) => kind);

const acknowledge = (person: Visitor, note?: unknown) => acknowledgeAlert(person, alertId, note);
const undo = (person: Visitor) => unacknowledgeAlert(person, alertId);

describe('An open alert', () => {
  test('is acknowledged with a name, a time and a note, which the whole team sees', async () => {
    const before = Date.now();
    const { data } = await acknowledge(cast.alice, '  On my way\n');
    const acknowledged = {
      id: alertId,
      acknowledgedAt: expect.any(String),
      acknowledgedBy: 'Alice Tester',
      acknowledgeNote: 'On my way',
    };
    expect(data).toEqual({ acknowledgeAlert: acknowledged });
    expect((await stored()).acknowledgedAt!.getTime()).toBeGreaterThanOrEqual(before);
    expect((await stored()).acknowledgedBy?.id).toBe(cast.alice.userId);

    const vera = await addMember(cast.alice, TeamRole.viewer, 'Vera');
    const shown = await as(vera).ask(
      `query ($id: ID!) { currentAlerts(controllerId: $id) { alerts { ${acknowledgement} } } }`,
      { id: cast.alice.controllerId },
    );
    expect(shown.data).toEqual({ currentAlerts: { alerts: [acknowledged] } });
  });

  test('starts unacknowledged', async () => {
    const { data } = await undo(cast.alice);
    expect(data).toEqual({ unacknowledgeAlert: untouched });
    expect(await told()).toEqual(['raised']);
  });

  test('stays with the first member who acknowledged it, until another member adds their own note', async () => {
    const mia = await addMember(cast.alice, TeamRole.member);
    const first = await acknowledge(cast.alice, 'On my way');
    expect((await acknowledge(mia)).data).toEqual(first.data);
    expect((await acknowledge(mia, ' On my way ')).data).toEqual(first.data);
    expect(await told()).toEqual(['raised', 'changed']);
    const { data } = await acknowledge(mia, 'Cable is cut');
    expect(data).toMatchObject({
      acknowledgeAlert: { acknowledgedBy: 'Mia Tester', acknowledgeNote: 'Cable is cut' },
    });
    expect(await told()).toEqual(['raised', 'changed', 'changed']);
  });

  test('acknowledged by someone else cannot be taken over or undone by a viewer', async () => {
    const vera = await addMember(cast.alice, TeamRole.viewer);
    const first = await acknowledge(cast.alice, 'On my way');
    const refused = {
      errors: [
        {
          message: expect.stringContaining('has acknowledged this alert already') as string,
          extensions: { code: 'CONFLICT' },
        },
      ],
    };
    expect(await acknowledge(vera, 'Restart the core switch')).toMatchObject(refused);
    expect(await undo(vera)).toMatchObject(refused);
    expect((await acknowledge(vera)).data).toEqual(first.data);
    await undo(cast.alice);
    await acknowledge(vera, 'Seen');
    expect((await undo(vera)).data).toEqual({ unacknowledgeAlert: untouched });
  });

  test('can be unacknowledged by any member, which removes the note, and acknowledged again', async () => {
    const mia = await addMember(cast.alice, TeamRole.member);
    await acknowledge(cast.alice, 'On my way');
    expect((await undo(mia)).data).toEqual({ unacknowledgeAlert: untouched });
    expect((await stored()).acknowledgedBy).toBeNull();
    const { data } = await acknowledge(mia);
    expect(data).toMatchObject({ acknowledgeAlert: { acknowledgedBy: 'Mia Tester', acknowledgeNote: null } });
    expect(await told()).toEqual(['raised', 'changed', 'changed', 'changed']);
  });

  test('keeps the name of a person whose account was deleted', async () => {
    const mia = await addMember(cast.alice, TeamRole.member);
    await acknowledge(mia, 'Seen');
    await rows().nativeDelete(User, { id: mia.userId });
    expect(await stored()).toMatchObject({
      acknowledgedBy: null,
      acknowledgedByName: 'Mia Tester',
      acknowledgeNote: 'Seen',
    });
  });

  test('acknowledged by ten people at once keeps one of them, with one event', async () => {
    const mia = await addMember(cast.alice, TeamRole.member);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => acknowledge(index % 2 ? mia : cast.alice)),
    );
    const [first] = answers;
    for (const answer of answers) expect(answer).toEqual(first);
    expect(answers[0]!.errors).toBeUndefined();
    expect(await told()).toEqual(['raised', 'changed']);
  });

  test('acknowledged twice in one document changes once', async () => {
    const { data } = await as(cast.alice).ask(
      `mutation ($id: ID!) {
        one: acknowledgeAlert(id: $id, note: "a") { acknowledgeNote }
        two: acknowledgeAlert(id: $id) { acknowledgeNote }
        three: unacknowledgeAlert(id: $id) { acknowledgeNote }
      }`,
      { id: alertId },
    );
    expect(data).toEqual({
      one: { acknowledgeNote: 'a' },
      two: { acknowledgeNote: 'a' },
      three: { acknowledgeNote: null },
    });
    expect(await told()).toEqual(['raised', 'changed', 'changed']);
  });
});

describe('An alert that has ended', () => {
  test.each([acknowledge, (person: Visitor) => undo(person)])(
    'can be neither acknowledged nor unacknowledged, and keeps its note (%#)',
    async (change) => {
      await acknowledge(cast.alice, 'On my way');
      await rows().nativeUpdate(Alert, { id: alertId }, { resolvedAt: new Date() });
      const before = JSON.stringify(await stored());
      expect((await change(cast.alice)).errors).toMatchObject([
        { message: 'This alert has already ended', extensions: { code: 'CONFLICT' } },
      ]);
      expect(JSON.stringify(await stored())).toBe(before);
      expect(await told()).toEqual(['raised', 'changed']);
    },
  );
});

describe('A note', () => {
  test.each([
    ['of 500 letters', 'x'.repeat(500)],
    ['of 500 emoji', '🔌'.repeat(500)],
    ['in any script', 'Störung: 冗長電源 נכבה 👩‍🔧'],
    ['with markup', '<img src=x onerror=alert(1)> "; drop table alert; --'],
  ])('%s is stored as it was sent', async (_, note) => {
    expect((await acknowledge(cast.alice, note)).data).toMatchObject({
      acknowledgeAlert: { acknowledgeNote: note },
    });
    expect((await stored()).acknowledgeNote).toBe(note);
  });

  test.each([undefined, null, '', ' \n\t '])('that is blank (%j) counts as no note', async (note) => {
    expect((await acknowledge(cast.alice, note)).data).toMatchObject({
      acknowledgeAlert: { acknowledgedBy: 'Alice Tester', acknowledgeNote: null },
    });
  });

  test.each([
    ['x'.repeat(501), 'Note must be 500 characters or less'],
    ['🔌'.repeat(501), 'Note must be 500 characters or less'],
    ['a\0b', 'The text contains characters that cannot be stored'],
    ['half \ud83d', 'The text contains characters that cannot be stored'],
  ])('that cannot be stored (%#) is refused, and nothing changes', async (note, sentence) => {
    expect((await acknowledge(cast.alice, note)).errors).toMatchObject([
      { message: sentence, extensions: { code: 'BAD_USER_INPUT', fields: { note: sentence } } },
    ]);
    expect((await stored()).acknowledgedAt).toBeNull();
  });

  test.each([7, true, ['a'], { a: 1 }])('that is not a string (%j) is refused', async (note) => {
    expect((await acknowledge(cast.alice, note)).errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });
});

describe('Colleagues', () => {
  const document = `subscription ($id: ID!) {
    alertChanged(controllerId: $id, after: "0") { change alert { ${acknowledgement} } }
  }`;

  test('see an acknowledgement and its undo on their open pages within a second', async () => {
    const vera = await addMember(cast.alice, TeamRole.viewer, 'Vera');
    const open = await Promise.all(
      [cast.alice, vera].map(async ({ token }) => {
        const socket = new Socket(running);
        sockets.push(socket);
        await socket.signIn(token);
        await socket.subscribe('1', document, { id: cast.alice.controllerId });
        return socket.until(() => socket.of('1').length === 1);
      }),
    );
    await acknowledge(vera, 'Seen');
    for (const socket of open) await socket.until(() => socket.of('1').length === 2, 1000);
    await undo(cast.alice);
    for (const socket of open) await socket.until(() => socket.of('1').length === 3, 1000);
    for (const socket of open) {
      expect(
        socket
          .of('1')
          .slice(1)
          .map(({ payload }) => payload?.data?.['alertChanged']),
      ).toMatchObject([
        { change: 'changed', alert: { acknowledgedBy: 'Vera Tester', acknowledgeNote: 'Seen' } },
        { change: 'changed', alert: untouched },
      ]);
    }
  });
});
