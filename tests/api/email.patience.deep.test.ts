// A provider that does not answer: these tests last as long as we wait for it.
import { setTimeout as sleep } from 'node:timers/promises';
import { LockMode } from '@mikro-orm/core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EmailSettings } from '#api/features/email/email-settings.entity.ts';
import { startSendGrid, type SendGridStandIn } from '#api/demo/sendgrid/sendgrid.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

const path = '/api/admin/email-settings';
const key = 'SG.standin.planted-key-9999';
const settings = { apiKey: key, fromEmail: 'alerts@example.test', fromName: 'Alerts' };
const mail = { recipientEmail: 'ada@customer.test', subject: 'Does it work?', message: 'One.\n\nTwo.' };

let running: Running;
let provider: SendGridStandIn;
let cast: Cast;

beforeAll(async () => {
  provider = await startSendGrid({ apiKey: key, fromDomain: 'example.test' });
  running = await startServer({ config: { sendgridApiUrl: provider.url } });
});
afterAll(async () => {
  await running.close();
  await provider.close();
});
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
  Object.assign(provider, { taken: [], faults: {} });
});

describe('Email settings, while the provider hangs,', () => {
  test('accept a key that could not be checked in time, and say so', async () => {
    provider.faults = { hang: true };
    const { status, body } = await rest(cast.ada).put(path, settings);
    const failure = "The API key was saved, but we couldn't check it: SendGrid did not answer in time.";
    expect([status, body]).toMatchObject([200, { apiKeyTail: '9999', failure }]);
    provider.faults = {};
    expect(await rest(cast.ada).post(`${path}/test`, mail)).toMatchObject({ status: 200 });
    expect((await rest(cast.ada).get(path)).body).toMatchObject({ failure: null, failingSince: null });
  });

  test('report success when they are saved, however late, and never an error in the meantime', async () => {
    await rest(cast.ada).put(path, settings);
    provider.faults = { hang: true };
    const held = running.app.orm.em.fork().transactional(async (em) => {
      await em.findOneOrFail(EmailSettings, { id: 1 }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      await sleep(6000);
    });
    const document =
      'mutation ($input: EmailSettingsInput!) { saveEmailSettings(input: $input) { fromName } }';
    const answer = await as(cast.ada).ask(document, { input: { ...settings, fromName: 'NOC' } });
    expect(answer).toMatchObject({ data: { saveEmailSettings: { fromName: 'NOC' } } });
    await held;
  });

  test('are tested with one email, without waiting for the response', async () => {
    await rest(cast.ada).put(path, settings);
    provider.faults = { hang: true };
    const { status, body } = await rest(cast.ada).post(`${path}/test`, mail);
    expect([status, body]).toEqual([
      502,
      {
        message: 'No response yet. Check Email Usage to see whether it was delivered.',
        outcome: 'unknown',
      },
    ]);
  });
});
