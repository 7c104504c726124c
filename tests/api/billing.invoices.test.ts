// Invoices: the list, each on paper, and all of them in one file.
import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Invoice } from '#api/features/billing/invoice.entity.ts';
import { periodOf } from '#api/features/billing/format.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addMember } from '#tests/support/members.ts';
import { addPerson, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { cards, openShop, pass, settle, stock, type PriceList, type Shop } from '#tests/support/selling.ts';
import { afterTrial, billing } from './billing.customers.ts';

interface Listed {
  id: string;
  number: string;
  amount: number;
  currency: string;
  status: string;
  period: string;
  hasPdf: boolean;
}

let shop: Shop;
let list: PriceList;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  shop = await openShop({ config: { outboundAllow: ['127.0.0.1'] } });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await emptyDatabase();
  list = await stock(shop);
  alice = await addPerson(shop.server, { firstName: 'Alice', package: list.starter });
  bob = await addPerson(shop.server, { firstName: 'Bob', package: list.starter });
  await afterTrial(alice);
  const { clientSecret } = await billing(alice).subscribe(list.professional.id, { currency: 'GBP' });
  await shop.stripe.confirm(clientSecret!, cards.good);
  await settle(shop);
});

const listed = async (person: Person) => (await rest(person).get('/api/invoices')).body as Listed[];
const file = (person: Person, path: string) =>
  fetch(`${shop.server.url}${path}`, { headers: { authorization: `Bearer ${person.token}` } });

test('They are listed newest first, in whole pence, and for the owner’s team only', async () => {
  await pass(shop, 31.1);
  const [second, first, ...more] = await listed(alice);
  expect(more).toEqual([]);
  expect(first).toMatchObject({ amount: 2999, currency: 'GBP', status: 'paid', hasPdf: true });
  expect(first!.period).toMatch(/^\d{1,2} \w{3,4}( \d{4})? – \d{1,2} \w{3,4} \d{4}$/);
  expect(second!.number).not.toBe(first!.number);
  expect(await listed(bob)).toEqual([]);
  const mia = await addMember(alice, TeamRole.viewer);
  expect(await listed(mia)).toHaveLength(2);
});

describe('As files', () => {
  test('one is downloaded as a PDF named after its number', async () => {
    const [invoice] = await listed(alice);
    const answer = await file(alice, `/api/invoices/${invoice!.id}/pdf`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="invoice-${invoice!.number}.pdf"`,
    );
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  test("another team's isn't found, and none is available signed out", async () => {
    const [invoice] = await listed(alice);
    for (const id of [invoice!.id, randomUUID(), 'x', '%27'])
      expect(await rest(bob).get(`/api/invoices/${id}/pdf`)).toMatchObject({
        status: 404,
        body: { message: 'Invoice not found' },
      });
    for (const path of [`/api/invoices/${invoice!.id}/pdf`, '/api/invoices/download'])
      expect(await rest({ server: shop.server, token: null }).get(path)).toMatchObject({ status: 401 });
  });

  test('any invoice number becomes a safe file name', async () => {
    const [invoice] = await listed(alice);
    const number = '../"R\r\nX: 1" é';
    await shop.server.app.orm.em.fork().nativeUpdate(Invoice, { id: invoice!.id }, { number });
    const answer = await file(alice, `/api/invoices/${invoice!.id}/pdf`);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="invoice-R-X-1.pdf"');
  });

  test('all are downloaded in one file, which names those that could not be fetched', async () => {
    await pass(shop, 31.1);
    const [second, first] = await listed(alice);
    await shop.server.app.orm.em.fork().nativeUpdate(Invoice, { id: first!.id }, { stripeId: 'in_lost' });
    const answer = await file(alice, '/api/invoices/download');
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="invoices.zip"');
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Object.keys(files).sort()).toEqual(['MISSING.txt', `invoice-${second!.number}.pdf`]);
    expect(Buffer.from(files['MISSING.txt']!).toString()).toContain(`${first!.number}: Invoice not found`);
  });

  test('an empty list is an error with a message', async () => {
    expect(await rest(bob).get('/api/invoices/download')).toMatchObject({
      status: 409,
      body: { message: "You don't have any invoices yet." },
    });
    shop.stripe.fail(3, 500);
    expect(await rest(alice).get('/api/invoices/download')).toMatchObject({ status: 502 });
  });
});

test('A period is shown in UTC, with its year if that changes', () => {
  const day = (text: string) => new Date(`${text}T23:59:59Z`);
  expect(periodOf(day('2026-11-01'), day('2026-12-01'))).toBe('1 Nov – 1 Dec 2026');
  expect(periodOf(day('2026-12-15'), day('2027-01-15'))).toBe('15 Dec 2026 – 15 Jan 2027');
  expect(periodOf(day('2026-11-01'), day('2026-11-01'))).toBe('1 Nov 2026');
});
