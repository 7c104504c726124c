import { afterAll, beforeAll, expect, test } from 'vitest';
import { OutboxEmail } from '#api/features/email/outbox-email.entity.ts';
import { KilledWorkers } from '#tests/support/killed-workers.ts';
import { rest } from '#tests/support/rest.ts';
import { until } from '#tests/support/rounds.ts';
import { Post } from './email.post.ts';
import { addEntries, addPackage } from './waitlist.list.ts';

/** A real worker, killed so often in an email to so many, of whom the provider refuses three in ten. `ADDRESSES=2000` asks for more. */
const kills = 2;
const addresses = Number(process.env['ADDRESSES'] ?? 300);
const isRefused = (address: string) => Number(/\d+/.exec(address)![0]) % 10 < 3;

/** Emails that one worker has under way at a time. */
const atOnce = 10;

let post: Post;
let workers: KilledWorkers;

beforeAll(async () => {
  post = await Post.start();
  await post.begin();
  workers = new KilledWorkers(post.running, { SENDGRID_API_URL: post.provider.url });
});
afterAll(async () => {
  await workers.end();
  await post.end();
});

test(`An email to ${addresses} addresses whose worker is killed ${kills} times reaches each at most once, and lists the others`, async () => {
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

  workers.start();
  for (let kill = 0; kill < kills; kill++) {
    const point = tried.size + (0.05 + Math.random() * 0.25) * addresses;
    await until(() => tried.size > point, 120_000);
    await workers.kill();
    workers.start();
  }
  const waiting = () => post.rows().count(OutboxEmail, { status: 'waiting' as never });
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
  const cutOff = failed.filter(({ failure }) => failure?.startsWith("We don't know whether it was sent"));
  expect(cutOff.length).toBeLessThanOrEqual(kills * atOnce);
  expect(failed.filter((one) => !cutOff.includes(one)).every(({ to }) => isRefused(to))).toBe(true);
  // No one who was not sent to is left out of the list, and of those alone no one knows more.
  expect(cutOff.filter(({ text }) => text !== null)).toEqual([]);
  expect([...tried.values()].every((times) => times === 1)).toBe(true);
}, 600_000);
