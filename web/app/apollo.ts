import {
  ApolloLink,
  HttpLink,
  InMemoryCache,
  type ApolloClient,
  type FieldFunctionOptions,
  type FieldPolicy,
  type NormalizedCacheObject,
  type StoreObject,
  type TypePolicies,
} from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { OperationTypeNode } from 'graphql';
import { from, switchMap, throwError } from 'rxjs';
import { Me } from '#web/features/auth/auth.gql.ts';
import { askForIdentity } from '#web/lib/identity.ts';
import { detailOf, isSignedOut, NotSent } from '#web/lib/server-errors.ts';
import { recordRateLimits } from '#web/lib/rate-limit-wait.ts';
import { dateOrder, here, hourCycle } from '#web/lib/time-zones.ts';
import { forgetRefusedToken, noteRefusal, onTokenChange, readToken } from '#web/lib/token.ts';
import { isBackgroundRequest, BACKGROUND_HEADER, inBackground } from '#web/lib/background-request.ts';
import { FreshClient, Freshness } from './freshness.ts';

/** Loaded with the first subscription, so that visitors never download it. */
const live = new ApolloLink((operation, forward) =>
  from(import('./live-link.ts')).pipe(switchMap(({ liveLink }) => liveLink.request(operation, forward))),
);

/** Sends the sign-in token, and the clock of the browser, on which sentences from the server have their times. */
const withCaller = new SetContextLink(({ headers }) => {
  const token = readToken();
  const known = { ...headers, 'time-zone': here, 'hour-cycle': hourCycle, 'date-order': dateOrder };
  return token
    ? { sentToken: token, headers: { ...known, authorization: `Bearer ${token}` } }
    : { headers: known };
});

/** First in the chain, to mark requests that a screen makes on its own. */
const withoutPerson = new ApolloLink((operation, forward) => {
  if (isBackgroundRequest())
    operation.setContext(({ headers }) => ({ headers: { ...headers, ...BACKGROUND_HEADER } }));
  return forward(operation);
});

/**
 * An unauthenticated response ends the session here too, and the guard says so. Forms keep what was typed. A request
 * with a previous person's token is retried with the current one.
 */
const endOfSession = new ErrorLink(({ error, operation, forward }) => {
  if (!isSignedOut(error)) return;
  const sent = operation.getContext()['sentToken'] as string | undefined;
  const current = readToken();
  noteRefusal(sent);
  if (operation.operationType === OperationTypeNode.MUTATION) return;
  if (sent && current && sent !== current) return forward(operation);
  forgetRefusedToken();
});

/** The policy requires a second factor now. Refetching the viewer makes the guard lead to its setup. */
const demandOfTwoFactors = (client: () => ApolloClient) =>
  new ErrorLink(({ error }) => {
    if (detailOf(error, 'reason') !== 'two_factor_setup') return;
    inBackground(() => void client().refetchQueries({ include: [Me] }));
  });

/**
 * Holds a sensitive change until the person has confirmed who they are, then sends it again. A request that the app makes
 * by itself fails instead.
 */
const confirmedIdentity = new ErrorLink(({ error, operation, forward }) => {
  const { headers } = operation.getContext() as { headers?: Record<string, string> };
  const isUnattended = Object.keys(BACKGROUND_HEADER).some((name) => headers?.[name] !== undefined);
  if (detailOf(error, 'reason') !== 'confirm_identity' || isUnattended) return;
  return from(askForIdentity(error)).pipe(
    switchMap((confirmed) => (confirmed ? forward(operation) : throwError(() => error))),
  );
});

type Page = readonly StoreObject[];

/** A page that follows a cursor is added to the list, without rows that it has already. A first page replaces the list. */
function pagesBy(cursor: 'after' | 'before' | 'skip') {
  return {
    keyArgs: (args: Record<string, unknown> | null) =>
      Object.keys(args ?? {}).filter((name) => name !== cursor),
    merge(known: Page | undefined, page: Page, { args, readField }: FieldFunctionOptions): Page {
      if (!known || !args?.[cursor]) return page;
      const ids = new Set(known.map((row) => readField('id', row) ?? row));
      return [...known, ...page.filter((row) => !ids.has(readField('id', row) ?? row))];
    },
  };
}

/** The same for a list that is returned with the cursor of its next page. */
const connection: FieldPolicy<{ nodes: Page }> = {
  ...pagesBy('after'),
  merge: (known, page, options) => ({
    ...page,
    nodes: pagesBy('after').merge(known?.nodes, page.nodes, options),
  }),
};

/** Lists that grow page by page, and singletons without an ID: a mutation's response replaces the cached value. */
export const typePolicies: TypePolicies = {
  Query: {
    fields: {
      alertHistory: connection,
      auditEntries: pagesBy('before'),
      contactSubmissions: pagesBy('before'),
      controllerSites: pagesBy('after'),
      customerFigures: pagesBy('skip'),
      deliveries: connection,
      devices: pagesBy('after'),
      reportSchedules: pagesBy('skip'),
      stripeEvents: pagesBy('after'),
      uplinkChanges: connection,
    },
  },
  // Its `id` is the alert's.
  AlertActionResult: { keyFields: false },
  AdminStats: { keyFields: [] },
  ApiLimits: { keyFields: [] },
  ContactFigures: { keyFields: [] },
  ContactSettings: { keyFields: [] },
  AdvancedSeo: { keyFields: [] },
  ControllerStates: { keyFields: [] },
  EmailSettings: { keyFields: [] },
  EmailUsage: { keyFields: [] },
  // Each view has the name that it was saved with.
  MissingFilter: { keyFields: false },
  NotificationPreferences: { keyFields: [] },
  // The noise page reads fewer fields of them, and lists replace each other as a whole.
  AlertRule: { fields: { exceptions: { merge: false } } },
  // Each page of a list replaces the one before. The list keeps the order, and the cache the alerts.
  OpenAlertPage: { fields: { nodes: { merge: false } } },
  PaymentSettings: { keyFields: [] },
  OperatorAttention: { keyFields: [] },
  PackageUsage: { keyFields: [] },
  SecuritySettings: { keyFields: [] },
  SeoSettings: { keyFields: [] },
  SitemapSettings: { keyFields: [] },
  SiteScripts: { keyFields: [] },
  StripeConfig: { keyFields: [] },
  TeamSubscription: { keyFields: [] },
};

/** Milliseconds during which data in the server-rendered page isn't refetched. */
const knownFor = 100;

/**
 * Says of a request that failed whether it can have reached the server. A connection lost on the way leaves that open. Records
 * the rate limits in each response.
 */
const fetchOrNotSent: typeof fetch = async (...request) => {
  const hadNone = !navigator.onLine;
  try {
    const response = await fetch(...request);
    recordRateLimits(response.headers);
    return response;
  } catch (error) {
    throw hadNone && !navigator.onLine ? new NotSent('There is no connection', { cause: error }) : error;
  }
};

/**
 * The app's Apollo client. Its cache lives as long as the token.
 * @param known the data that the server rendered into the page
 */
export function createClient(terminal?: ApolloLink, known?: NormalizedCacheObject): FreshClient {
  const freshness = new Freshness();
  const http = terminal ?? new HttpLink({ uri: '/graphql', credentials: 'include', fetch: fetchOrNotSent });
  const client: FreshClient = new FreshClient(
    {
      cache: new InMemoryCache({ typePolicies }).restore(known ?? {}),
      ssrForceFetchDelay: known ? knownFor : 0,
      link: ApolloLink.from([
        withoutPerson,
        endOfSession,
        demandOfTwoFactors(() => client),
        confirmedIdentity,
        freshness.link,
        ApolloLink.split(
          ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
          terminal ?? live,
          ApolloLink.from([withCaller, http]),
        ),
      ]),
    },
    freshness,
  );
  let owner = readToken();
  onTokenChange(() => {
    const before = owner;
    owner = readToken();
    if (owner === before) return;
    freshness.forget();
    // Clear the cache when the person changes, and refetch for someone who signed in in another tab.
    if (before && owner) void client.resetStore().catch(() => undefined);
    else if (before) void client.clearStore();
  });
  return client;
}
