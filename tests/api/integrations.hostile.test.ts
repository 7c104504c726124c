// Configurations and schemas are JSON of any shape: whatever comes is answered for, and nothing of it stays.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Integration } from '#api/features/integrations/integration.entity.ts';
import { IntegrationTemplate } from '#api/features/integrations/integration-template.entity.ts';
import { as } from '#tests/support/as.ts';
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

const deep = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
const rows = () => running.app.orm.em.fork();

/** JSON as text: some of it cannot be written as a value. */
const hostile: Record<string, string> = {
  'a prototype': '{"__proto__":{"enabled":true,"recipients":"a@example.test","type":"object"}}',
  'a constructor': '{"constructor":{"prototype":{"enabled":true,"webhookUrl":"https://a.example.test/"}}}',
  '10,000 levels': deep(10_000),
  'text of 70 KB': JSON.stringify({ recipients: 'x'.repeat(70_000) }),
  'half a character': '{"recipients":"\\ud800@example.test"}',
  'a zero byte': '{"recipients":"a\\u0000@example.test"}',
  'a zero byte in a name': '{"a\\u0000":"b"}',
  'a list of lists': '{"recipients":[["a@example.test"]]}',
  'a number': '{"recipients":5,"webhookUrl":5,"type":5}',
  'an object for a text': '{"recipients":{"length":1},"webhookUrl":{"href":"https://a.example.test/"}}',
  'a switch in words': '{"enabled":"yes","recipients":"a@example.test"}',
  'mail headers': '{"recipients":"a@example.test\\r\\nBcc: b"}',
  '51 addresses': JSON.stringify({
    recipients: Array.from({ length: 51 }, (_, at) => `a${at}@example.test`),
  }),
  'a list': '[1]',
  nothing: 'null',
};

describe.each(Object.entries(hostile))('A configuration with %s', (_what, json) => {
  test.each(['email', 'webhook'])('is rejected for %s, over GraphQL and REST', async (type) => {
    const headers = { 'content-type': 'application/json' };
    const body = `{"type":"${type}","config":${json}}`;
    const answer = await rest(cast.alice).send('/api/integrations', { method: 'POST', headers, body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message: expect.stringMatching(/\S/) });

    const query = 'mutation ($input: IntegrationInput!) { createIntegration(input: $input) { id } }';
    const document = `{"query":${JSON.stringify(query)},"variables":{"input":${body}}}`;
    const { status, text } = await rest(cast.alice).send('/graphql', {
      method: 'POST',
      headers,
      body: document,
    });
    expect(status).toBeLessThan(500);
    expect(text).not.toMatch(/INTERNAL_SERVER_ERROR|"createIntegration":\{/);
    expect(await rows().count(Integration)).toBe(0);
    expect(({} as Record<string, unknown>)['enabled']).toBeUndefined();
  });
});

describe.each(Object.entries(hostile))('A schema with %s', (_what, json) => {
  test('is rejected, over GraphQL and REST', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = `{"name":"PSA","type":"psa","configSchema":${json}}`;
    const answer = await rest(cast.ada).send('/api/admin/integration-templates', {
      method: 'POST',
      headers,
      body,
    });
    expect(answer.status).toBe(400);
    const query =
      'mutation ($input: IntegrationTemplateInput!) { createIntegrationTemplate(input: $input) { id } }';
    const document = `{"query":${JSON.stringify(query)},"variables":{"input":${body}}}`;
    const { status, text } = await rest(cast.ada).send('/graphql', {
      method: 'POST',
      headers,
      body: document,
    });
    expect(status).toBeLessThan(500);
    expect(text).not.toMatch(/INTERNAL_SERVER_ERROR|"createIntegrationTemplate":\{/);
    expect(await rows().count(IntegrationTemplate)).toBe(0);
  });
});

test('Unknown fields are not stored, and addresses may be in any script', async () => {
  const literal =
    'mutation { createIntegration(input: { type: "email", config: { recipients: ["Jörg@Müller.example"], extra: "x", secrets: [{ secret: "whsec_mine" }], unsubscribed: ["a@b.c"] } }) { config } }';
  expect(await as(cast.alice).ask(literal)).toEqual({
    data: { createIntegration: { config: { recipients: ['jörg@müller.example'] } } },
  });
});
