import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { App } from '#api/config/app.ts';
import { registerBilling, registerInvoices } from '#api/features/billing/billing.routes.ts';
import { withBranding } from '#api/features/branding/branding.service.ts';
import { registerMailbox } from '#api/features/email/mailbox.routes.ts';
import { registerUnsubscribe } from '#api/features/notifications/links/unsubscribe.routes.ts';
import { registerPush } from '#api/features/push/push.routes.ts';
import { registerReports } from '#api/features/reports/reports.routes.ts';
import { registerSeo } from '#api/features/seo/seo.routes.ts';
import { registerLeaveWaitlist } from '#api/features/waitlist/waitlist.routes.ts';
import { registerManifest } from '#api/features/website/manifest.routes.ts';
import { registerUploads } from '#api/features/website/uploads.routes.ts';
import { registerExplorer } from '#api/graphql/explorer.ts';
import { registerGraphql } from '#api/graphql/route.ts';
import { registerSchemaFile } from '#api/graphql/schema-file.ts';
import { openHttpServer, openSockets, type HttpOptions } from '#api/http/server.ts';
import { loadSite } from '#api/http/site/renderer.ts';
import { keepAppAway } from '#api/http/site/site-origin.ts';
import { openSite } from '#api/http/site/site.ts';
import { registerWeb } from '#api/http/web.ts';
import { startLive } from '#api/live/live.ts';
import { registerHealth } from '#api/observability/health.ts';
import { registerDocs } from '#api/rest/docs.ts';
import { argumentsOf, registerRest } from '#api/rest/shim.ts';
import { liveFields } from './live-fields.ts';

const builtWeb = fileURLToPath(new URL('../../web/dist', import.meta.url));

interface ServerOptions extends HttpOptions {
  /** Where the built web is. */
  webRoot?: string;
  /** Adds routes that only the demo has. */
  more?: (fastify: FastifyInstance) => void;
  /** Addresses of scripts that only the demo's page loads. */
  scripts?: readonly string[];
}

/**
 * Every route, on one port: health, GraphQL over HTTP, WebSocket and server-sent events, REST, the public site, and the app
 * from `webRoot`.
 */
export async function createServer(
  app: App,
  schema: GraphQLSchema,
  { webRoot = builtWeb, more, scripts, ...options }: ServerOptions = {},
): Promise<FastifyInstance> {
  const http = await openHttpServer(app, options);
  const { fastify, contextOf, isSite } = http;
  registerHealth(fastify, app);
  // A worker answers only for its own health.
  if (app.config.role === 'worker') return fastify;
  const built = await loadSite(webRoot);
  const site = built && openSite(app, schema, built, isSite);
  keepAppAway(fastify, app.config, { isSite, pages: site?.paths ?? [] });

  const live = startLive(app, schema, liveFields);
  await registerGraphql(fastify, { live, contextOf });
  openSockets(http, live);
  registerExplorer(fastify);
  registerSchemaFile(fastify, schema, contextOf);
  registerRest(fastify, { schema, contextOf });
  registerDocs(fastify, schema, app.config.publicUrl);

  registerBilling(fastify, app);
  registerInvoices(fastify, contextOf);
  registerReports(fastify, contextOf, {
    report: argumentsOf(schema, 'reportCsv'),
    line: argumentsOf(schema, 'lineEvidenceCsv'),
  });
  registerPush(fastify, app, contextOf);
  registerUnsubscribe(fastify, contextOf);
  registerLeaveWaitlist(fastify, contextOf);
  registerMailbox(fastify, app);
  registerUploads(fastify, app, contextOf);
  registerManifest(fastify, app);
  registerSeo(fastify, app);
  fastify.get('/api/login', (_request, reply) => reply.redirect('/auth', 302));
  more?.(fastify);

  await registerWeb(fastify, webRoot, { scripts, dress: (page) => withBranding(app, page), site, isSite });
  return fastify;
}
