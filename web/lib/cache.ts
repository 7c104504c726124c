import type { ApolloCache, Reference, StoreObject, TypedDocumentNode } from '@apollo/client';
import { type DocumentNode, type FragmentDefinitionNode, Kind } from 'graphql';
import type { Unmasked } from './unmasked.ts';

/** An optimistic response: what the cache holds, with the fields that change. Undefined if it isn't cached. */
export function optimisticEntity<T extends object>(
  cache: ApolloCache,
  fragment: TypedDocumentNode<T>,
  id: string,
  changes: Partial<Unmasked<T>>,
): Unmasked<T> | undefined {
  const { name, typeCondition } = definitionOf(fragment);
  const known = cache.readFragment({
    id: cache.identify({ __typename: typeCondition.name.value, id })!,
    fragment,
    fragmentName: name.value,
    // A second action may come before the first one was answered.
    optimistic: true,
  });
  return known ? ({ ...known, ...changes } as Unmasked<T>) : undefined;
}

/** The fragment itself. The fragments that it spreads follow in its document. */
function definitionOf(fragment: DocumentNode): FragmentDefinitionNode {
  const [definition] = fragment.definitions;
  if (definition?.kind !== Kind.FRAGMENT_DEFINITION) throw new Error('This document is not a fragment');
  return definition;
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

/** A deleted entity, as a query returned it, leaves every list. */
export function removeEntity(cache: ApolloCache, deleted: object): void {
  cache.evict({ id: cache.identify(deleted as StoreObject) });
}
