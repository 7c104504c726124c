import { ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { OperationTypeNode } from 'graphql';
import { from, switchMap } from 'rxjs';
import { isSignedOut } from '#web/lib/server-errors.ts';
import { forgetToken, onTokenChange, readToken } from '#web/lib/token.ts';
import { FreshClient, Freshness } from './freshness.ts';

/** Loaded with the first subscription: a visitor never pays for the WebSocket. */
const live = new ApolloLink((operation, forward) =>
  from(import('./live-link.ts')).pipe(switchMap(({ liveLink }) => liveLink.request(operation, forward))),
);

const withToken = new SetContextLink(({ headers }) => {
  const token = readToken();
  return token ? { headers: { ...headers, authorization: `Bearer ${token}` } } : {};
});

/** "Nobody is signed in" ends the session here too; the guard then says so. A form keeps what was typed. */
const endOfSession = new ErrorLink(({ error, operation }) => {
  if (isSignedOut(error) && operation.operationType !== OperationTypeNode.MUTATION) forgetToken();
});

/** The one client of the app; its cache lives exactly as long as the token does. */
export function createClient(terminal?: ApolloLink): FreshClient {
  const freshness = new Freshness();
  const http = terminal ?? new HttpLink({ uri: '/graphql', credentials: 'include' });
  const client = new FreshClient(
    {
      cache: new InMemoryCache(),
      link: ApolloLink.from([
        endOfSession,
        freshness.link,
        ApolloLink.split(
          ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
          terminal ?? live,
          ApolloLink.from([withToken, http]),
        ),
      ]),
    },
    freshness,
  );
  let owner = readToken();
  onTokenChange(() => {
    freshness.forget();
    // What one person loaded is never shown to the next.
    if (owner) void client.clearStore();
    owner = readToken();
  });
  return client;
}
