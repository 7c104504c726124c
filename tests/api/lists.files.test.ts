// Lists of the console beside that of people: their other order, their search, and what they are as a file.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ContactSubmission } from '#api/features/contact/contact-submission.entity.ts';
import { StripeEvent, StripeEventStatus } from '#api/features/billing/events/stripe-event.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { addEntries, addPackage } from './waitlist.list.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
  await emptyDatabase();
  cast = await enter(running);
  const em = running.app.orm.em.fork();
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
  for (const [minute, name] of ['=1+1', 'Öztürk', 'Zoe'].entries()) {
    const message = {
      name,
      email: `${minute}@x.test`,
      subject: 'Hello',
      message: 'Two\nlines',
      status: 'new',
    };
    em.persist(Object.assign(new ContactSubmission(), { ...message, adminNotes: '', createdAt: at(minute) }));
    const event = {
      stripeId: `evt_${minute}`,
      type: 'invoice.paid',
      livemode: false,
      createdAt: at(minute),
      customerId: `cus_${minute}`,
    };
    const status = minute ? StripeEventStatus.applied : StripeEventStatus.failed;
    em.persist(
      Object.assign(new StripeEvent(), {
        ...event,
        status,
        failure: minute ? null : '@cmd',
        receivedAt: at(minute),
      }),
    );
  }
  await em.flush();
  await addEntries(running, await addPackage(running, { name: 'Alpha' }), [
    'c@x.test',
    'a@x.test',
    'b@x.test',
  ]);
  await addEntries(running, null, ['d@x.test']);
  for (const suspended of [true, false])
    await rest(cast.ada).put(`/api/admin/users/${cast.bob.userId}`, { suspended });
});
afterAll(() => running.close());

const get = async (path: string) => {
  const answer = await rest(cast.ada).get(`/api/admin/${path}`);
  expect(answer.status, answer.text).toBe(200);
  return answer;
};
const list = async <Key extends string>(path: string, key: Key) =>
  ((await get(path)).body as Record<Key, string>[]).map((row) => row[key]);
const file = async (path: string) => (await get(path)).text.replace('\ufeff', '').trim().split('\r\n');

describe('The waitlist', () => {
  test('can be sorted by address and package, also across pages, and is counted', async () => {
    expect(await list('waitlist?sort=email', 'email')).toEqual([
      'a@x.test',
      'b@x.test',
      'c@x.test',
      'd@x.test',
    ]);
    expect(await list('waitlist?sort=email&descending=true&skip=1&first=2', 'email')).toEqual([
      'c@x.test',
      'b@x.test',
    ]);
    expect((await list('waitlist?sort=package', 'packageName')).at(-1)).toBe('Old Plan');
    const [, second] = (await get('waitlist?sort=email')).body as { id: string }[];
    expect(await list(`waitlist?sort=email&after=${second!.id}`, 'email')).toEqual(['c@x.test', 'd@x.test']);
    expect((await get('waitlist/count?search=alpha')).body).toEqual({ count: 3 });
  });

  test('can be downloaded with the same filters', async () => {
    expect(await file('waitlist/csv?search=alpha&sort=email')).toHaveLength(4);
    expect((await file('waitlist/csv'))[1]).toMatch(/^c@x.test/);
  });
});

describe('Visitors’ messages', () => {
  test('can be sorted with the longest waiting first, page by page', async () => {
    expect(await list('contact-submissions?oldestFirst=true', 'name')).toEqual(['=1+1', 'Öztürk', 'Zoe']);
    const [first] = (await get('contact-submissions?oldestFirst=true')).body as { id: string }[];
    expect(await list(`contact-submissions?oldestFirst=true&before=${first!.id}`, 'name')).toEqual([
      'Öztürk',
      'Zoe',
    ]);
  });

  test('can be downloaded with the same filters, without formulas', async () => {
    expect((await file('contact-submissions/csv?oldestFirst=true'))[1]).toMatch(
      /^2026-01-01T00:00:00.000Z,new,'=1\+1,0@x.test,Hello,"Two/,
    );
    expect(await file('contact-submissions/csv?search=zoe&status=new')).toHaveLength(2);
    expect(await file('contact-submissions/csv?status=closed')).toHaveLength(1);
  });
});

describe('The audit log', () => {
  test('can be read from its beginning, page by page', async () => {
    const ids = await list('audit?oldestFirst=true&search=suspended', 'id');
    expect(ids).toEqual([...ids].sort((a, b) => Number(a) - Number(b)));
    const all = await list('audit?oldestFirst=true', 'id');
    expect(await list(`audit?oldestFirst=true&before=${all[0]}`, 'id')).toEqual(all.slice(1));
  });

  test('can be downloaded with the same filters', async () => {
    const lines = await file('audit/csv?search=suspended');
    expect(lines[0]).toBe('Entry,Time,Action,Subject,Actor,IP address,Before,After');
    const suspended = lines.find((line) => line.includes('User suspended'));
    expect(suspended).toContain(`,${cast.bob.email},${cast.ada.email},`);
    expect(suspended).toContain('"{""suspended"":false}","{""suspended"":true}"');
  });
});

describe('Stripe events', () => {
  test('can be searched, and read from the first one', async () => {
    expect(await list('stripe/events?search=cus_1', 'stripeId')).toEqual(['evt_1']);
    expect(await list('stripe/events?search=%25', 'stripeId')).toEqual([]);
    expect(await list('stripe/events?oldestFirst=true', 'stripeId')).toEqual(['evt_0', 'evt_1', 'evt_2']);
    const [first] = (await get('stripe/events?oldestFirst=true')).body as { id: string }[];
    expect(await list(`stripe/events?oldestFirst=true&after=${first!.id}`, 'stripeId')).toEqual([
      'evt_1',
      'evt_2',
    ]);
  });

  test('can be downloaded with the same filters, without formulas', async () => {
    const lines = await file('stripe/events/csv?status=failed');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/failed,invoice.paid,evt_0,,cus_0,0,'@cmd$/);
  });
});

test.each(['waitlist/csv', 'waitlist/count', 'contact-submissions/csv', 'audit/csv', 'stripe/events/csv'])(
  '%s is available to administrators only, and rejects a search that is too long',
  async (path) => {
    expect((await rest(cast.alice).get(`/api/admin/${path}`)).status).toBe(403);
    const answer = await rest(cast.ada).get(`/api/admin/${path}?search=${'x'.repeat(201)}`);
    expect(answer).toMatchObject({ status: 400, body: { message: 'Search must be 200 characters or less' } });
  },
);
