// Every field of every mutation, with what no form would send, through both doors.
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLInputField,
} from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { table } from '#api/rest/table.ts';
import { buildSchema } from '#api/wiring/resolvers.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { audience } from './audience.ts';

/** Tried at every place whose kind they are: nothing, what no column keeps, what is too long, what is no number. */
const telling: unknown[] = [
  [null, '', '\0', '\ud83d', 'x'.repeat(50_000)],
  [true, -1, 1.5, 2 ** 31, 2 ** 53 + 1, 1e308, [], {}, { a: [] }],
].flat();
const others: unknown[] = [
  ['true', 0, ' ', ' blanks ', 'NaN', 'a\0b', '\udca9', '\uffff', '🚨', '👩‍👩‍👧‍👦', '\u202eevil'],
  ['ﷺ'.repeat(50), "'; drop table users; --", '%s%n$1', '../../etc/passwd', '__proto__'],
].flat();

/** Whether a value is of the kind that a type asks for: then it is our code that judges it, and not GraphQL's. */
function fits({ type: given }: GraphQLArgument | GraphQLInputField, value: unknown): boolean {
  const type = getNullableType(given);
  if (value === null) return true;
  if (isListType(type) || isInputObjectType(type)) return typeof value === 'object';
  if (isEnumType(type)) return false;
  if (type.name === 'ID') return typeof value === 'string' || typeof value === 'number';
  const kinds: Record<string, string> = {
    String: 'string',
    Int: 'number',
    Float: 'number',
    Boolean: 'boolean',
  };
  return typeof value === (kinds[type.name] ?? typeof value);
}

/** Of values that are not telling each third, of those of a wrong kind each sixteenth: which differ from place to place. */
const hostileTo = ({ arg, field }: Spot, place: number) => {
  const isRight = (value: unknown) => fits(field ?? arg, value);
  const share = (values: unknown[], each: number) =>
    values.filter((_value, index) => (index + place) % each === 0);
  const wrong = [...telling, ...others].filter((value) => !isRight(value));
  return [...telling.filter(isRight), ...share(others.filter(isRight), 3), ...share(wrong, 16)];
};

const mutations = Object.values((await buildSchema()).getMutationType()?.getFields() ?? {});
interface Spot {
  mutation: (typeof mutations)[number];
  arg: GraphQLArgument;
  /** Of the input object; undefined where the argument itself is the value. */
  field?: GraphQLInputField;
  where: string;
}

const places = mutations.flatMap((mutation) =>
  mutation.args.flatMap((arg): Spot[] => {
    const type = getNullableType(arg.type);
    if (!isInputObjectType(type)) return [{ mutation, arg, where: `${mutation.name} ${arg.name}` }];
    return Object.values(type.getFields()).map((field) => ({
      mutation,
      arg,
      field,
      where: `${mutation.name} ${field.name}`,
    }));
  }),
);
const callOf = Object.fromEntries(Object.entries(table).map(([call, field]) => [field, call]));

let running: Running;
let cast: Cast;
let ruleId: string;

beforeAll(async () => {
  // No one listens at port 9: a controller's key cannot be tried.
  running = await startServer({ config: { unifiApiUrl: 'http://127.0.0.1:9' } });
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  running.logged.length = 0;
  cast = await enter(running);
  ruleId = ((await rest(cast.alice).get('/api/alert-rules')).body as { id: string }[])[0]!.id;
});

function idFor(mutation: string): string {
  if (isForAdmins(mutation)) return cast.bob.userId;
  return mutation.endsWith('Rule') ? ruleId : cast.alice.controllerId;
}

const isForAdmins = (mutation: string) => audience[`mutation ${mutation}`] === 'admin';

/** What a right request would hold at this place. */
function right({ type: given, name }: GraphQLArgument | GraphQLInputField, mutation: string): unknown {
  const type = getNullableType(given);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const needed = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return Object.fromEntries(
      needed
        .filter((field) => field.defaultValue === undefined)
        .map((field) => [field.name, right(field, mutation)]),
    );
  }
  if (name === 'id') return idFor(mutation);
  return type.name === 'Int' ? 3 : 'text';
}

describe('No input value causes a server error', () => {
  test.each(places)('$where', async (spot) => {
    const { mutation, arg, field } = spot;
    const declared = mutation.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
    const passed = mutation.args.map(({ name }) => `${name}: $${name}`).join(', ');
    const shown = isObjectType(getNamedType(mutation.type)) ? ' { __typename }' : '';
    const document = `mutation (${declared}) { ${mutation.name}(${passed})${shown} }`;
    const asker = isForAdmins(mutation.name) ? cast.grace : cast.alice;
    const call = callOf[mutation.name];

    for (const [index, value] of hostileTo(spot, places.indexOf(spot)).entries()) {
      const variables = Object.fromEntries(
        mutation.args.map((each) => [each.name, right(each, mutation.name)]),
      );
      if (field) (variables[arg.name] as Record<string, unknown>)[field.name] = value;
      else variables[arg.name] = value;
      const what = JSON.stringify(value)?.slice(0, 40);
      const { errors } = await as(asker).ask(document, variables);
      expect(errors?.[0]?.extensions.code ?? 'none', what).not.toBe('INTERNAL_SERVER_ERROR');

      // The other door translates, and judges by the same rules: each place has a third of them there.
      if (!call || (index + places.indexOf(spot)) % 3 > 0) continue;
      const [method = '', path = ''] = call.split(' ');
      const body = JSON.stringify(variables['input'] ?? {});
      const id = encodeURIComponent(String(variables['id']).toWellFormed().slice(0, 150));
      const headers = { 'content-type': 'application/json' };
      const answer = await rest(asker).send(path.replace(/:\w+/, id), { method, headers, body });
      // 429: proofs of who one is are counted. 502: this UniFi never answers, which is said of a key that could be one.
      // 405: an empty id leads to the path of the list.
      expect([200, 400, 401, 403, 404, 405, 409, 429, 502], what).toContain(answer.status);
      expect(
        answer.status === 200 || typeof (answer.body as { message?: unknown }).message === 'string',
      ).toBe(true);
    }
    expect(running.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});
