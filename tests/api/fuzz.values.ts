// What `fuzz.test.ts` draws, and how it is written into a request.
import fc from 'fast-check';
import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
} from 'graphql';

/** IDs that exist, which the test fills in. */
export const known: string[] = [];

const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\uffff',
  '\u202e\u2066',
  '%',
  '%00',
  '\'; drop table "user"; --',
  '\\',
  '{{7*7}}${7*7}',
  '<svg onload=alert(1)>',
  '../../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-1',
  '0',
  '1e400',
  '9'.repeat(400),
  '9223372036854775808',
  '2147483648',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-02:00',
  '+275760-09-13T00:00:00.001Z',
  '2026-02-30T25:61:61Z',
  '2026-01-01',
  'Infinity',
  'é'.repeat(3000),
  'a'.repeat(100_000),
  '((((((((((a+)+)+)+)+)+)+)+)+)+)$'.repeat(20),
  'a@'.repeat(2000),
  'https://' + 'a.'.repeat(2000),
  'http://[::1',
  'http://127.0.0.1:1/',
  'https://user:pass@localhost/%00',
  'javascript:alert(1)',
  'data:text/html,x',
  '00000000-0000-4000-8000-00000000000',
  '00000000-0000-4000-8000-0000000000000',
  'zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz',
  '{00000000-0000-4000-8000-000000000000}',
  '0'.repeat(36),
  '- &a [*a, *a]\n'.repeat(50),
  '\n'.repeat(5000),
];

const deep = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner, _, at) => (at % 2 ? [inner] : { a: inner }), 1);

/** Values of every kind that no one should send. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      [],
      {},
      -1,
      0,
      1.5,
      -0.1,
      2 ** 31,
      -(2 ** 31) - 1,
      2 ** 53,
      1e308,
      -1e308,
      5e-324,
      [null],
      [[['x']]],
      ['a', 1, {}],
      Array.from({ length: 2000 }, (_, at) => at),
      JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {}}}'),
      { toString: 'x', valueOf: 1, length: -1 },
      deep(40),
      deep(3000),
    ),
  },
  { weight: 1, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

/** Values that are nearly of a type, by its name. */
const nearly: Record<string, unknown[]> = {
  DateTimeISO: [
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59-02:00',
    '9999-12-31T23:59:59Z',
    '2026-02-30T25:61:61Z',
    '2026-01-01',
  ],
  Int: [-1, 0, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 1.5, '1e3', '9'.repeat(30)],
  Float: [-1, -0, 1e308, 5e-324, 'NaN', '9'.repeat(400)],
  Decimal: [-1, '1e308', '0.001', '99999999999.99', 'NaN'],
  ID: ['x', '', '0', '9'.repeat(30), '\0', 'a'.repeat(3000), '00000000-0000-4000-8000-00000000000g'],
};

function hostileFor(type: GraphQLInputType): fc.Arbitrary<unknown> {
  const inner = getNullableType(type);
  const near = 'name' in inner ? nearly[inner.name] : undefined;
  return near ? fc.oneof(fc.constantFrom(...near), hostile) : hostile;
}

/** A value that the type takes, as a rule. */
function fitting(type: GraphQLInputType, depth = 0): fc.Arbitrary<unknown> {
  const inner = getNullableType(type);
  if (isListType(inner)) return fc.array(fitting(inner.ofType, depth + 1), { maxLength: 3 });
  if (isInputObjectType(inner)) return record(Object.values(inner.getFields()), depth);
  if (isEnumType(inner)) return fc.constantFrom(...inner.getValues().map(({ name }) => name));
  switch (inner.name) {
    case 'Boolean':
      return fc.boolean();
    case 'Int':
      return fc.integer({ min: 0, max: 100 });
    case 'Float':
    case 'Decimal':
      return fc.constantFrom(0, 1.5, 29.99);
    case 'DateTimeISO':
      return fc.constantFrom('2026-11-01T00:00:00Z', '2030-01-01T00:00:00Z');
    case 'ID':
      return fc.nat({ max: 100 }).map((at) => known[at % 2 ? 0 : at % known.length]);
    default:
      return fc.constantFrom<unknown>(
        'Some text',
        'someone@example.com',
        'https://example.com/x.png',
        '/a/path',
        'Europe/London',
        'GBP',
        '#336699',
        '08:00',
        'Correct-Horse-9!',
        '{{customer_name}}',
      );
  }
}

/** One or two values are hostile, as a rule: of several the first would be refused, and hide the others. */
export function record(
  places: readonly (GraphQLArgument | GraphQLInputField)[],
  depth = 0,
): fc.Arbitrary<object> {
  if (places.length === 0) return fc.constant({});
  const fits = places.map((place) => {
    const isRequired = isNonNullType(place.type) && place.defaultValue === undefined;
    const absent = { weight: isRequired ? 1 : 20, arbitrary: fc.constant(undefined) };
    return [place.name, fc.oneof({ weight: 20, arbitrary: fitting(place.type, depth + 1) }, absent)] as const;
  });
  const change = fc
    .nat({ max: places.length - 1 })
    .chain((at) => hostileFor(places[at]!.type).map((value) => [places[at]!.name, value] as const));
  return fc
    .tuple(
      fc.record(Object.fromEntries(fits), { noNullPrototype: true }),
      fc.array(change, { minLength: depth === 0 ? 1 : 0, maxLength: depth === 0 ? 2 : 1 }),
    )
    .map(([fit, changes]) => ({ ...fit, ...Object.fromEntries(changes) }));
}

/** One part of a path or a query, whatever it is: as it is where it can be written, else as bytes that are no UTF-8. */
function written(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const short = text.slice(0, 3000);
  return short.isWellFormed() ? encodeURIComponent(short) : '%ED%A0%80';
}

/** An address with these values in its path, and the others in its query. */
export function pathOf(url: string, values: Record<string, unknown>): string {
  const path = url.replace(/[:{](\w+)\}?/g, (_all, name: string) => written(values[name] ?? 'x') || 'x');
  const query = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || new RegExp(`[:{]${name}\\b`).test(url) ? [] : [`${name}=${written(value)}`],
  );
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

/** How a body is written. */
export const ways = ['json', 'json', 'json', 'json', 'form', 'broken', 'text', 'list', 'deep'] as const;

export function bodyOf(values: object, way: (typeof ways)[number]): { body: string; type: string } {
  const json = JSON.stringify(values);
  const type = 'application/json';
  if (way === 'form') {
    const pairs = Object.entries(values).map(([name, value]) => `${name}=${written(value)}`);
    return { body: pairs.join('&'), type: 'application/x-www-form-urlencoded' };
  }
  if (way === 'broken') return { body: json.slice(0, -1), type };
  if (way === 'text') return { body: json, type: 'application/yaml' };
  if (way === 'list') return { body: `[${json}]`, type };
  if (way === 'deep') return { body: '['.repeat(20_000) + ']'.repeat(20_000), type };
  return { body: json, type };
}
