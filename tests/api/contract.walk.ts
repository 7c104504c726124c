import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { rest, type RestAnswer } from '#tests/support/rest.ts';
import type { Row, World } from './contract.world.ts';

type Schema = Record<string, unknown>;
interface Document extends Schema {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { responses: Record<string, Response> };
}
interface Response {
  $ref?: string;
  content?: Record<string, { schema: Schema }>;
}

/** Makes a call; `flaws` is where the answer differs from what the product's own OpenAPI document says of it. */
export type Walk = (row: Row) => Promise<{ answer: RestAnswer; wanted: unknown; flaws: string[] }>;

export async function openWalk(world: World): Promise<Walk> {
  const { cast } = world;
  const document = (await rest(cast.vic).get('/api/openapi.json')).body as Document;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(exact(document) as Schema, 'document');
  const flawsOf = (call: string, { status, body }: RestAnswer): string[] => {
    const [method = '', path = ''] = call.split(' ');
    const written = Object.entries(document.paths).find(
      ([one, methods]) => sameWay(one, path) && method.toLowerCase() in methods,
    )?.[0];
    const responses = document.paths[written ?? '']?.[method.toLowerCase()]?.responses;
    const found = responses?.[status] ?? responses?.['default'];
    if (!found) return [`${call} with ${status} is not in the document`];
    const pointer = found.$ref ?? `#/paths/${escaped(written!)}/${method.toLowerCase()}/responses/${status}`;
    const content = found.$ref
      ? document.components.responses[found.$ref.split('/').at(-1)!]!.content
      : found.content;
    if (!content?.['application/json']) return [];
    const check = ajv.getSchema(`document${pointer}/content/application~1json/schema`)!;
    return check(body) ? [] : check.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
  return async (row) => {
    const [method = '', way = ''] = row.call.split(' ');
    const path = way.replace(/:\w+/, () => world.ids[row.of ?? ''] ?? 'none') + (row.query?.(world) ?? '');
    const sent = typeof row.sends === 'function' ? await row.sends(world) : row.sends;
    const request = bodyOf(sent);
    const answer = await rest(cast[row.by]).send(path, { method, ...request });
    const { makes } = row;
    if (makes) Object.assign(world.ids, kept(makes, answer.body));
    const wanted = typeof row.answers === 'function' ? row.answers(world) : row.answers;
    return { answer, wanted: loose(wanted), flaws: flawsOf(row.call, answer) };
  };
}

function bodyOf(sent: unknown): RequestInit {
  if (sent === undefined) return {};
  if (sent instanceof FormData) return { body: sent };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) };
}

/** The value of that name, or the id of what was made. */
function kept(name: string, body: unknown): Record<string, string> {
  const one = (Array.isArray(body) ? body[0] : body) as Record<string, string> | undefined;
  return { [name]: one?.[name] ?? one?.['id'] ?? 'none' };
}

/** Answers may say more than the documents name. */
function loose(wanted: unknown): unknown {
  if (Array.isArray(wanted)) return wanted.map(loose);
  const isPlain =
    typeof wanted === 'object' && wanted !== null && Object.getPrototypeOf(wanted) === Object.prototype;
  if (!isPlain) return wanted;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(wanted).map(([key, value]) => [key, loose(value)])),
  );
}

/** An object says all its fields: what the document does not name must not come. */
function exact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(exact);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, exact(one)]));
  const isObject = inner['type'] === 'object' && typeof inner['properties'] === 'object';
  return isObject && !('additionalProperties' in inner) ? { ...inner, additionalProperties: false } : inner;
}

const sameWay = (written: string, path: string): boolean =>
  new RegExp(`^${written.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);

const escaped = (path: string): string =>
  path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
