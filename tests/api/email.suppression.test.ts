import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readBounces } from '#api/features/email/email.job.ts';
import { suppress } from '#api/features/email/outbox.store.ts';
import { as } from '#tests/support/as.ts';
import { rest } from '#tests/support/rest.ts';
import { Post } from './email.post.ts';

let post: Post;

beforeAll(async () => {
  post = await Post.start();
});
afterAll(() => post.end());
beforeEach(() => post.begin());

describe('An address that accepts no email', () => {
  test('is found in the provider’s list of bounces, and is sent no more email', async () => {
    await post.save();
    const created = Math.floor(Date.now() / 1000);
    const bounce = (n: number) => ({
      created,
      email: `Gone${n}@customer.test`,
      reason: '550 no such user',
      status: '5.1.1',
    });
    post.provider.bounces = Array.from({ length: 501 }, (_, n) => bounce(n));
    await readBounces(post.running.app, {});
    await readBounces(post.running.app, {});
    expect(await post.suppressed()).toHaveLength(500);
    expect(await post.failureOf({ to: 'gone500@customer.test' })).toMatchObject({
      permanent: true,
      message: 'This address is suppressed (550 no such user). An administrator can remove the suppression.',
    });
    expect(post.provider.taken).toEqual([]);
  });

  test('is found regardless of how many list entries have no address', async () => {
    await post.save();
    const created = Math.floor(Date.now() / 1000);
    const bounce = (email: string) => ({ created, email, reason: 'No', status: '5.1.1' });
    const none = Array.from({ length: 500 }, () => bounce(''));
    post.provider.bounces = [...none, bounce('gone@customer.test')];
    await readBounces(post.running.app, {});
    expect(await post.suppressed()).toEqual(['gone@customer.test']);
  });

  test('is sent email again once an administrator removes it, also from the provider’s list', async () => {
    await post.save();
    post.provider.bounces = [
      { created: Date.now() / 1000, email: 'gone@customer.test', reason: 'No', status: '5.1.1' },
    ];
    await readBounces(post.running.app, {});
    const { body } = await rest(post.cast.ada).get('/api/admin/mail-suppressions');
    const [{ id }] = body as [{ id: string }];
    expect((await rest(post.cast.ada).delete(`/api/admin/mail-suppressions/${id}`)).body).toEqual({ id });
    expect((await rest(post.cast.ada).delete(`/api/admin/mail-suppressions/${id}`)).status).toBe(404);
    expect(post.provider.bounces).toEqual([]);
    await post.send({ to: 'gone@customer.test' });
    expect(post.provider.taken).toHaveLength(1);
  });

  test('is removed individually, since each one needs a request to the provider', async () => {
    const document =
      'mutation ($id: ID!) { a: removeEmailSuppression(id: $id) b: removeEmailSuppression(id: $id) }';
    const { errors } = await as(post.cast.ada).ask(document, { id: crypto.randomUUID() });
    expect(errors?.[0]?.message).toBe('"removeEmailSuppression" may be used only once in a document');
  });

  test('is only requested for the time since the last check', async () => {
    await post.save();
    await readBounces(post.running.app, {});
    await readBounces(post.running.app, {});
    const asked = post.provider.calls.filter((call) => call.includes('/bounces'));
    const starts = asked.map((call) => Number(/start_time=(\d+)/.exec(call)?.[1]));
    expect(starts[1]! - starts[0]!).toBeGreaterThan(29 * 86_400);
  });

  test.each([
    [550, true],
    [553, true],
    [554, false],
    [552, false],
    ['550 5.1.1 No such user', true],
    ['550 5.2.1 The mailbox is disabled', true],
    ['550 5.1.8 <no-reply@netlantern.test>: Sender address rejected: Domain not found', false],
    ['553 5.1.7 Bad sender address', false],
    ['550 5.7.1 Relaying denied', false],
    ['550 relay not permitted', false],
    ['550 Sender verify failed', false],
  ])('is learned from a mail server that rejects it with %s: %j', async (refusal, known) => {
    post.mailServer.refusals.push(refusal);
    await expect(post.bySmtp({ to: 'Nobody@customer.test' })).rejects.toMatchObject({ permanent: true });
    expect(await post.suppressed()).toEqual(known ? ['nobody@customer.test'] : []);
  });

  test('is not suppressed when a busy server asks to retry later', async () => {
    post.mailServer.refusals.push(451);
    await expect(post.bySmtp()).rejects.toMatchObject({ permanent: false });
    expect(await post.suppressed()).toEqual([]);
  });

  test('is rejected in any spelling, and keeps its first reason', async () => {
    await suppress(post.rows(), [{ address: 'Noc@Customer.test', reason: 'first' }]);
    await suppress(post.rows(), [{ address: 'noc@customer.test', reason: 'second' }]);
    expect((await post.failureOf({ to: 'NOC@customer.test' }))?.message).toContain('(first)');
  });

  test.each(['a@example.test, b@example.test', 'a@example.test\r\nBcc: b@example.test', 'nobody'])(
    'is never looked up: %j',
    async (to) => {
      expect(await post.failureOf({ to })).toMatchObject({
        permanent: true,
        message: "This isn't a valid email address",
      });
    },
  );
});
