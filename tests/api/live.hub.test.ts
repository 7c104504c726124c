import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ViewerContext } from '#api/graphql/context.ts';
import { DocumentCache, type ParsedOperation } from '#api/live/document-cache.ts';
import { startHub, type Hub } from '#api/live/hub.ts';
import { viewerOf } from '#api/features/auth/session/viewer.store.ts';
import { liveFields } from '#api/wiring/live-fields.ts';
import { buildSchema } from '#api/wiring/resolvers.ts';
import { addCustomer, raise, startServer, type Customer, type Running } from '#tests/support/running.ts';

let running: Running;
let hub: Hub;
let asked: ParsedOperation;

beforeAll(async () => {
  running = await startServer();
  const schema = await buildSchema();
  hub = startHub(running.app, schema, liveFields);
  asked = new DocumentCache(schema).read('subscription { openAlertCountChanged }') as ParsedOperation;
});
afterAll(async () => {
  hub.close();
  await running.close();
});

async function contextOf({ token }: Customer): Promise<ViewerContext> {
  const em = running.app.orm.em.fork();
  const viewer = await viewerOf(em, token, null);
  return { em, viewer: viewer!, app: running.app, request: { id: 'test', ip: null, userAgent: null } };
}

/** What somebody is sent who came as one and is another by the time that everything of them is asked for. */
async function told(came: Customer, became: Customer) {
  const prepared = await hub.prepare(asked, await contextOf(came), () => contextOf(became));
  const sent: string[] = [];
  const failed = Promise.withResolvers<void>();
  const member = {
    left: false,
    send: (payload: string) => void sent.push(payload),
    sendSlowly: () => Promise.resolve(),
    fail: () => failed.resolve(),
  };
  const leave = hub.open(prepared, member);
  return { sent, failed: failed.promise, leave };
}

test('A session that switches teams while subscribing gets no events of either team, and reconnects', async () => {
  const [alice, bob] = [await addCustomer(running), await addCustomer(running, { firstName: 'Bob' })];
  await raise(running, bob, 'Router 1');
  const { sent, failed, leave } = await told(alice, bob);
  await failed;
  expect(sent).toEqual([]);
  leave();
  const stayed = await told(alice, alice);
  await expect.poll(() => stayed.sent).toEqual(['{"data":{"openAlertCountChanged":0}}']);
  stayed.leave();
});
