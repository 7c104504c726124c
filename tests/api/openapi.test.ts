import { Validator } from '@seriousme/openapi-schema-validator';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content: object }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { required?: string[]; properties: Record<string, object> }> };
}

let running: Running;
let document: Document;
const read = (path: string) => rest({ server: running, token: null }).get(path);

beforeAll(async () => {
  running = await startServer();
  await emptyDatabase();
  document = (await read('/api/openapi.json')).body;
});
afterAll(() => running.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      ...operation,
    })),
  );

/** The calls that the server answers under `/api`: its router prints a tree. */
function served(): string[] {
  const way: string[] = [];
  const lines = running.server.printRoutes({ commonPrefix: false }).split('\n');
  return lines.flatMap((line) => {
    const [, before = '', part = '', methods = ''] = /^(.*?)[├└]── (\S+)(?: \(([^)]*)\))?/.exec(line) ?? [];
    way.splice(before.length / 4, way.length, part);
    const path = way.join('').replace(/:\w+(\|:\w+)*/g, '{}');
    return methods
      .split(', ')
      .filter((method) => method && method !== 'HEAD' && path.startsWith('/api/'))
      .map((method) => `${method} ${path}`);
  });
}

describe('The OpenAPI document', () => {
  test('is valid according to a third-party validator, and readable without a token', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  test('says which responses and bodies are files rather than JSON', () => {
    const typesOf = (path: string, method: string) => {
      const { requestBody, responses } = document.paths[path]![method]!;
      return [requestBody?.content ?? {}, responses['200']!.content].map((content) => Object.keys(content));
    };
    expect(typesOf('/api/configuration', 'get')[1]).toEqual(['application/yaml']);
    expect(typesOf('/api/admin/users/csv', 'get')[1]).toEqual(['text/csv']);
    const both = ['application/json', 'application/yaml'];
    expect(typesOf('/api/configuration', 'put')).toEqual([both, ['application/json']]);
    expect(typesOf('/api/configuration/preview', 'post')[0]).toEqual(both);
  });

  test('contains each call that the server answers, once', () => {
    const written = operations().map(({ call }) => call.replace(/\{\w+\}/g, '{}'));
    expect(served().length).toBeGreaterThan(150);
    const page = /^GET \/api\/docs(\/|$)/;
    expect(served().filter((call) => !written.includes(call) && !page.test(call))).toEqual([]);
    expect(written.filter((call) => !served().includes(call))).toEqual([]);
    const ids = operations().map(({ operationId }) => operationId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  test('has a name and a heading for each call', () => {
    expect(operations().flatMap(({ call, summary, tags }) => (summary && tags[0] ? [] : [call]))).toEqual([]);
  });

  test('says who may call, and with which token scope', () => {
    const of = (wanted: string) => operations().find(({ call }) => call === wanted)!.security;
    expect(of('POST /api/auth/login')).toEqual([]);
    expect(of('GET /api/controllers')).toEqual([{ signIn: [] }, { apiToken: ['read'] }]);
    expect(of('POST /api/alerts/{id}/acknowledge')).toContainEqual({ apiToken: ['alerts'] });
    expect(of('DELETE /api/controllers/{id}')).toContainEqual({ apiToken: ['manage'] });
    expect(of('GET /api/admin/seo')).toEqual([{ signIn: [] }]);
  });

  test('states the rules of a body with the errors for breaking them', () => {
    const { schemas } = document.components;
    expect(schemas['AlertRuleInput']).toMatchObject({
      required: ['name', 'condition'],
      properties: {
        name: { minLength: 1, maxLength: 100, description: expect.stringContaining('Rule name is required') },
        duration: { type: 'integer', minimum: 1, maximum: 1440, default: 5 },
        threshold: { type: ['string', 'null'] },
      },
    });
    expect(schemas['AlertRuleChanges']!.required).toBeUndefined();
  });
});

test('The schema file is for signed-in people, and documents the actual limits', async () => {
  const { alice, vic } = await enter(running);
  expect((await rest(vic).get('/schema.graphql')).status).toBe(401);
  const { status, headers, text } = await rest(alice).get('/schema.graphql');
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(parse(text).definitions.length).toBeGreaterThan(100);
  expect(text).toContain('@constraint(maxLength: 100, message: "Name must be 100 characters or less")');
  const { requestsPerMinute } = running.app.config;
  const { body } = await rest(alice).get('/api/limits');
  expect(body).toMatchObject({ requestsPerMinute, depth: 6, rows: 200, bodyBytes: 102_400 });
});

describe('The readable page', () => {
  test('loads nothing from another host and may not', async () => {
    const { status, headers, text } = await read('/api/docs');
    expect(status).toBe(200);
    expect(text).not.toMatch(/(src|href)="https?:/);
    expect(headers.get('content-security-policy')).toContain("connect-src 'self'");
    expect(headers.get('content-security-policy')).not.toMatch(/https?:/);
    const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy')!)?.[1];
    expect(text.match(/<script/g)).toHaveLength(text.split(`nonce="${nonce}"`).length - 1);
    const script = /<script[^>]* src="([^"]+)"/.exec(text)?.[1] ?? '';
    const { status: found, headers: of } = await read(script);
    expect([found, of.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  });
});
