import type { ApolloCache, ApolloClient, OperationVariables } from '@apollo/client';
import type { DocumentNode } from 'graphql';
import { unattended } from '#web/lib/unattended.ts';
import { Controllers } from './controllers.gql.ts';

type List = { query: DocumentNode; variables?: OperationVariables };

/** Each is a part of the list, which a screen asks for by itself. */
const parts = ['ControllerPage', 'OldestControllers'];

/** The parts of the list that are on screen. */
export const shownParts = (client: ApolloClient): List[] =>
  [...client.getObservableQueries()]
    .filter(({ queryName = '' }) => parts.includes(queryName))
    .map(({ query, variables }) => ({ query, variables }));

/** And the whole of it, which many screens share, if one of them has asked for it. */
export const knownLists = (client: ApolloClient): List[] => [
  ...shownParts(client),
  ...(idsListed(client.cache) ? [{ query: Controllers }] : []),
];

/** Which controllers stand in the whole list; nothing where nobody has asked for it. */
export function idsListed(cache: ApolloCache): readonly unknown[] | undefined {
  let ids: readonly unknown[] | undefined;
  cache.modify<{ controllers: { id: string }[] }>({
    fields: {
      controllers: (list, { storeFieldName, readField }) => {
        if (storeFieldName === 'controllers') ids = list.map((one) => readField('id', one));
        return list;
      },
    },
  });
  return ids;
}

/** A failure takes nothing from the screens; they say themselves how old their readings are. */
export function askAnew(client: ApolloClient, lists: readonly List[]): void {
  for (const list of lists) {
    void unattended(() => client.query({ ...list, fetchPolicy: 'network-only' })).catch(() => undefined);
  }
}
