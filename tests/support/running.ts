import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { pino } from 'pino';
import type { App } from '#api/config/app.ts';
import { openAttempts } from '#api/security/attempts/attempts.ts';
import { readConfig, type Config } from '#api/config/config.ts';
import { openContentCache } from '#api/http/content-cache.ts';
import { openPubSub } from '#api/live/open-pubsub.ts';
import { RunningExports } from '#api/exports/running-exports.ts';
import { openOutbound } from '#api/security/outbound.ts';
import { appendEvents } from '#api/live/event-log.ts';
import { AlertChangeKind, AlertSeverity, AlertType } from '#api/features/alerts/alert.enums.ts';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { hashToken, newToken } from '#api/security/token.ts';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { Membership } from '#api/features/teams/membership.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { createLog } from '#api/observability/log.ts';
import { openOrm } from '#api/wiring/entities.ts';
import { openRateStore, openRequestRates } from '#api/security/request-rate/request-rates.ts';
import { buildSchema } from '#api/wiring/resolvers.ts';
import { sealFor, vault } from '#api/security/secrets.ts';
import { backlog } from '#api/http/server.ts';
import { connectReactions } from '#api/wiring/reactions.ts';
import { createServer } from '#api/wiring/routes.ts';

const secret = 'a secret that only tests use';

/** Created once for all servers of a worker, which must not change it. */
let shared: Promise<GraphQLSchema> | undefined;

/** The whole server on a port of its own, over an empty database. */
export interface Running {
  app: App;
  server: FastifyInstance;
  schema: GraphQLSchema;
  url: string;
  databaseUrl: string;
  /** Lines of the log, newest last. */
  logged: string[];
  close(): Promise<void>;
}

interface Options {
  databaseUrl?: string;
  config?: Partial<Config>;
  webRoot?: string;
  /** A free one by default. */
  port?: number;
  schema?: (schema: GraphQLSchema) => void;
}

export async function startServer({ config = {}, ...options }: Options = {}): Promise<Running> {
  const { webRoot, schema: change } = options;
  vault.unlock([secret]);
  connectReactions();
  // Only tests have the runner's database; a benchmark brings its own.
  const databaseUrl = options.databaseUrl ?? (await (await import('./database.ts')).testDatabase());
  const given = readConfig({
    APP_SECRET: secret,
    DEMO: '0',
    PORT: '0',
    PUBLIC_URL: 'http://netlantern.test',
    // No one is there: no test asks the true one.
    SENDGRID_API_URL: 'http://127.0.0.1:1',
    STRIPE_API_URL: 'http://127.0.0.1:1',
    // Tests ask for more in a minute than anyone should.
    REQUESTS_PER_MINUTE: '1000000',
    COST_PER_MINUTE: '100000000',
    CONNECTIONS_PER_ADDRESS: '100000',
  });
  const logged: string[] = [];
  const full = { ...given, logLevel: 'info' as const, ...config };
  const log = createLog(full, { write: (line: string) => void logged.push(line) });
  const orm = await openOrm(databaseUrl);
  const pubsub = await openPubSub({
    orm,
    databaseUrl,
    redisUrl: full.redisUrl,
    log: pino({ level: 'silent' }),
  });
  const attempts = openAttempts(databaseUrl);
  const rates = openRequestRates({ limits: full, store: openRateStore(attempts, full), log });
  const outbound = openOutbound({ allow: full.outboundAllow, publicUrl: full.publicUrl });
  const content = openContentCache(pubsub);
  const exports = new RunningExports();
  const app: App = { config: full, orm, log, pubsub, attempts, rates, exports, outbound, content };
  const schema = await (change ? buildSchema() : (shared ??= buildSchema()));
  change?.(schema);
  const server = await createServer(app, schema, { webRoot });
  const url = await server.listen({ port: options.port ?? 0, host: '127.0.0.1', backlog });
  const close = async () => {
    await server.close();
    content.close();
    await pubsub.close();
    await rates.close();
    await attempts.close();
    await outbound.close();
    await orm.close();
  };
  return { app, server, schema, url, databaseUrl, logged, close };
}

/** A customer who is signed in, with a team and a controller of their own. */
export interface Customer {
  token: string;
  userId: string;
  teamId: string;
  sessionId: string;
  controllerId: string;
}

export async function addCustomer({ app }: Running, { firstName = 'Alice' } = {}): Promise<Customer> {
  const em = app.orm.em.fork();
  const token = newToken();
  const team = em.create(Team, { name: `${firstName}'s team`, lastEventSeq: '0', createdAt: new Date() });
  const user = em.create(User, {
    email: `${randomUUID()}@netlantern.test`,
    passwordHash: 'none',
    firstName,
    lastName: 'Tester',
    companyName: 'Tests',
    emailVerifiedAt: new Date(),
  } as User);
  em.create(Membership, { team, user } as Membership);
  const expiresAt = new Date(Date.now() + 3_600_000);
  const session = em.create(Session, { tokenHash: hashToken(token), user, team, expiresAt } as Session);
  const controller = em.assign(new Controller(), {
    team,
    name: 'Office',
    apiKeyTail: '0001',
    selectedSiteId: 'site',
    selectedSiteName: 'Office',
  });
  controller.apiKey = sealFor(controller, 'controller.api_key', 'key-0001');
  em.persist(controller);
  await em.flush();
  return { token, userId: user.id, teamId: team.id, sessionId: session.id, controllerId: controller.id };
}

/** Raises an alert about each device in one transaction; subscribers receive the change. Returns the names. */
export async function raise(
  running: Running,
  { teamId, controllerId }: Customer,
  ...devices: string[]
): Promise<string[]> {
  await running.app.orm.em.fork().transactional(async (em) => {
    const alerts = devices.map((deviceName) =>
      em.create(Alert, {
        team: em.getReference(Team, teamId),
        controller: em.getReference(Controller, controllerId),
        ruleName: 'Anything down',
        subject: randomUUID(),
        type: AlertType.device_offline,
        severity: AlertSeverity.error,
        deviceName,
        siteId: 'site',
        siteName: 'Office',
        since: new Date(),
        timestamp: new Date(),
      } as Alert),
    );
    await em.flush();
    const kind = AlertChangeKind.raised;
    await appendEvents(
      em,
      teamId,
      alerts.map(({ id }) => ({ kind, controllerId, alertId: id })),
    );
  });
  return devices;
}
