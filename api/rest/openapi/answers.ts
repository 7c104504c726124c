import type { JsonSchema } from './types.ts';

/** Format of every error. */
export const errorSchema: JsonSchema = {
  type: 'object',
  description: 'What went wrong, in a sentence for the person who asked.',
  required: ['message'],
  properties: {
    message: {
      type: 'string',
      description: 'The sentence. Where several fields are wrong, the first of theirs.',
    },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The sentence of each field that is wrong, by its name.',
    },
    outcome: {
      type: 'string',
      enum: ['unknown'],
      description:
        '`unknown`: the change may have been made, so check before you retry. Omitted if nothing was changed.',
    },
    reason: { type: 'string', description: 'A word for programs where one status has several causes.' },
    limit: { type: 'string', description: 'The limit of the package that is reached.' },
    allowed: { type: 'integer', description: 'How many the limit allows.' },
    betterPackage: { type: ['string', 'null'], description: 'The next package that allows more.' },
    controllerId: { type: 'string', description: 'ID of the controller that already uses the API key.' },
    controllerName: { type: 'string', description: 'Name of that controller.' },
  },
};

const statuses = {
  400: 'Invalid input. `fields` has the reason for each field.',
  401: 'Not signed in, or the token has expired.',
  403: "You don't have permission to do this.",
  404: 'Not found, or it belongs to another team.',
  409: 'Conflicts with the current state, or exceeds a limit of your package.',
  413: 'The body is larger than 100 KB.',
  429: 'Too many requests. `Retry-After` is the number of seconds to wait.',
  default: 'Another error. `message` says what to do.',
};

type Status = keyof typeof statuses;

const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

/** Errors as components, which operations reference by their status. */
export const failureResponses = Object.fromEntries(
  Object.entries(statuses).map(([status, description]) => [
    nameOf(status),
    {
      description,
      ...(status === '429' && {
        headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait.' } },
      }),
      content,
    },
  ]),
);

/** The error responses of a call. */
export const failures = (...of: Status[]): Record<string, JsonSchema> =>
  Object.fromEntries(
    of.map((status) => [status, { $ref: `#/components/responses/${nameOf(String(status))}` }]),
  );

function nameOf(status: string): string {
  return status === 'default' ? 'Failure' : `Failure${status}`;
}
