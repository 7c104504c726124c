import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerMessages } from '#api/demo/demo.ts';
import type { StandIns } from '#api/demo/stand-ins.ts';
import { createServer } from '#api/wiring/routes.ts';
import { startServer, type Running } from '#tests/support/running.ts';

type Message = StandIns['chat']['messages'][number];

let running: Running;
let server: Awaited<ReturnType<typeof createServer>>;
const messages: Message[] = [];

beforeAll(async () => {
  running = await startServer();
  const standIns = { chat: { messages }, halopsa: { tickets: [] } } as unknown as StandIns;
  server = await createServer(running.app, running.schema, {
    more: (fastify) => registerMessages(fastify, standIns),
  });
});
afterAll(async () => {
  await server.close();
  await running.close();
});
beforeEach(() => void messages.splice(0));

const shown = async (query = '') => (await server.inject(`/dev/messages${query}`)).body;
const add = (service: Message['service'], text: string) =>
  messages.push({ id: '1', service, at: new Date(), name: 'ops', body: { text } });

describe('The page of messages', () => {
  test('keeps the newest of each service, however many messages another gets', async () => {
    add('slack', 'The only one of Slack');
    for (let n = 0; n < 90; n++) add('webhook', `webhook ${n}`);
    const html = await shown();
    expect(html).toContain('The only one of Slack');
    expect(html.match(/<article class="webhook"/g)).toHaveLength(80);
    expect(html).toContain('webhook 89&quot;');
    expect(html).not.toContain('webhook 9&quot;');
  });

  test.each([
    ['', 'all'],
    ['?place=teams', 'teams'],
    ['?place=halopsa', 'halopsa'],
    ['?place=toString', 'all'],
    ['?place=%22%3E%3Cscript%3E', 'all'],
    ['?place=slack&place=teams', 'all'],
  ])('starts with the service in its address: %s', async (query, place) => {
    const html = await shown(query);
    expect(html.match(/id="\w+" checked/g)).toEqual([`id="${place}" checked`]);
    expect(html.match(/<script/g)).toEqual(['<script']);
  });
});
