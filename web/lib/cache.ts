import type { ApolloCache, TypedDocumentNode } from '@apollo/client';

type Entity = { __typename: string; id: string };

/** An optimistic response: what the cache holds, with the fields that change. Undefined if it isn't cached. */
export function foresee<T extends object>(
  cache: ApolloCache,
  fragment: TypedDocumentNode<T>,
  entity: Entity,
  changes: Partial<T>,
): T | undefined {
  const known = cache.readFragment({ id: cache.identify(entity)!, fragment });
  return known ? ({ ...known, ...changes } as T) : undefined;
}
