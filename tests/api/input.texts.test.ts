// Names and addresses of every input hold to the same rules, anyone who sends them and through whichever operation.
import { getNamedType, isInputObjectType, type GraphQLInputField } from 'graphql';
import { getMetadataStorage as rulesOf } from 'class-validator';
import { getMetadataStorage } from 'type-graphql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildSchema } from '#api/wiring/resolvers.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { as } from '#tests/support/as.ts';

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

const named = new Set(['name', 'firstName', 'lastName', 'companyName']);
const schema = await buildSchema();
const fields = Object.values(schema.getTypeMap())
  .filter(isInputObjectType)
  .flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => isText(field) && (named.has(field.name) || field.name === 'email'))
      .map((field): [type: string, field: string] => [type.name, field.name]),
  );

function isText({ type }: GraphQLInputField): boolean {
  return getNamedType(type).name === 'String';
}

const kinds = (type: string, field: string) => {
  const target = getMetadataStorage().inputTypes.find(({ name }) => name === type)!.target;
  return rulesOf()
    .getTargetValidationMetadatas(target, '', false, false)
    .filter(({ propertyName }) => propertyName === field)
    .map(({ name }) => name);
};

// Sign-in looks an address up, whatever it is; nothing is ever emailed to what was typed there.
test.each(fields.filter(([type]) => type !== 'SignInInput'))(
  'The input %s applies its limits to its %s',
  (type, field) => {
    const rules = kinds(type, field);
    expect(rules).toContain('maxLength');
    expect(rules).toContain(field === 'email' ? 'isEmail' : 'isOneLine');
  },
);

const lines = 'A\r\nBcc: other@x.test';

test('An invited person has a name on one line', async () => {
  const answer = await rest(cast.vic).post('/api/auth/accept-invitation', {
    token: 'any',
    firstName: lines,
    lastName: lines,
  });
  expect(answer).toMatchObject({
    status: 400,
    body: {
      fields: {
        firstName: 'First name must be on one line',
        lastName: 'Last name must be on one line',
      },
    },
  });
});

test.each(['firstName', 'lastName', 'companyName'])(
  'An administrator can’t set a %s with two lines, or an invisible one',
  async (name) => {
    for (const value of [lines, ' ', '\u200b\u3164', 'x'.repeat(101)]) {
      const { errors } = await as(cast.grace).ask(
        'mutation($id: ID!, $input: UserChanges!) { updateUser(id: $id, input: $input) { id } }',
        { id: cast.bob.userId, input: { [name]: value } },
      );
      expect(errors?.[0]?.extensions, value).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { [name]: expect.any(String) },
      });
    }
  },
);
