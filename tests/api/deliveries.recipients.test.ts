import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { unsubscribeUrl } from '#api/features/notifications/links/links.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer } from '#tests/support/running.ts';

let telling: Telling;
let rule: string;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());
beforeEach(async () => {
  await telling.begin();
  await recipients('noc@example.test', 'left@example.test');
  rule = await telling.rule(['email']);
});
afterEach(() => telling.end());

const recipients = (...addresses: string[]) =>
  telling.channel('email', { enabled: true, recipients: addresses.join('\n') });

/** By the button of a program that shows mails. */
async function unsubscribe(address: string): Promise<void> {
  const { app, url } = telling.running;
  const { pathname } = new URL(unsubscribeUrl(app.config, telling.alice.teamId, address));
  const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await fetch(url + pathname, { method: 'POST', body: form })).status).toBe(200);
}

const told = async (address: string) =>
  (await telling.log())
    .filter(({ recipient }) => recipient === address)
    .map(({ kind, status, reason }) => `${kind} ${status}: ${reason}`);

const removed = 'skipped: left@example.test is no longer a recipient';
const refused = 'skipped: left@example.test has unsubscribed from these emails';

test('Removed recipients are sent nothing more, not even about alerts they already know', async () => {
  const alerts = await telling.raise(rule);
  await telling.deliver();
  await recipients('noc@example.test');
  await telling.resolve(alerts);
  await telling.pass(3);
  await telling.deliver();
  expect(await told('left@example.test')).toEqual([`resolved ${removed}`, 'opened sent: null']);
  expect(await told('noc@example.test')).toEqual(['resolved sent: null', 'opened sent: null']);
});

test.each([
  ['is taken out of the recipients', () => recipients('NOC@example.test'), removed],
  ['unsubscribes', () => unsubscribe('left@example.test'), refused],
])('An email that waits for someone who %s is not sent', async (_, leave, reason) => {
  await telling.raise(rule);
  await leave();
  await telling.deliver();
  expect(await told('left@example.test')).toEqual([`opened ${reason}`]);
  expect(await told('noc@example.test')).toEqual(['opened sent: null']);
});

test('A failed email is not resent to someone who has unsubscribed', async () => {
  await telling.raise(rule);
  await telling.rows(`update delivery set status = 'failed'`);
  await unsubscribe('left@example.test');
  const failed = (await telling.log()).find(({ recipient }) => recipient === 'left@example.test');
  expect(await rest(telling.alice).post(`/api/deliveries/${failed!.id}/resend`)).toMatchObject({
    status: 409,
    body: { message: 'left@example.test has unsubscribed from these emails' },
  });
});
