import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Rounds } from '#tests/support/rounds.ts';
import { Socket } from '#tests/support/socket.ts';

let rounds: Rounds;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
beforeEach(() => rounds.begin());
afterEach(() => rounds.end());

/** A colleague's screen: controllers as operation `controllers`, the number of open alerts as `count`. */
async function colleague(): Promise<Socket> {
  const socket = rounds.later(new Socket(rounds.running));
  await socket.signIn(rounds.alice.token);
  await socket.subscribe('controllers', 'subscription { controllerChanged { name status statusReason } }');
  await socket.subscribe('count', 'subscription { openAlertCountChanged }');
  await socket.until(() => socket.of('count').length > 0);
  return socket;
}

const heard = (socket: Socket) =>
  socket.of('controllers').map(({ payload }) => payload?.data?.['controllerChanged'] as unknown);
const counts = (socket: Socket) =>
  socket.of('count').map(({ payload }) => payload?.data?.['openAlertCountChanged'] as unknown);

test('A colleague sees a controller added and renamed', async () => {
  const socket = await colleague();
  const id = await rounds.addController();
  await socket.until(() => heard(socket).length === 1);
  await rounds.rest(`PUT /api/controllers/${id}`, { name: 'Headquarters' });
  await socket.until(() => heard(socket).length === 2);
  expect(heard(socket)).toMatchObject([{ name: 'Office' }, { name: 'Headquarters' }]);
});

test('A revoked key shows on every screen without a reload, and unchanged polls publish nothing', async () => {
  const id = await rounds.addController();
  await rounds.round(id, 1);
  const socket = await colleague();
  await rounds.round(id, 2);
  await rounds.round(id, 3);
  rounds.network.key('test-key').revoke();
  await rounds.round(id, 4);
  await socket.until(() => heard(socket).length > 0);
  expect(heard(socket)).toMatchObject([
    { status: 'error', statusReason: expect.stringMatching(/API key/) as string },
  ]);
});

test('Deleting a controller subtracts its open alerts on every screen', async () => {
  const id = await rounds.addController();
  await rounds.addRule();
  rounds.network.device('AP Lobby').goOffline();
  await rounds.round(id, 1);
  await rounds.round(id, 2);
  const socket = await colleague();
  expect(counts(socket)).toEqual([1]);
  await rounds.rest(`DELETE /api/controllers/${id}`);
  await socket.until(() => counts(socket).at(-1) === 0);
});

test('Events about another team’s controllers are never delivered', async () => {
  const socket = await colleague();
  const alice = rounds.alice;
  rounds.alice = await rounds.person('Bob');
  await rounds.addController();
  rounds.alice = alice;
  await rounds.addController('test-key', 'Mine');
  await socket.until(() => heard(socket).length > 0);
  expect(heard(socket)).toMatchObject([{ name: 'Mine' }]);
});
