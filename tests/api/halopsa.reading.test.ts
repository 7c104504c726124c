import { describe, expect, test } from 'vitest';
import { normalizeAddress } from '#api/features/halopsa/halopsa-connection.entity.ts';
import { messageIn, dateOf, integerOf, rowsOf } from '#api/features/halopsa/client/halopsa-responses.ts';
import { takeRequest, recordThrottling } from '#api/features/halopsa/client/halopsa-rate.client.ts';
import { tenantPriority } from '#api/features/halopsa/tickets/ticket-settings.ts';
import { ticketUrl } from '#api/features/halopsa/halopsa-connection.entity.ts';
import { referenceOf, summaryOf } from '#api/features/halopsa/tickets/ticket-text.ts';

describe('Both priority scales are mapped to the tenant’s', () => {
  const of = (scale: 'rule' | 'ticket', steps: number[], numbers: number[]) =>
    steps.map((value) => tenantPriority({ scale, value }, numbers));

  test.each([
    [
      [1, 2, 3, 4],
      [4, 3, 3, 2, 1],
      [1, 3, 4],
    ],
    [
      [1, 2, 3, 4, 5],
      [5, 4, 3, 2, 1],
      [1, 3, 5],
    ],
    [
      [10, 20],
      [20, 20, 20, 10, 10],
      [10, 20, 20],
    ],
    [[7], [7, 7, 7, 7, 7], [7, 7, 7]],
  ])('for a tenant that has %j', (numbers, rule, ticket) => {
    expect(of('rule', [1, 2, 3, 4, 5], numbers)).toEqual(rule);
    expect(of('ticket', [1, 2, 3], numbers)).toEqual(ticket);
  });

  test('and a tenant without priorities uses its default', () => {
    expect(of('rule', [1, 5], [])).toEqual([undefined, undefined]);
  });

  test('and a more urgent one never maps below a milder one', () => {
    for (let many = 1; many < 12; many++) {
      const numbers = Array.from({ length: many }, (_, index) => index + 1);
      const rule = of('rule', [5, 4, 3, 2, 1], numbers) as number[];
      expect(rule).toEqual(rule.toSorted((one, other) => one - other));
      expect([rule[0], rule.at(-1)]).toEqual([1, many]);
    }
  });
});

describe('HaloPSA’s data is parsed:', () => {
  test.each([
    [246, 246],
    ['246', 246],
    ['246.0', 246],
    [0, 0],
  ])('the id %j', (given, id) => expect(integerOf(given, 'test')).toBe(id));

  test.each(['3.5', 3.5, null, undefined, '', 'GUID', {}, true, '1e3', Number.NaN])(
    'but %j is not an ID',
    (given) => expect(() => integerOf(given, 'test')).toThrow(/an invalid ID/),
  );

  test.each([
    ['2026-06-29T15:41:46.637', '2026-06-29T15:41:46.637Z'],
    ['2026-06-29T15:41:46Z', '2026-06-29T15:41:46.000Z'],
    ['2026-06-29T15:41:46+02:00', '2026-06-29T13:41:46.000Z'],
    ['1899-12-30T00:00:00', undefined],
    ['1900-01-01T00:00:00', undefined],
    ['soon', undefined],
    [null, undefined],
  ])('the date %j', (given, date) => expect(dateOf(given)?.toISOString()).toBe(date));

  test.each([
    [[{ id: 1 }], 1, true],
    [{ record_count: 50, clients: [{ id: 1 }, { id: 2 }] }, 2, false],
    [{ columns: ['id'], results: [{ id: 1 }] }, 1, false],
    [{ clients: [] }, 0, false],
    [[], 0, true],
  ])('the list %j', (body, rows, bare) => {
    const read = rowsOf(body, 'clients');
    expect([read.rows.length, read.bare]).toEqual([rows, bare]);
  });

  test.each([null, 'text', 7, { message: 'no' }])('but %j is not a list', (body) =>
    expect(() => rowsOf(body, 'clients')).toThrow(/instead of a list/),
  );

  test.each([
    ['{"resultCode":1,"errorMessage":"first","message":"second"}', 'first'],
    ['{"ClassName":"System.Exception","Message":"An Outcome must be entered"}', 'An Outcome must be entered'],
    ['{"message":"lower"}', 'lower'],
    ['{"error":"invalid_scope","error_description":"The scope is not valid."}', 'The scope is not valid.'],
    ['{"error":"invalid_client"}', 'invalid_client'],
    ['{"[0].site_id":["wrong","and odd"]}', 'site_id: wrong and odd'],
    ['"bare"', 'bare'],
    ['plain\n text', 'plain text'],
    ['<html><style>p{}</style><h1>Bad <b>Gateway</b></h1></html>', 'Bad Gateway'],
    ['', undefined],
    [`"${'x'.repeat(400)}"`, 'x'.repeat(300)],
  ])('the error %j', (text, said) => expect(messageIn(text)).toBe(said));
});

describe('Addresses', () => {
  test.each([
    ['https://acme.halopsa.com', 'api', 'https://acme.halopsa.com/api'],
    ['https://acme.halopsa.com/', 'auth', 'https://acme.halopsa.com/auth'],
    ['https://acme.halopsa.com/auth/token', 'auth', 'https://acme.halopsa.com/auth'],
    [' https://own.example/halo/api// ', 'api', 'https://own.example/halo/api'],
    ['https://own.example/api?x=1#y', 'api', 'https://own.example/api'],
  ] as const)('%s is completed', (given, part, address) =>
    expect(normalizeAddress(given, part)).toBe(address),
  );

  test('of tickets are those of the server without its API path', () => {
    expect(ticketUrl('https://acme.halopsa.com/api', 42)).toBe('https://acme.halopsa.com/tickets?id=42');
  });
});

test('A reference is short, stable for each alert, and always complete in the summary', () => {
  const reference = referenceOf('0f3a9c1e-7b2d-4c55-8a10-1234567890ab');
  expect(reference).toBe('NL-0F3A9C1E7B2D4C55');
  expect(summaryOf('x'.repeat(1000), reference)).toHaveLength(255);
  expect(summaryOf('x'.repeat(1000), reference).endsWith(`… [${reference}]`)).toBe(true);
});

describe('The rate limit', () => {
  test('is 250 requests in five minutes, refilled continuously', () => {
    const now = 1_000_000;
    const waits = Array.from({ length: 251 }, () => takeRequest('https://pace.example', now));
    expect(waits.filter((wait) => wait > 0)).toEqual([1200]);
    expect(takeRequest('https://pace.example', now + 1200)).toBe(0);
    expect(takeRequest('https://pace.example', now + 1200)).toBeGreaterThan(0);
    expect(takeRequest('https://other.example', now)).toBe(0);
  });

  test('pauses longer each time, or as long as the server says', () => {
    const server = 'https://busy.example';
    const pauses = Array.from({ length: 6 }, () => recordThrottling(server, undefined, 0) / 1000);
    expect(pauses).toEqual([30, 60, 120, 240, 300, 300]);
    expect(recordThrottling(server, '17', 0)).toBe(17_000);
    expect(recordThrottling(server, new Date(90_000).toUTCString(), 0)).toBe(90_000);
    expect(recordThrottling(server, 'soon', 0)).toBe(300_000);
    expect(takeRequest(server, 299_000)).toBe(1000);
    expect(takeRequest(server, 300_001)).toBe(0);
  });
});
