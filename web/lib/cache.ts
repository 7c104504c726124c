import type { ApolloCache, Reference, TypedDocumentNode } from '@apollo/client';
import type { Unmasked } from './unmasked.ts';

type Entity = { __typename: string; id: string };

/** An optimistic response: what the cache holds, with the fields that change. Undefined if it isn't cached. */
export function foresee<T extends object>(
  cache: ApolloCache,
  fragment: TypedDocumentNode<T>,
  entity: Entity,
  changes: Partial<Unmasked<T>>,
): Unmasked<T> | undefined {
  const known = cache.readFragment({ id: cache.identify(entity)!, fragment });
  return known ? ({ ...known, ...changes } as Unmasked<T>) : undefined;
}

/** A created entity enters the cached lists of a root field. */
export function addToList(cache: ApolloCache, field: string, created: object, place: 'first' | 'last'): void {
  cache.modify<Record<string, readonly Reference[]>>({
    fields: {
      [field]: (listed, { toReference, readField }) => {
        const reference = toReference(created as Reference)!;
        const list = listed as readonly Reference[];
        if (list.some((one) => readField('id', one) === readField('id', reference))) return list;
        return place === 'first' ? [reference, ...list] : [...list, reference];
      },
    },
  });
}

/** A deleted entity leaves every list. */
export function removeEntity(cache: ApolloCache, entity: Entity): void {
  cache.evict({ id: cache.identify(entity) });
}
