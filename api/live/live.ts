import type { GraphQLError, GraphQLSchema } from 'graphql';
import type { App } from '#api/config/app.ts';
import { meantBy, ProductError } from '#api/lib/errors.ts';
import { openCallers, type Callers } from './callers.ts';
import { Documents } from './documents.ts';
import { startHub, type Hub } from './hub.ts';
import type { LiveFields } from './live-field.ts';
import { openLines, type Lines } from './lines.ts';

/** What sockets and streams of events have in common. */
export interface Live {
  app: App;
  schema: GraphQLSchema;
  documents: Documents;
  hub: Hub;
  lines: Lines;
  callers: Callers;
  /** Ends every line, and serves none any more. */
  close(): void;
}

export function startLive(app: App, schema: GraphQLSchema, fields: LiveFields): Live {
  const documents = new Documents(schema);
  const hub = startHub(app, schema, fields);
  const lines = openLines(app);
  const close = () => {
    lines.close();
    hub.close();
  };
  return { app, schema, documents, hub, lines, callers: openCallers(app.orm), close };
}

/** What a caller is told of a subscription that could not be opened. */
export function refusal(error: unknown, { log }: App): GraphQLError {
  const meant = meantBy(error);
  if (meant) return meant;
  log.error({ err: error }, 'A subscription failed to open');
  return new ProductError('INTERNAL_SERVER_ERROR', 'Internal server error');
}
