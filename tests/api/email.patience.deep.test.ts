// A provider that does not answer: these tests last as long as we wait for it.
import { setTimeout as sleep } from 'node:timers/promises';
import { LockMode } from '@mikro-orm/core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EmailSettings } from '#api/features/email/email-settings.entity.ts';
import { as } from '#tests/support/as.ts';
import { rest } from '#tests/support/rest.ts';
import { Post, settings } from './email.post.ts';

const path = '/api/admin/email-settings';
const mail = { recipientEmail: 'ada@customer.test', subject: 'Does it work?', message: 'One.\n\nTwo.' };

let post: Post;

beforeAll(async () => {
  post = await Post.start();
});
afterAll(() => post.end());
beforeEach(() => post.begin());

describe('Email settings, while the provider hangs,', () => {
  test('accept a key that could not be checked in time, and say so', async () => {
    post.provider.faults = { hang: true };
    const { status, body } = await rest(post.cast.ada).put(path, settings);
    const failure = "The API key was saved, but we couldn't check it: SendGrid did not answer in time.";
    expect([status, body]).toMatchObject([200, { apiKeyTail: '9999', failure }]);
    post.provider.faults = {};
    expect(await rest(post.cast.ada).post(`${path}/test`, mail)).toMatchObject({ status: 200 });
    expect((await rest(post.cast.ada).get(path)).body).toMatchObject({ failure: null, failingSince: null });
  });

  test('report success when they are saved, however late, and never an error in the meantime', async () => {
    await post.save();
    post.provider.faults = { hang: true };
    const held = post.rows().transactional(async (em) => {
      await em.findOneOrFail(EmailSettings, { id: 1 }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      await sleep(6000);
    });
    const document =
      'mutation ($input: EmailSettingsInput!) { saveEmailSettings(input: $input) { fromName } }';
    const answer = await as(post.cast.ada).ask(document, { input: { ...settings, fromName: 'NOC' } });
    expect(answer).toMatchObject({ data: { saveEmailSettings: { fromName: 'NOC' } } });
    await held;
  });

  test('are tested with one email, without waiting for the response', async () => {
    await post.save();
    post.provider.faults = { hang: true };
    const { status, body } = await rest(post.cast.ada).post(`${path}/test`, mail);
    expect([status, body]).toEqual([
      502,
      {
        message: 'No response yet. Check Email Usage to see whether it was delivered.',
        outcome: 'unknown',
      },
    ]);
  });
});
