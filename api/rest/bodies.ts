import type { FastifyInstance } from 'fastify';
import { yamlTypes } from './file-types.ts';

/** Accepts bodies that aren't JSON: an empty one labelled as JSON, and HTML form data. */
export function acceptOldBodies(rest: FastifyInstance): void {
  const parse = rest.getDefaultJsonParser('error', 'error');
  // Many clients send a content type with every call, even without a body.
  rest.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    return parse(request, String(body), done);
  });
  rest.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, fieldsOf(new URLSearchParams(String(body)))),
  );
  // A raw file, for the call that accepts one.
  rest.addContentTypeParser(yamlTypes, { parseAs: 'string' }, (_request, body, done) =>
    done(null, { file: String(body) }),
  );
}

/** A repeated field is a list, with or without brackets after its name. */
function fieldsOf(form: URLSearchParams): Record<string, unknown> {
  const names = [...new Set(form.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = form.getAll(name);
      const isList = values.length > 1 || name.endsWith('[]');
      return [name.replace(/\[\]$/, ''), isList ? values : values[0]];
    }),
  );
}
