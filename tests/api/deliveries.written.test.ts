import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { asOwner } from '#tests/support/database.ts';
import { startServer } from '#tests/support/running.ts';

let telling: Telling;
let rule: string;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());
beforeEach(async () => {
  await telling.begin();
  await telling.webhook();
  rule = await telling.rule(['webhook']);
});
afterEach(() => telling.end());

describe('A response that can’t be stored', () => {
  test('never prevents the delivery from being settled: it is cleaned, and sent once', async () => {
    await telling.channel('discord', { enabled: true, webhookUrl: telling.chat.discordUrl('ops') });
    const errors = { embeds: { _errors: [{ code: 'X', message: 'Bad \u0000 \ud800 text' }] } };
    telling.chat.behave('ops', { status: 400, body: { code: 50035, message: 'Invalid', errors } });
    await telling.raise(await telling.rule(['discord']));
    await telling.deliver();
    await telling.deliver();
    expect(await telling.log()).toMatchObject([
      {
        status: 'failed',
        attempts: 1,
        reason: 'Discord rejected this message: embeds: Bad \ufffd text.',
      },
    ]);
    expect(telling.chat.requests).toHaveLength(1);
  });

  test('for any other reason is settled without its text', async () => {
    const refuse = `check (answer is null or answer not like '%poison%')`;
    await asOwner(`alter table delivery_attempt add constraint poisoned ${refuse}`);
    try {
      telling.chat.behave('ops', [{ status: 500, body: 'poison' }, { status: 200, body: 'poison' }, 200]);
      await telling.raise(rule, {}, 1);
      await telling.deliver();
      expect(await telling.log()).toMatchObject([
        { status: 'retrying', attempts: 1, reason: "We couldn't record the response." },
      ]);
      await telling.pass(1);
      await telling.deliver();
      expect(await telling.log()).toMatchObject([{ status: 'sent', attempts: 2, reason: null }]);
      expect(telling.posts()).toHaveLength(2);
    } finally {
      await asOwner('alter table delivery_attempt drop constraint poisoned');
    }
  });
});
