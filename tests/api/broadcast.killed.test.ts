import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typescript } from '#api/boot/run-program.ts';
import { Mail } from '#api/features/email/mail.entity.ts';
import { rest } from '#tests/support/rest.ts';
import { until } from '#tests/support/rounds.ts';
import { Post } from './email.post.ts';
import { addEntries, addPackage } from './waitlist.list.ts';

/** A real worker, killed so often in a mail to so many, of whom the provider refuses three in ten. `ADDRESSES=2000` asks for more. */
const kills = 2;
const addresses = Number(process.env['ADDRESSES'] ?? 300);
const isRefused = (address: string) => Number(/\d+/.exec(address)![0]) % 10 < 3;

/** Mails that one worker has under way at a time. */
const atOnce = 10;

let post: Post;
let workers: ChildProcess[] = [];
const dataDir = mkdtempSync(path.join(tmpdir(), 'netlantern-broadcast-'));

beforeAll(async () => {
  post = await Post.start();
  await post.begin();
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await post.end();
  rmSync(dataDir, { recursive: true });
});

function startOne(): void {
  const { app, databaseUrl } = post.running;
  const worker = fork('tests/support/delivery-worker.ts', {
    execArgv: typescript,
    env: {
      PATH: process.env.PATH,
      ROLE: 'worker',
      DEMO: '0',
      PORT: '0',
      LOG_LEVEL: 'fatal',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      APP_SECRET: app.config.appSecrets[0],
      PUBLIC_URL: app.config.publicUrl,
      SENDGRID_API_URL: post.provider.url,
    },
  });
  workers.push(worker);
}

async function killAll(): Promise<void> {
  const killed = workers;
  workers = [];
  const gone = killed.map((worker) => once(worker, 'exit'));
  for (const worker of killed) worker.kill('SIGKILL');
  await Promise.all(gone);
}

test(`A mail to ${addresses} whose worker is killed ${kills} times reaches each at most once, and lists whom it did not`, async () => {
  const emails = Array.from({ length: addresses }, (_, at) => `p${at}@x.test`);
  await addEntries(post.running, await addPackage(post.running), emails);
  await post.save();
  const tried = new Map<string, number>();
  post.provider.faults = {
    refuse: (address) => {
      tried.set(address, (tried.get(address) ?? 0) + 1);
      return isRefused(address);
    },
  };
  const mail = { subject: 'Registration is open', message: 'Come in.' };
  const { body } = await rest(post.cast.ada).post('/api/admin/email-settings/send-waitlist', mail);
  expect(body).toMatchObject({ recipientCount: addresses });

  startOne();
  for (let kill = 0; kill < kills; kill++) {
    const point = tried.size + (0.05 + Math.random() * 0.25) * addresses;
    await until(() => tried.size > point, 120_000);
    await killAll();
    startOne();
  }
  const waiting = () => post.rows().count(Mail, { status: 'waiting' as never });
  await until(async () => (await waiting()) === 0, 300_000);

  const taken = post.provider.taken.map((one) => one.personalizations[0]!.to[0]!.email);
  expect(new Set(taken).size).toBe(taken.length);
  const rows = await post.mails();
  expect(rows.map(({ to }) => to).sort()).toEqual([...emails].sort());
  const accepted = new Set(taken);
  const sent = rows.filter(({ status }) => status === 'sent');
  const failed = rows.filter(({ status }) => status === 'failed');
  expect(sent.length + failed.length).toBe(addresses);
  expect(sent.filter(({ to }) => !accepted.has(to))).toEqual([]);
  const cutOff = failed.filter(({ failure }) => failure?.startsWith('It is not known whether it was sent'));
  expect(cutOff.length).toBeLessThanOrEqual(kills * atOnce);
  expect(failed.filter((one) => !cutOff.includes(one)).every(({ to }) => isRefused(to))).toBe(true);
  // Nobody who was not sent to is left out of the list, and of those alone nobody knows more.
  expect(cutOff.filter(({ text }) => text !== null)).toEqual([]);
  expect([...tried.values()].every((times) => times === 1)).toBe(true);
}, 600_000);
