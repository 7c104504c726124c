import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '#tests/support/mailbox.ts';
import { rest } from '#tests/support/rest.ts';
import { Post } from './email.post.ts';
import { addEntries, addPackage } from './waitlist.list.ts';

const addresses = Array.from({ length: 60 }, (_, at) => `p${String(at).padStart(2, '0')}@x.test`);
const isOneOf = (digits: string) => (address: string) => digits.includes(address[2]!);

let post: Post;
let id: string;

beforeAll(async () => {
  post = await Post.start();
});
afterAll(() => post.end());
beforeEach(async () => {
  await post.begin();
  post.running.app.config.smtpUrl = post.mailServer.url;
  await addEntries(post.running, await addPackage(post.running), addresses);
  await post.save({ isActive: false });
  const mail = { subject: 'Open', message: 'Come in.' };
  const { body } = await rest(post.cast.ada).post('/api/admin/email-settings/send-waitlist', mail);
  id = (body as { id: string }).id;
});

const jobs = () => runJobs(post.running);
/** As if every pause were over. */
const later = () => post.rows().execute('update graphile_worker._private_jobs set run_at = now()');
/** A turn of the job is limited in time, so on a busy machine the same work takes more of them. */
const arrived = async (expected: Partial<Awaited<ReturnType<typeof standing>>>) => {
  await jobs();
  for (let turn = 0; turn < 20 && !isLike(await standing(), expected); turn++) {
    await later();
    await jobs();
  }
  expect(await standing()).toMatchObject(expected);
};
const isLike = (figures: object, expected: object) =>
  Object.entries(expected).every(([name, figure]) => figures[name as never] === figure);
const taken = () => post.mailServer.taken.map(({ to }) => to![0]!.address!);
const standing = async () => {
  const [one] = (await rest(post.cast.ada).get('/api/admin/broadcasts')).body as Record<string, number>[];
  return { sent: one!['sent'], failed: one!['failed'], waiting: one!['waiting'], unsent: one!['unsent'] };
};
const failures = async () =>
  (await rest(post.cast.ada).get(`/api/admin/broadcasts/${id}/failures`)).body as {
    address: string;
    reason: string;
  }[];

test('Through a mail server that rejects three in ten, the others get it once, and those are listed', async () => {
  post.mailServer.byAddress.refusal = (address) =>
    isOneOf('012')(address) ? '550 5.1.1 Nobody here' : undefined;
  await arrived({ sent: 42, failed: 18, waiting: 0, unsent: 18 });
  expect(taken().sort()).toEqual(addresses.filter((address) => !isOneOf('012')(address)));
});

test("Addresses that must wait don't delay others, however many they are, and get it later", async () => {
  post.mailServer.byAddress.refusal = (address) => (isOneOf('01234')(address) ? '450 Later' : undefined);
  await arrived({ sent: 30, failed: 0, waiting: 30, unsent: 0 });
  await later();
  await jobs();
  expect(await standing()).toMatchObject({ sent: 30, waiting: 30 });
  post.mailServer.byAddress.refusal = undefined;
  await later();
  await arrived({ sent: 60, failed: 0, waiting: 0, unsent: 0 });
  expect(taken().sort()).toEqual(addresses);
});

test('Emails handed over without a response are never sent again, and are listed', async () => {
  post.running.app.config.smtpUrl = `${post.mailServer.url}?socketTimeout=5000`;
  post.mailServer.byAddress.isUnanswered = isOneOf('3');
  await arrived({ sent: 54, failed: 6, waiting: 0, unsent: 0 });
  expect((await failures()).map(({ address, reason }) => [address[2], reason])).toEqual(
    Array.from({ length: 6 }, () => [
      '3',
      "We don't know whether it was sent: The mail server rejected it (ETIMEDOUT)",
    ]),
  );
  // It did take them.
  expect(taken().sort()).toEqual(addresses);
});

test('While no server listens, nothing was handed over, so everything is retried', async () => {
  post.running.app.config.smtpUrl = 'smtp://127.0.0.1:59';
  await jobs();
  expect(await standing()).toEqual({ sent: 0, failed: 0, waiting: 60, unsent: 0 });
  post.running.app.config.smtpUrl = post.mailServer.url;
  await later();
  await arrived({ sent: 60, failed: 0, waiting: 0, unsent: 0 });
});
