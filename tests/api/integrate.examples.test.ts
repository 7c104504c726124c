// The examples of the page Integrate, run exactly as they are pasted, by the programs they name.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startChat } from '#api/demo/chat/chat.ts';
import { channels } from '#api/features/notifications/channels/channels.client.ts';
import { examples } from '#web/features/integrate/examples.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Owner } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { raise, startServer, type Running } from '#tests/support/running.ts';
import { notice } from './channels.samples.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

let running: Running;
let alice: Owner;
let token: string;
let folder: string;
const processes: ChildProcess[] = [];

beforeAll(async () => {
  running = await startServer({ config: { outboundAllow: ['127.0.0.1'] } });
  await emptyDatabase();
  ({ alice } = await enter(running));
  const made = await rest(alice).post('/api/auth/tokens', { name: 'My program', scopes: ['alerts'] });
  ({ token } = made.body as { token: string });
  // As after `npm install` in a folder of one's own.
  folder = await mkdtemp(path.join(tmpdir(), 'integrate-'));
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
});
afterEach(() => processes.splice(0).forEach((child) => child.kill()));
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await running.close();
});

const codeOf = (id: string, controllerId?: string) =>
  examples({ origin: running.url, token, controllerId }).find((example) => example.id === id)!.code;

/** What was pasted into a shell, or saved and run with Node.js; `seen` is what it has written so far. */
async function paste(id: string, env: Record<string, string> = {}, controllerId?: string) {
  const code = codeOf(id, controllerId);
  const isShell = code.startsWith('curl ');
  const file = path.join(folder, `${id}${processes.length}.mjs`);
  if (!isShell) await writeFile(file, code);
  const [program, ...given] = isShell ? ['bash', '-c', code] : [process.execPath, file];
  const child = spawn(program!, given, { env: { PATH: process.env['PATH'], ...env } });
  processes.push(child);
  const told = { seen: '', wrong: '' };
  child.stdout.on('data', (text) => (told.seen += text));
  child.stderr.on('data', (text) => (told.wrong += text));
  const ended = new Promise<string>((resolve) => child.once('close', () => resolve(told.seen)));
  return { told, ended };
}

test('A query with curl returns the controllers', async () => {
  const answer = JSON.parse(await (await paste('curl')).ended);
  expect(answer).toMatchObject({ data: { controllers: [{ id: alice.controllerId, name: 'Head Office' }] } });
});

test('A REST call with curl returns the rules', async () => {
  const answer = JSON.parse(await (await paste('rest')).ended);
  expect(answer).toEqual((await rest(alice).get('/api/alert-rules')).body);
});

test('A query in JavaScript prints text', async () => {
  expect(await (await paste('javascript')).ended).toBe('0 open alerts\nHead Office online not counted yet\n');
});

test('A mutation acknowledges the first unacknowledged alert', async () => {
  await raise(running, alice, 'AP Lobby');
  expect(await (await paste('mutation')).ended).toMatch(
    /^Acknowledged: AP Lobby \(Office\) has been offline since \d\d:\d\d UTC\n$/,
  );
  expect(await (await paste('mutation')).ended).toBe('Nothing to acknowledge\n');
});

test.each(['websocket', 'events'])('A subscription delivers a live alert: %s', async (id) => {
  const all = await paste(id);
  const { told } = await paste(id, {}, alice.controllerId);
  await expect.poll(() => all.told.seen, { timeout: 8000 }).toContain('{"openAlertCountChanged":');
  // Whoever has begun to listen is not told of what was before.
  const at = Date.now();
  while (!told.seen.includes('Switch Basement') && Date.now() - at < 8000) {
    await raise(running, alice, 'Switch Basement');
    await expect
      .poll(() => told.seen, { timeout: 500 })
      .toContain('Switch Basement')
      .catch(() => undefined);
  }
  expect(told.seen).toContain('"change":"raised"');
  expect(told.wrong).not.toContain('Error');
});

test('A receiver accepts only what is signed with its secret', async () => {
  const chat = await startChat();
  const port = new URL(chat.hookUrl('in')).port;
  await chat.close();
  const { told } = await paste('webhook', { SECRET: secret, PORT: port });
  const webhookUrl = `http://127.0.0.1:${port}/`;
  const send = (with_: string) =>
    channels.webhook.send(
      running.app,
      { webhookUrl, secrets: [{ secret: with_ }] },
      notice({ text: 'AP Büro 🚨 is offline' }),
    );
  await expect.poll(async () => (await send(secret)).result, { timeout: 8000 }).toBe('sent');
  expect(told.seen).toBe('alert.opened AP Büro 🚨 is offline\n');
  expect(await send('whsec_bmV0bGFudGVybi10ZXN0LXNlY3JldC1vbGRlci0wMQ==')).toMatchObject({ result: 'retry' });
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1614265330', 'webhook-signature': 'v1,xx' };
  expect((await fetch(webhookUrl, { method: 'POST', headers, body: '{}' })).status).toBe(401);
  expect((await fetch(webhookUrl, { method: 'POST', body: '{}' })).status).toBe(401);
});
