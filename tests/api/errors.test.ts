import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GraphQLError } from 'graphql';
import { Stripe } from 'stripe';
import { timeoutResponse } from '#api/graphql/deadline.ts';
import { formatError } from '#api/lib/errors.ts';
import { stripeFailure } from '#api/features/billing/stripe.client.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

/** Stands for whatever a person would not want to read in an answer or in a log. */
const secret = 'planted-hunter2';
const word = 'planted_hunter2';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer({
    schema: (built) => {
      const field = built.getQueryType()?.getFields()['openAlertCount'];
      if (!field) throw new Error('There is no openAlertCount');
      field.resolve = () => {
        throw Object.assign(new TypeError('the lamp has gone out'), { submitted: secret });
      };
    },
  });
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  running.logged.length = 0;
  cast = await enter(running);
});

const rule = (input: string) => `mutation { createAlertRule(input: ${input}) { id } }`;
const byInput = 'mutation ($input: AlertRuleInput!) { createAlertRule(input: $input) { id } }';
const signIn = 'mutation ($input: SignInInput!) { signIn(input: $input) { token } }';
const right = { name: 'Gateways', condition: 'device_offline' };

function expectNoSecret(answer: unknown): void {
  expect(JSON.stringify(answer)).not.toContain(secret);
  expect(JSON.stringify(answer)).not.toContain(word);
  expect(running.logged.join('\n')).not.toContain(secret);
  expect(running.logged.join('\n')).not.toContain(word);
}

describe('The content of a bad request is never sent back, nor logged', () => {
  const variables: [string, unknown, string | RegExp][] = [
    ['a text where an object is due', { input: secret }, 'Expected type "SignInInput" to be an object'],
    ['a list where an object is due', { input: [secret] }, 'Variable "$input" got an invalid value'],
    [
      'a missing field beside it',
      { input: { password: secret } },
      'Field "email" of required type "String!" was not provided',
    ],
    ['null where text is due', { input: { email: null, password: secret } }, 'not to be null'],
    [
      'an object where text is due',
      { input: { email: { secret }, password: secret } },
      'at "input.email"; String cannot represent a non string value',
    ],
    ['a list where text is due', { input: { email: 'a@b.test', password: [secret] } }, 'at "input.password"'],
    [
      'an unknown field',
      { input: { email: secret, password: secret, role: secret } },
      'Field "role" is not defined by type "SignInInput"',
    ],
    [
      'words of GraphQL in the value',
      { input: { email: 5, password: `" at "input.x"; ${secret}` } },
      'String cannot represent',
    ],
    [
      'an over-long text',
      { input: { email: secret.repeat(40), password: secret } },
      'Email must be 254 characters or less',
    ],
    [
      'an over-long password',
      { input: { email: secret, password: secret.repeat(40) } },
      'Password must be 128 characters or less',
    ],
    [
      'a NUL',
      { input: { email: `${secret}\0`, password: secret } },
      'The text contains characters that cannot be stored',
    ],
    ['the wrong password', { input: { email: secret, password: secret } }, 'Invalid email or password'],
    ['no object at all', secret, /./],
  ];
  test.each(variables)('in variables: %s', async (_what, given, sentence) => {
    const answer = await as(cast.vic).ask(signIn, given);
    expect(answer.errors?.[0]?.message).toEqual(
      typeof sentence === 'string' ? expect.stringContaining(sentence) : expect.stringMatching(sentence),
    );
    expect(answer.errors?.[0]?.extensions.code).not.toBe('INTERNAL_SERVER_ERROR');
    expectNoSecret(answer);
  });

  test.each([
    [
      'an unknown choice',
      { ...right, condition: secret },
      'The value does not exist in the "AlertCondition" enum',
    ],
    ['an unknown choice in a list', { ...right, channels: [secret] }, 'at "input.channels[0]"'],
    [
      'text where a number is due',
      { ...right, duration: secret },
      'at "input.duration"; Int cannot represent non-integer value',
    ],
    [
      'text where a switch is due',
      { ...right, isActive: secret },
      'Boolean cannot represent a non boolean value',
    ],
    [
      'a huge number',
      { ...right, name: secret, duration: 2 ** 53 },
      'Int cannot represent non 32-bit signed integer value',
    ],
  ])('in variables of a rule: %s', async (_what, input, sentence) => {
    const answer = await as(cast.alice).ask(byInput, { input });
    expect(answer).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] });
    expect(answer.errors?.[0]?.message).toContain(sentence);
    expectNoSecret(answer);
  });

  test.each([
    ['text for an object', rule(`"${secret}"`), 'Expected value of type "AlertRuleInput!".'],
    [
      'text for a choice',
      rule(`{ name: "a", condition: "${secret}" }`),
      'Enum "AlertCondition" cannot represent non-enum value.',
    ],
    [
      'an unknown choice',
      rule(`{ name: "a", condition: ${word} }`),
      'The value does not exist in the "AlertCondition" enum.',
    ],
    [
      'a word for text',
      rule(`{ name: ${word}, condition: device_offline }`),
      'String cannot represent a non string value.',
    ],
    [
      'text for a number',
      rule(`{ name: "${secret}", condition: device_offline, duration: "${secret}" }`),
      'Int cannot represent non-integer value.',
    ],
    [
      'a list for text',
      rule(`{ name: ["${secret}"], condition: device_offline }`),
      'String cannot represent a non string value.',
    ],
    [
      'an object for text',
      rule(`{ name: { a: "${secret}" }, condition: device_offline }`),
      'String cannot represent a non string value.',
    ],
    [
      'a missing field beside it',
      rule(`{ name: "${secret}" }`),
      'Field "AlertRuleInput.condition" of required type "AlertCondition!" was not provided.',
    ],
    [
      'a default',
      `query ($n: Int = "${secret}") { packages { id } }`,
      'Int cannot represent non-integer value.',
    ],
    ['a parse error at text', `mutation { signIn "${secret}" }`, 'Syntax Error: Expected Name.'],
    [
      'a parse error at a word',
      `mutation { signIn(input: { password ${word} }) }`,
      'Syntax Error: Expected ":".',
    ],
    ['a parse error at the start', `"${secret}" "${secret}"`, 'Syntax Error'],
    ['a block of text', `{ signIn(input: """${secret}""" """${secret}""" }`, 'Syntax Error'],
    ['an open text', `{ signIn(input: "${secret}`, 'Syntax Error: Unterminated string.'],
  ])('in a document: %s', async (_what, document, sentence) => {
    const answer = await as(cast.alice).ask(document);
    expect(answer.errors?.[0]?.message).toContain(sentence);
    expect(answer.errors?.[0]?.extensions.code).toMatch(/^GRAPHQL_(PARSE|VALIDATION)_FAILED$/);
    expectNoSecret(answer);
  });

  test.each([
    ['POST', '/api/auth/login', { email: [secret], password: { secret } }],
    ['POST', '/api/auth/login', { email: secret, password: secret }],
    [
      'POST',
      '/api/alert-rules',
      { name: secret.repeat(9), condition: secret, duration: secret, channels: secret },
    ],
    ['POST', '/api/alert-rules', { ...right, threshold: secret, siteId: secret }],
    ['POST', '/api/alert-rules', { ...right, controllerId: secret }],
    ['PUT', `/api/alert-rules/${secret}`, { name: secret, haloPriority: secret }],
    ['POST', '/api/controllers', { name: secret.repeat(9), apiKey: { secret } }],
    ['PUT', `/api/controllers/${secret}`, { apiKey: secret }],
    ['GET', `/api/unifi/sites?controller=${secret}`, undefined],
    ['GET', `/api/controllers/${secret}/alerts?secret=${secret}`, undefined],
  ])('through REST: %s %s %#', async (method, path, body) => {
    const request = { method, ...(body && { body: JSON.stringify(body) }) };
    const headers = { 'content-type': 'application/json' };
    const { status, text } = await rest(cast.alice).send(path, { ...request, headers });
    expect([400, 401, 404]).toContain(status);
    expect(text).not.toContain(secret);
    // A path is logged as it came; secrets do not belong there, and none of ours stands in one.
    const logged = running.logged.filter((line) => !line.includes('"answered"'));
    expect(logged.join('\n')).not.toContain(secret);
  });

  test.each(['{"email": "planted-hunter2', 'planted-hunter2', '["planted-hunter2"'])(
    'through REST: a body that isn’t JSON (%s)',
    async (body) => {
      for (const path of ['/api/auth/login', '/graphql']) {
        const headers = { 'content-type': 'application/json' };
        const answer = await rest(cast.vic).send(path, { method: 'POST', headers, body });
        expect(answer.status).toBe(400);
        expectNoSecret(answer.text);
      }
    },
  );
});

test('Variables with more errors than GraphQL lists are a bad request, and nothing is logged', async () => {
  running.logged.length = 0;
  const severities = Array.from({ length: 100 }, () => 'none');
  const { errors } = await as(cast.alice).ask(
    'query($severities: [AlertSeverity!]) { alertHistoryDays(severities: $severities) { day } }',
    { severities },
  );
  expect(new Set(errors?.map(({ extensions }) => extensions.code))).toEqual(new Set(['BAD_USER_INPUT']));
  expect(running.logged.join('')).not.toContain('A field failed');
});

test('A variable that is null where its argument has a default is a bad request, and nothing is logged', async () => {
  running.logged.length = 0;
  const answer = await as(cast.alice).ask(
    'mutation ($remove: [String!]) { tagSites(siteIds: ["HOST:1"], remove: $remove) { id } }',
    { remove: null },
  );
  expect(answer).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] });
  expect(answer.errors?.[0]?.message).toMatch(/^Argument "remove" .* must not be null/);
  expect(running.logged.join('')).not.toContain('A field failed');
});

describe('A bad request is answered quickly', () => {
  test.each([
    'x',
    ' x',
    'Value "',
    'cannot represent ',
    ' at "input',
    '; Field "',
    'Expected type "',
    ', found A',
    '"',
  ])('however long, and whatever is repeated in it: %j', async (part) => {
    const long = part.repeat(60_000 / part.length);
    const document = rule(`{ name: "a", condition: device_offline, duration: ${JSON.stringify(long)} }`);
    // CPU time, which a busy machine does not change much. Going over a part again and again would take many seconds of it.
    const start = process.cpuUsage();
    for (const answer of [
      await as(cast.alice).ask(byInput, { input: { ...right, duration: long } }),
      await as(cast.alice).ask(byInput, { input: { ...right, condition: long } }),
      await as(cast.alice).ask(document),
    ]) {
      expect(JSON.stringify(answer).length).toBeLessThan(400);
    }
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(2000);
  });
});

describe('An unexpected failure', () => {
  test('is "Internal server error" to the caller, and can be found in the log by the request’s ID', async () => {
    const response = await fetch(`${running.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${cast.alice.token}` },
      body: JSON.stringify({ query: '{ openAlertCount }' }),
    });
    const answer = (await response.json()) as unknown;
    expect(answer).toEqual({
      data: null,
      errors: [
        {
          message: 'Internal server error',
          path: ['openAlertCount'],
          locations: [{ line: 1, column: 3 }],
          extensions: { code: 'INTERNAL_SERVER_ERROR', outcome: 'unknown' },
        },
      ],
    });
    const lines = running.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    const failed = lines.find(({ msg }) => msg === 'A field failed');
    expect(failed).toMatchObject({
      reqId: response.headers.get('x-request-id'),
      path: 'openAlertCount',
      err: {
        type: 'TypeError',
        message: 'the lamp has gone out',
        stack: expect.stringContaining('errors.test'),
      },
    });
    expectNoSecret(answer);
  });

  test('is logged, unlike expected errors', async () => {
    await as(cast.vic).ask('{ me { id } }');
    await rest(cast.alice).delete('/api/alert-rules/none');
    expect(running.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});

describe('A failure says whether the change may have been made', () => {
  test('and a change that the server refused was not made', async () => {
    const missing = await as(cast.alice).ask('mutation { deleteAlertRule(id: "none") }');
    expect(missing).toMatchObject({ errors: [{ extensions: { outcome: 'refused' } }] });
    const invalid = await as(cast.alice).ask(byInput, { input: { name: '' } });
    expect(invalid).toMatchObject({ errors: [{ extensions: { outcome: 'refused' } }] });
  });

  test('and it is unknown after an unexpected error or a lost database connection', () => {
    const path = ['createAlertRule'];
    const lost = Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' });
    const outcomeOf = (error: Error, at?: string[]) =>
      formatError({ message: '', path: at }, new GraphQLError('', { originalError: error, path: at }))
        .extensions?.['outcome'];
    expect(outcomeOf(new TypeError('the lamp has gone out'), path)).toBe('unknown');
    expect(outcomeOf(lost, path)).toBe('unknown');
    expect(outcomeOf(lost)).toBe('refused');
    expect(timeoutResponse.errors[0]?.extensions.outcome).toBe('unknown');
    const cut = new Stripe.errors.StripeConnectionError({ message: 'reset', type: 'api_error' });
    expect(stripeFailure(cut).extensions['outcome']).toBe('unknown');
    const declined = new Stripe.errors.StripeCardError({ message: 'declined', type: 'card_error' });
    expect(stripeFailure(declined).extensions['outcome']).toBe('refused');
  });
});
