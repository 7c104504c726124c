import { afterEach, beforeEach, expect, it } from 'vitest';
import { startChat, type ChatStandIn } from '#api/demo/chat/chat.ts';
import { followStandIns } from '#api/demo/seed/notifications.ts';
import { as } from '#tests/support/as.ts';
import { addPerson, type Person } from '#tests/support/people.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let chat: ChatStandIn;
let alice: Person;

beforeEach(async () => {
  running = await startServer({ config: { outboundAllow: ['127.0.0.1'] } });
  chat = await startChat();
  const em = running.app.orm.em.fork();
  await followStandIns(em, { chat, moved: new Map() });
  alice = await addPerson(running, { firstName: 'Alice' });
});
afterEach(async () => {
  await chat.close();
  await running.close();
});

const make = 'mutation ($input: IntegrationInput!) { createIntegration(input: $input) { id signingSecret } }';
const rotate = 'mutation ($id: ID!) { rotateSigningSecret(id: $id) { signingSecret } }';
const remove = 'mutation ($id: ID!) { deleteIntegration(id: $id) }';
const attempt = 'mutation ($id: ID!) { testIntegration(id: $id) { success message } }';

async function say(document: string, variables: object): Promise<Record<string, unknown>> {
  const { data, errors } = await as(alice).ask(document, variables);
  expect(errors).toBeUndefined();
  return data!;
}

async function addWebhook(): Promise<string> {
  const input = { type: 'webhook', config: { webhookUrl: chat.hookUrl('northwind') } };
  const { createIntegration } = await say(make, { input });
  return (createIntegration as { id: string }).id;
}

it('verifies webhooks with a secret that was created, changed and recreated while the demo runs', async () => {
  const first = await addWebhook();
  const seen = async (id: string) => {
    await say(attempt, { id });
    return chat.messages.map(({ signature }) => signature);
  };
  expect(await seen(first)).toEqual(['valid']);
  await say(rotate, { id: first });
  expect(await seen(first)).toEqual(['valid', 'valid']);
  await say(remove, { id: first });
  expect(await seen(await addWebhook())).toEqual(['valid', 'valid', 'valid']);
});

it('rejects signatures of an unknown secret', async () => {
  await addWebhook();
  const answer = await fetch(chat.hookUrl('northwind'), {
    method: 'POST',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
    },
    body: '{}',
  });
  expect(answer.status).toBe(401);
});
