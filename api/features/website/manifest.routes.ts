import type { FastifyInstance } from 'fastify';
import type { App } from '#api/config/app.ts';
import { appIcon, appManifest, iconNames } from './manifest.service.ts';

/** What browsers need to install the app: its manifest, and icons that follow the platform's branding. */
export function registerManifest(fastify: FastifyInstance, app: App): void {
  fastify.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(await appManifest(app))),
  );
  for (const name of iconNames)
    fastify.get(`/icons/${name}.png`, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=86400')
        .type('image/png')
        .send(await appIcon(app, name)),
    );
}
