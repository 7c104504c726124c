import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCustomer, raise, startServer, type Customer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';

const document =
  'subscription($id: ID!, $after: String) { alertChanged(controllerId: $id, after: $after) { alert { deviceName } } }';
const envelope = (id: string, deviceName: string) =>
  JSON.stringify({ id, type: 'next', payload: { data: { alertChanged: { alert: { deviceName } } } } });
const bare = Buffer.byteLength(envelope('ü', ''));

let running: Running;
let alice: Customer;
let socket: Socket;
const raw: string[] = [];

beforeAll(async () => {
  running = await startServer();
  alice = await addCustomer(running);
  socket = await new Socket(running).signIn(alice.token);
  socket.raw.on('message', (data) => raw.push(String(data)));
  await socket.subscribe('ü', document, { id: alice.controllerId, after: '0' });
});
afterAll(async () => {
  socket.close();
  await running.close();
});

// A frame says its length in one byte up to 125, in two up to 65,535, then in eight.
test.each([124, 125, 126, 127, 65_535, 65_536, 90_000])(
  'A message of %i bytes arrives complete',
  async (bytes) => {
    const message = 'é'.padEnd(bytes - bare - 1, 'x');
    await raise(running, alice, message);
    await socket.until(() => raw.includes(envelope('ü', message)));
    expect(Buffer.byteLength(raw.at(-1)!)).toBe(bytes);
  },
);

test('Missed events arrive in the same frames', async () => {
  await socket.subscribe('あ', document, { id: alice.controllerId, after: '0' });
  await socket.until(() => socket.of('あ').length === 7);
  const [first] = socket.of('あ');
  expect(Buffer.byteLength(JSON.stringify(first))).toBe(125);
});
