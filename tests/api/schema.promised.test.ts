import { readFileSync } from 'node:fs';
import { parse, visit } from 'graphql';
import { describe, expect, test } from 'vitest';
import { brokenPromises, promisedSchema, promiseOf } from '#api/graphql/schema/promised.ts';

const committed = readFileSync('schema.graphql', 'utf8');
const released = `type Query { alerts(first: Int): [Alert!]! old: Int @deprecated(reason: "Use alerts.") }
  type Alert { id: ID! }
  enum Kind { up down }
  input Search { text: String }`;

describe('A promised name', () => {
  test('is in the committed schema, unless it had been deprecated (api/README.md says how)', () => {
    expect(brokenPromises(promisedSchema(), committed)).toEqual([]);
    expect(promisedSchema().split('\n').length).toBeGreaterThan(1000);
  });

  test.each([
    ['a field', 'id: ID!', 'name: ID!', ['Alert.id']],
    ['a type', 'type Alert {', 'type Alarm {', ['Alert.id']],
    ['an argument', '(first: Int)', '(last: Int)', ['Query.alerts.first']],
    ['a value', 'up down', 'up', ['Kind.down']],
    ['a field of an input', 'text: String', 'words: String', ['Search.text']],
    ['what was deprecated', 'old: Int @deprecated(reason: "Use alerts.")', '', []],
  ])('is reported if it is missing: %s', (_what, given, now, missed) => {
    expect(brokenPromises(promiseOf(released), released)).toEqual([]);
    expect(brokenPromises(promiseOf(released), released.replace(given, now))).toEqual(missed);
  });

  test('says what to use instead if it is deprecated', () => {
    visit(parse(committed), {
      Directive({ name, arguments: given }) {
        if (name.value !== 'deprecated') return;
        const reason = given?.find((argument) => argument.name.value === 'reason')?.value;
        expect(reason && 'value' in reason ? reason.value : '').toMatch(/^Use \S+/);
      },
    });
  });
});
