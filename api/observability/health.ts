import type { FastifyInstance } from 'fastify';
import type { App } from '#api/config/app.ts';
import { registry } from './metrics.ts';

/** Timeout of the database in ms, after which it counts as unreachable. */
const databasePatience = 1000;

/**
 * `/healthz` (alive), `/readyz` and `/metrics`, the latter only for the operator's network
 * (operator-paths.ts). `/readyz` returns 200 while requests can be served, and otherwise 503 with what is
 * missing. Without pub/sub (Redis, if configured) a node is degraded but still serves requests: it learns of
 * other nodes' changes by polling, up to a second later.
 */
export function registerHealth(fastify: FastifyInstance, app: App): void {
  let migrated = false;
  let closing = false;
  fastify.addHook('preClose', async () => {
    closing = true;
  });

  const isMigrated = async () => (migrated ||= (await app.orm.migrator.getPending()).length === 0);

  fastify.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }));

  fastify.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const database = await within(databasePatience, app.orm.em.fork().execute('select 1', [], 'run'));
    const parts = {
      database,
      migrations: database && (await within(databasePatience, isMigrated(), (done) => done)),
      open: !closing,
      pubsub: app.pubsub.ready(),
    };
    const missing = Object.entries(parts).flatMap(([part, ready]) => (ready ? [] : [part]));
    if (missing.length === 0) return { status: 'ready' };
    if (missing.join() === 'pubsub') return { status: 'degraded', missing };
    return reply.code(503).header('retry-after', 1).send({ status: 'not ready', missing });
  });

  fastify.get('/metrics', { logLevel: 'warn' }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

async function within<T>(
  milliseconds: number,
  work: Promise<T>,
  fits: (value: T) => boolean = () => true,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  try {
    return await Promise.race([work.then(fits, () => false), late]);
  } finally {
    clearTimeout(timer);
  }
}
