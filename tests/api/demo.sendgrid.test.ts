import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig, sendgridCloud, type Config } from '#api/config/config.ts';
import { startBox } from '#api/demo/demo.ts';
import type { Box } from '#api/demo/stand-ins.ts';
import { readBounces } from '#api/features/email/email.job.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let dataDir: string;
let config: Config;
let box: Box;
let running: Running;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'demo-'));
  // No network is needed here: an operator's own address keeps it away.
  config = { ...readConfig({}), dataDir, unifiApiUrl: 'http://127.0.0.1:1' };
  box = await startBox(config);
  const { sendgridApiUrl } = box;
  running = await startServer({ config: { demo: true, sendgridApiUrl } });
  await emptyDatabase();
});
afterAll(async () => {
  await running.close();
  await box.close();
  await rm(dataDir, { recursive: true });
});

it('calls only the stand-in for SendGrid, which accepts email, bounces it and suppresses its address', async () => {
  expect(config.sendgridApiUrl).toBe(sendgridCloud);
  const { ada } = await enter(running);
  const settings = {
    apiKey: 'SG.whatever-a-visitor-types',
    fromEmail: 'alerts@example.org',
    fromName: 'A',
  };
  const save = (changes = {}) => rest(ada).put('/api/admin/email-settings', { ...settings, ...changes });
  expect(await save({ apiKey: 'SG.revoked-last-year' })).toMatchObject({ status: 400 });
  expect(await save()).toMatchObject({ status: 200 });
  const mail = { recipientEmail: 'bounce@example.com', subject: 'Does it work?', message: 'Hello' };
  const sent = await rest(ada).post('/api/admin/email-settings/test', mail);
  expect(sent).toMatchObject({ status: 200, body: { message: 'SendGrid accepted it (202).' } });
  await readBounces(running.app, {});
  expect((await rest(ada).get('/api/admin/mail-suppressions')).body).toMatchObject([
    { address: 'bounce@example.com', reason: '550 5.1.1 The email account does not exist' },
  ]);
  const usage = async () => (await rest(ada).get('/api/admin/email-usage')).body;
  expect(await usage()).toMatchObject({ sent: 1, delivered: 0, failed: 1, suppressed: 1 });
  // Writing to the address again doesn't turn the email that bounced into a delivered one.
  const [{ id }] = (await rest(ada).get('/api/admin/mail-suppressions')).body as [{ id: string }];
  expect(await rest(ada).delete(`/api/admin/mail-suppressions/${id}`)).toMatchObject({ status: 200 });
  expect(await usage()).toMatchObject({ sent: 1, delivered: 0, failed: 1, suppressed: 0 });
});

it('keeps an operator’s own SendGrid account', async () => {
  const own = await startBox({ ...config, sendgridApiUrl: 'http://127.0.0.1:7' });
  await own.close();
  expect(own.sendgridApiUrl).toBe('http://127.0.0.1:7');
});
