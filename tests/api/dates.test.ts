// Dates that the database can't store are the caller's mistake, in every REST call that takes one.
import { randomUUID } from 'node:crypto';
import { getNamedType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationFor } from '#api/rest/operation.ts';
import { table } from '#api/rest/table.ts';
import { buildSchema } from '#api/wiring/resolvers.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

const schema = await buildSchema();
const places = Object.entries(table).flatMap(([call, name]) =>
  operationFor(schema, name)
    .field.args.filter(({ type }) => getNamedType(type).name === 'DateTimeISO')
    .map((argument) => ({ call, argument: argument.name })),
);

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
  await emptyDatabase();
  cast = await enter(running);
});
afterAll(() => running.close());

test.each(places)('$call refuses a year that cannot be stored in $argument', async ({ call, argument }) => {
  const [method, template] = call.split(' ');
  const path = template!
    .replace(':controllerId', cast.alice.controllerId)
    .replace(':deviceId', 'AAAAAAAAAAAA');
  const ask = (time: string) =>
    method === 'POST'
      ? rest(cast.alice).post(path, { ids: [randomUUID()], [argument]: time })
      : rest(cast.alice).get(`${path}?${argument}=${encodeURIComponent(time)}`);
  for (const time of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-02:00'])
    expect((await ask(time)).status, time).toBe(400);
  for (const time of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
    expect((await ask(time)).status, time).toBeLessThan(500);
});

test('GraphQL refuses it as well, in a document and in a variable', async () => {
  const inDocument = await as(cast.alice).ask('{ alertHistoryDays(since: "0000-01-01T00:00:00Z") { day } }');
  const inVariable = await as(cast.alice).ask(
    'query($at: DateTimeISO) { alertHistoryDays(since: $at) { day } }',
    { at: '0000-01-01T00:00:00Z' },
  );
  for (const { errors } of [inDocument, inVariable])
    expect(errors?.[0]?.extensions.code).toMatch(/^(BAD_USER_INPUT|GRAPHQL_VALIDATION_FAILED)$/);
});
