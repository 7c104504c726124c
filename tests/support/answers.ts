import { readFileSync } from 'node:fs';
import { ApolloLink, CombinedGraphQLErrors } from '@apollo/client';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { buildSchema, execute, type DocumentNode, type ExecutionResult } from 'graphql';
import { Observable, Subject } from 'rxjs';
import type { Unmasked } from '#web/lib/unmasked.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

type Answer = (variables: Record<string, unknown>) => unknown;
type Refusal = {
  message: string;
  /** What uses a customer that can't be deleted. */
  uses?: { kind: string; id?: string; name?: string }[];
  code?: string;
  fields?: Record<string, string>;
  /** Status of an emailed link. */
  link?: 'used' | 'expired' | 'wrong';
  /** Seconds. */
  retryAfter?: number;
  /** Whether the server knows that nothing was done. */
  outcome?: 'refused' | 'unknown';
  /** Why UniFi failed, without the screen's title. */
  detail?: string;
  /** The reason code, for screens that link onwards. */
  reason?: string;
  /** The controller that already has the API key. */
  controllerId?: string;
  controllerName?: string;
};

const answers = new Map<string, Answer>();
const streams = new Map<string, Subject<unknown>>();

const asked: { name: string; variables: Record<string, unknown>; headers: Record<string, string> }[] = [];

const nameOf = (document: DocumentNode): string => {
  const operation = document.definitions.find((definition) => definition.kind === 'OperationDefinition');
  return operation?.name?.value ?? 'unnamed';
};

/** The data as the server would send it: with type names, and exactly the requested fields. */
async function asServed(document: DocumentNode, variables: object, data: unknown): Promise<ExecutionResult> {
  const served = await execute({
    schema,
    document,
    rootValue: data,
    variableValues: { ...variables },
    fieldResolver: (source: Record<string, unknown>, _arguments, _context, { path }) => source[path.key],
  });
  if (served.errors) throw new Error(`This is no answer of the server: ${served.errors.join(', ')}`);
  return served;
}

/** Sets the server's response to an operation. A function gets the variables, and may throw or wait. */
export function answer<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  data:
    | Unmasked<NoInfer<Data>>
    | ((variables: Variables) => Unmasked<NoInfer<Data>> | Promise<Unmasked<NoInfer<Data>>>),
): void {
  const reply = typeof data === 'function' ? (data as Answer) : () => data;
  answers.set(nameOf(document), reply);
}

/** Makes the server refuse an operation with a message, a code and optional field errors, immediately or later. */
export function refuse(document: DocumentNode, refusal: Refusal, when?: Promise<void>): void {
  const { message, code = 'BAD_USER_INPUT', ...details } = refusal;
  const outcome = code === 'INTERNAL_SERVER_ERROR' ? 'unknown' : 'refused';
  answers.set(nameOf(document), async () => {
    await when;
    throw new CombinedGraphQLErrors({
      data: null,
      errors: [{ message, extensions: { code, outcome, ...details } }],
    });
  });
}

/** Sends a value to the listeners of a subscription. */
export function push<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  data: Unmasked<NoInfer<Data>>,
): void {
  stream(nameOf(document)).next({ data });
}

/** The requests to the server, in order. */
export const asks = (document: DocumentNode) => asked.filter(({ name }) => name === nameOf(document));

export function forgetAnswers(): void {
  answers.clear();
  streams.clear();
  asked.length = 0;
}

const stream = (name: string): Subject<unknown> => {
  const found = streams.get(name) ?? new Subject();
  streams.set(name, found);
  return found;
};

/** Replaces the network. An operation without a set response fails with its name. */
export const answering = new ApolloLink((operation) => {
  const name = nameOf(operation.query);
  if (operation.operationType === 'subscription') {
    return stream(name) as unknown as Observable<ApolloLink.Result>;
  }
  return new Observable((observer) => {
    const { headers = {} } = operation.getContext() as { headers?: Record<string, string> };
    asked.push({ name, variables: operation.variables, headers });
    const reply = async () => {
      const answered = answers.get(name);
      if (!answered) throw new Error(`No test answered ${name}`);
      const data = await answered(operation.variables);
      return asServed(operation.query, operation.variables, data);
    };
    void reply()
      .then((served) => {
        observer.next(served);
        return observer.complete();
      })
      .catch((error: unknown) => observer.error(error));
  });
});
