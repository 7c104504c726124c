import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
  cast = await enter(running);
});

const create = (body: object) => rest(cast.alice).post('/api/integrations', body);

test.each(['recipients', 'emailRecipients', 'email'])('Email addresses are accepted as %s', async (name) => {
  for (const value of [['a@example.test', ' b@example.test '], 'a@example.test;b@example.test']) {
    const { body } = await create({ type: 'email', config: { enabled: true, [name]: value } });
    expect(body).toMatchObject({ config: { recipients: ['a@example.test', 'b@example.test'] } });
  }
});

test('Addresses are accepted with any separator, in every script, and only invalid ones are listed', async () => {
  const value = 'a@example.test;b@example.test, c@example.test\n noc@bücher.example\t\td@example.test ,;';
  const recipients = ['a', 'b', 'c'].map((name) => `${name}@example.test`);
  const all = [...recipients, 'noc@bücher.example', 'd@example.test'];
  for (const given of [value, [value], value.split(' ')])
    expect((await create({ type: 'email', config: { recipients: given } })).body).toMatchObject({
      config: { recipients: all },
    });
  const wrong = async (given: string) =>
    (await create({ type: 'email', config: { recipients: given } })).body as { fields: object };
  expect((await wrong(`${value} e@ f@example.test`)).fields).toEqual({
    recipients: 'Please enter a valid email address: e@',
  });
  expect((await wrong(`${value} e@ @f ${'x'.repeat(100)} g h i`)).fields).toEqual({
    recipients: `Please enter valid email addresses: e@, @f, ${'x'.repeat(80)}, g, h and 1 more`,
  });
});
