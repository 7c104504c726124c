import type { JsonSchema } from './types.ts';

/** The form of every failure. */
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
  400: 'What was sent breaks a rule; `fields` says which.',
  401: 'Nobody is signed in, or the token has ended.',
  403: 'Whoever is signed in may not do this.',
  404: 'There is no such thing, or it belongs to another team.',
  409: 'It stands against what is there, or a limit of the package is reached.',
  413: 'The body is larger than 100 KB.',
  429: 'Too many requests. `Retry-After` says after how many seconds to come back.',
  default: 'Another failure; the sentence says what to do.',
};

type Status = keyof typeof statuses;

const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

/** Failures as components, which operations name by their status. */
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

/** What a call may answer in place of what was asked for. */
export const failures = (...of: Status[]): Record<string, JsonSchema> =>
  Object.fromEntries(
    of.map((status) => [status, { $ref: `#/components/responses/${nameOf(String(status))}` }]),
  );

function nameOf(status: string): string {
  return status === 'default' ? 'Failure' : `Failure${status}`;
}
