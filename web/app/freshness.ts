import { ApolloClient, ApolloLink, type OperationVariables } from '@apollo/client';
import type { DocumentNode } from 'graphql';
import { tap } from 'rxjs';

/** How long a response counts as fresh, as the specification documents. */
const FRESH_FOR = 5 * 60_000;

/** When the server last answered each query. */
export class Freshness {
  private readonly answeredAt = new Map<string, number>();

  /** Records the time of every response. */
  readonly link = new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      tap((answer) => {
        if (!answer.errors) this.answeredAt.set(keyOf(operation.query, operation.variables), Date.now());
      }),
    ),
  );

  isFresh(query: DocumentNode, variables: OperationVariables | undefined): boolean {
    const answeredAt = this.answeredAt.get(keyOf(query, variables));
    return answeredAt !== undefined && Date.now() - answeredAt < FRESH_FOR;
  }

  forget(): void {
    this.answeredAt.clear();
  }
}

/** Refetches only data older than five minutes, and shows the cached data meanwhile. */
export class FreshClient extends ApolloClient {
  constructor(
    options: ApolloClient.Options,
    private readonly freshness: Freshness,
  ) {
    super(options);
  }

  override watchQuery<TData = unknown, TVariables extends OperationVariables = OperationVariables>(
    options: ApolloClient.WatchQueryOptions<TData, TVariables>,
  ) {
    if (options.fetchPolicy) return super.watchQuery(options);
    const policy = (variables: OperationVariables | undefined) =>
      this.freshness.isFresh(options.query, variables) ? 'cache-first' : 'cache-and-network';
    return super.watchQuery({
      ...options,
      fetchPolicy: policy(options.variables),
      nextFetchPolicy: (_current, context) =>
        context.reason === 'variables-changed' ? policy(context.options.variables) : 'cache-first',
    });
  }
}

const keyOf = (query: DocumentNode, variables: OperationVariables | undefined) => {
  const operation = query.definitions.find((definition) => definition.kind === 'OperationDefinition');
  return `${operation?.name?.value} ${JSON.stringify(variables ?? {})}`;
};
