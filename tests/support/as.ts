import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import type { Unmasked } from '#web/lib/unmasked.ts';
import type { Visitor } from './people.ts';

/** A GraphQL error. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly fields?: Record<string, string>,
  ) {
    super(message);
  }
}

export interface GraphQLAnswer {
  data?: Record<string, unknown> | null;
  errors?: {
    message: string;
    path?: unknown[];
    extensions: { code: string; outcome?: string; fields?: Record<string, string> };
  }[];
}

type Given<Variables> =
  Record<string, never> extends Variables ? [variables?: Variables] : [variables: Variables];

/** A person at the GraphQL door, speaking the documents that the screens speak. */
export const as = (person: Visitor) => ({
  /** @throws Refusal for the first error */
  async run<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    ...[variables]: Given<Variables>
  ): Promise<Unmasked<Data>> {
    const { data, errors } = await ask(person, print(document), variables);
    const [first] = errors ?? [];
    if (first) throw new Refusal(first.message, first.extensions.code, first.extensions.fields);
    return data as Unmasked<Data>;
  },

  /** The whole response to any document, including errors. */
  ask: (document: string, variables?: unknown) => ask(person, document, variables),
});

async function ask({ server, token }: Visitor, query: string, variables: unknown): Promise<GraphQLAnswer> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as GraphQLAnswer;
}
