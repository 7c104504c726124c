import { randomUUID } from 'node:crypto';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import { timeoutResponse } from '#api/graphql/deadline.ts';
import { as, type GraphQLAnswer } from './as.ts';
import type { Person, Visitor } from './people.ts';
import { Socket } from './socket.ts';

/** A root field, under the name that `tests/api/audience.ts` gives it. */
export interface Call {
  call: string;
  field: GraphQLField<unknown, unknown>;
}

/** Every root field of the schema. */
export function callsOf(schema: GraphQLSchema): Call[] {
  return [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}).map((field) => ({
      call: `${type?.name.toLowerCase()} ${field.name}`,
      field,
    })),
  );
}

interface Asked {
  /** Given for every argument that is an id. Made up by default. */
  id?: string;
  /** Whether a subscription opens, as far as the test knows. */
  opens?: boolean;
}

/** Asks for a root field with values that fit its arguments. */
export async function ask(
  person: Visitor,
  { call, field }: Call,
  { id = randomUUID(), opens = false }: Asked = {},
): Promise<GraphQLAnswer> {
  const { document, variables } = asking(call, field, id);
  if (call.startsWith('query ')) return answerInTime(person, document, variables);
  if (call.startsWith('mutation ')) return as(person).ask(document, variables);
  return askLive(person as Person, document, variables, opens ? ifItOpens : ifRefused);
}

/** Retries queries that time out on a busy machine, because a timeout doesn't say who has access. */
async function answerInTime(person: Visitor, document: string, variables: object): Promise<GraphQLAnswer> {
  for (let tries = 1; ; tries++) {
    const answer = await as(person).ask(document, variables);
    if (!isTimeout(answer) || tries === 10) return answer;
  }
}

function isTimeout({ errors }: GraphQLAnswer): boolean {
  const { code, outcome } = timeoutResponse.errors[0]!.extensions;
  return errors?.[0]?.extensions.code === code && errors[0].extensions.outcome === outcome;
}

/**
 * Milliseconds until silence means that a subscription is open: what opens without a first value sends nothing. An expected
 * refusal has the time that a busy machine takes. One that no one expected comes within a moment, or is missed.
 */
const ifItOpens = 150;
const ifRefused = 30_000;

async function askLive(
  { server, token }: Person,
  document: string,
  variables: object,
  patience: number,
): Promise<GraphQLAnswer> {
  const socket = await new Socket(server).send({ type: 'connection_init', payload: { authToken: token } });
  const ended = await Promise.race([socket.closed, socket.until(({ messages }) => messages.length > 0)]);
  if (!(ended instanceof Socket)) return refusedAtTheDoor;
  // The cursor is another matter than whose controller it is.
  await socket.subscribe('1', document, { ...variables, after: undefined });
  await socket.until(() => socket.of('1').length > 0, patience).catch(() => undefined);
  const [first] = socket.of('1');
  socket.close();
  if (first?.type !== 'error') return { data: {} };
  return { errors: first.payload } as unknown as GraphQLAnswer;
}

const refusedAtTheDoor = {
  errors: [{ message: 'You need to be signed in', extensions: { code: 'UNAUTHENTICATED' } }],
} as unknown as GraphQLAnswer;

function asking(call: string, field: GraphQLField<unknown, unknown>, id: string) {
  const [kind = ''] = call.split(' ');
  const given = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const declared = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const type = getNamedType(field.type);
  const shown = isObjectType(type) ? ' { __typename }' : '';
  const document = `${kind}${declared && `(${declared})`} { ${field.name}${given && `(${given})`}${shown} }`;
  const variables = Object.fromEntries(
    field.args.map(({ name, type }) => [name, fitting[name] ?? valueFor(type, id)]),
  );
  return { document, variables };
}

/** Arguments for which not every value of their type will do. Content has the version 0 before anyone changes it. */
const fitting: Record<string, unknown> = { minutes: 60, month: '2026-10', version: 0 };

const values: Record<string, unknown> = {
  String: 'text',
  Boolean: true,
  JSONObject: {},
  DateTimeISO: '2026-11-22T12:00:00Z',
};

function valueFor(type: GraphQLInputType, id: string): unknown {
  if (isNonNullType(type)) return valueFor(type.ofType, id);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const needed = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    const filled = needed.filter(({ defaultValue }) => defaultValue === undefined);
    return Object.fromEntries(filled.map((field) => [field.name, valueFor(field.type, id)]));
  }
  return values[type.name] ?? (type.name === 'ID' ? id : 1);
}
