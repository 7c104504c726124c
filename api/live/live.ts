import type { GraphQLError, GraphQLSchema } from 'graphql';
import type { App } from '#api/config/app.ts';
import { toProductError, ProductError } from '#api/lib/errors.ts';
import { openCallerLoader, type CallerLoader } from './caller-loader.ts';
import { DocumentCache } from './document-cache.ts';
import { startHub, type Hub } from './hub.ts';
import type { LiveFields } from './live-field.ts';
import { openConnections, type Connections } from './connections.ts';

/** Shared by sockets and event streams. */
export interface Live {
  app: App;
  schema: GraphQLSchema;
  documents: DocumentCache;
  hub: Hub;
  connections: Connections;
  callers: CallerLoader;
  /** Closes all connections and accepts no more. */
  close(): void;
}

export function startLive(app: App, schema: GraphQLSchema, fields: LiveFields): Live {
  const documents = new DocumentCache(schema);
  const hub = startHub(app, schema, fields);
  const connections = openConnections(app);
  const close = () => {
    connections.close();
    hub.close();
  };
  return { app, schema, documents, hub, connections, callers: openCallerLoader(app.orm), close };
}

/** The error a caller gets when a subscription couldn't be opened. */
export function refusal(error: unknown, { log }: App): GraphQLError {
  const meant = toProductError(error);
  if (meant) return meant;
  log.error({ err: error }, 'A subscription failed to open');
  return new ProductError('INTERNAL_SERVER_ERROR', 'Internal server error');
}
