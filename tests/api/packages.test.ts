import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addFirstPackages } from '#api/features/packages/packages.service.ts';
import {
  Currency,
  Package,
  canonicalPrice,
  pricePattern,
  minorUnits,
} from '#api/features/packages/package.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  running.app.content.changed();
  cast = await enter(running);
});

const listed = async () => (await rest(cast.vic).get('/api/packages')).body as Package[];

describe('The price list of a new installation', () => {
  test.each(Object.values(Currency))(
    'is the same in %s: the second is the professional one',
    async (currency) => {
      const em = running.app.orm.em.fork();
      await addFirstPackages(em, currency);
      await addFirstPackages(em, currency);
      const packages = await listed();
      expect(packages.map((one) => [one.name, one.price])).toEqual([
        ['Free', '0'],
        ['Professional Plan', '29.99'],
        ['Provider Plan', '99.99'],
      ]);
      expect(packages.every((one) => one.currency === currency)).toBe(true);
      expect(packages[1]).toMatchObject({ maxControllers: 5, maxDevices: 100 });
    },
  );
});

test('A visitor can’t see how many teams have a package', async () => {
  await addFirstPackages(running.app.orm.em.fork(), Currency.GBP);
  expect((await listed()).map(({ subscriberCount }) => subscriberCount)).toEqual([null, null, null]);
});

describe('A price', () => {
  test.each([
    ['0', '0', 0],
    ['0.00', '0', 0],
    ['00', '0', 0],
    ['29.99', '29.99', 2999],
    ['49', '49.00', 4900],
    ['49.5', '49.50', 4950],
    ['0.07', '0.07', 7],
    ['1.15', '1.15', 115],
    ['20000000.00', '20000000.00', 2_000_000_000],
  ])('written %s is stored as %s, and is %i in the smallest unit', (written, kept, units) => {
    expect(written).toMatch(pricePattern);
    expect(canonicalPrice(written)).toBe(kept);
    expect(minorUnits(written)).toBe(units);
  });

  test.each([
    '',
    '-1',
    '1.999',
    '1,50',
    '1e3',
    'NaN',
    '100000000',
    '20000000.01',
    '20000001',
    '99999999.99',
    '.5',
    '5.',
    '£5',
    '٥',
  ])('can’t be %j', (written) => expect(written).not.toMatch(pricePattern));
});
