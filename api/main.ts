import { openDatabase } from './boot/database.ts';
import type { App } from './config/app.ts';
import { openAttempts } from './security/attempts/attempts.ts';
import type { Config } from './config/config.ts';
import { openContentCache } from './http/content-cache.ts';
import { openPubSub } from './live/open-pubsub.ts';
import { RunningExports } from './exports/running-exports.ts';
import { openOutbound } from './security/outbound.ts';
import { startHeartbeat } from './features/analytics/heartbeat.service.ts';
import { closeDemoAccounts, addFirstAdmin } from './features/auth/registration/accounts.store.ts';
import { webhookPath } from './features/billing/payment-settings.service.ts';
import { startPresence } from './features/health/presence.service.ts';
import { makePartitions } from './features/metrics/partitions.store.ts';
import { addFirstPackages } from './features/packages/packages.service.ts';
import { addFirstMenu } from './features/website/website.service.ts';
import { Currency } from './features/packages/package.entity.ts';
import { startWatch } from './features/watch/watch.service.ts';
import { startWorker } from './jobs/worker.ts';
import { jobs } from './wiring/jobs.ts';
import { createLog } from './observability/log.ts';
import { openOrm } from './wiring/entities.ts';
import { setUp } from './db/orm.ts';
import { openRateStore, openRequestRates } from './security/request-rate/request-rates.ts';
import { buildSchema } from './wiring/resolvers.ts';
import { checkAppSecret } from './security/secret-rotation.ts';
import { vault } from './security/secrets.ts';
import { backlog } from './http/server.ts';
import { connectReactions } from './wiring/reactions.ts';
import { createServer } from './wiring/routes.ts';

export interface RunningApp {
  url: string;
  stop(): Promise<void>;
}

/** Opens the database, listens, starts the worker. Stops everything it started, in reverse order. */
export async function startApp(given: Config): Promise<RunningApp> {
  const stack = new AsyncDisposableStack();
  try {
    return await start(given, stack);
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

async function start(given: Config, stack: AsyncDisposableStack): Promise<RunningApp> {
  const demo = given.demo ? await import('./demo/demo.ts') : undefined;
  const box = await demo?.startBox(given);
  if (box) stack.defer(() => box.close());
  const { unifiApiUrl, sendgridApiUrl, stripeApiUrl } = box ?? given;
  const config = { ...given, unifiApiUrl, sendgridApiUrl, stripeApiUrl };
  vault.unlock(config.appSecrets);
  connectReactions();
  const log = createLog(config);
  const database = await openDatabase(config);
  stack.defer(() => database.stop());
  const databaseUrl = database.url;
  const orm = await openOrm(databaseUrl, { maxConnections: config.databasePoolSize });
  stack.defer(() => orm.close());
  await setUp(orm, async () => {
    const em = orm.em.fork();
    await checkAppSecret(em, log);
    await makePartitions(em);
    await addFirstPackages(em, config.demo ? Currency.USD : Currency.GBP);
    await addFirstMenu(em);
    await (demo ? demo.seedDemo(em, config, box) : closeDemoAccounts(em));
    const { adminEmail, adminPassword } = config;
    if (adminEmail && adminPassword) await addFirstAdmin(em, adminEmail, adminPassword);
  });
  if (config.demo && config.production)
    log.warn('The demo is on: anyone can sign in with its published accounts');
  const pubsub = await openPubSub({ orm, databaseUrl, redisUrl: config.redisUrl, log });
  stack.defer(() => pubsub.close());
  const attempts = openAttempts(databaseUrl);
  stack.defer(() => attempts.close());
  const rates = openRequestRates({ limits: config, store: openRateStore(attempts, config), log });
  stack.defer(() => rates.close());
  const { outboundAllow, publicUrl } = config;
  const outbound = openOutbound({ allow: outboundAllow, origins: box?.standIns.origins, publicUrl });
  stack.defer(() => outbound.close());
  const content = openContentCache(pubsub);
  stack.defer(async () => content.close());
  const exports = new RunningExports();
  const app: App = {
    config,
    orm,
    log,
    pubsub,
    attempts,
    rates,
    exports,
    outbound,
    content,
    demoKeys: box?.keys,
  };
  const stripe = box?.standIns.stripe;
  if (stripe) await demo?.subscribeDemoTeams(app, stripe);

  const presence = startPresence(app);
  stack.defer(() => presence.stop());
  if (config.role !== 'web') {
    const worker = await startWorker(app, jobs, databaseUrl);
    stack.defer(() => worker.stop());
    const watch = startWatch(app);
    stack.defer(() => watch.stop());
  }
  const server = await createServer(app, await buildSchema(), {
    more: (fastify) => {
      if (box) demo?.registerMessages(fastify, box.standIns);
      if (box?.network) demo?.registerNetwork(fastify, box.network, box.weather);
      if (stripe) demo?.registerStripe(fastify, stripe);
    },
    scripts: stripe && demo && [demo.stripeScript],
  });
  stack.defer(() => server.close());
  const url = await server.listen({ port: config.port, host: config.host, backlog });
  if (config.role !== 'worker') {
    const heartbeat = startHeartbeat(app);
    stack.defer(() => heartbeat.stop());
  }
  stripe?.webhooksTo(`${url}${webhookPath}`);
  return { url, stop: () => stack.disposeAsync() };
}
