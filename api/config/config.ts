import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { distance } from 'fastest-levenshtein';
import * as rule from './config-rules.ts';

/** Any other value is a typo, and would start the demo with its published accounts. */
const environments = ['production', 'development', 'test'] as const;
const roles = ['all', 'web', 'worker'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** URL of the Site Manager API. */
export const unifiCloud = 'https://api.ui.com';

/** SendGrid's own API. */
export const sendgridCloud = 'https://api.sendgrid.com';

/** Stripe's own API. */
export const stripeCloud = 'https://api.stripe.com';

/** All variables in `.env.example`. The last four are read by docker-compose.yml. */
export const variables = [
  'NODE_ENV',
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'SITE_URL',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_MIGRATION_URL',
  'DATABASE_POOL_SIZE',
  'QUEUE_POOL_SIZE',
  'REDIS_URL',
  'APP_SECRET',
  'ROLE',
  'DEMO',
  'DEMO_FLEET',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'POLL_INTERVAL_SECONDS',
  'UNIFI_API_URL',
  'STRIPE_API_URL',
  'SENDGRID_API_URL',
  'SMTP_URL',
  'OUTBOUND_ALLOW',
  'TRUST_PROXY',
  'REQUESTS_PER_MINUTE',
  'COST_PER_MINUTE',
  'CONNECTIONS_PER_ADDRESS',
  'LOG_LEVEL',
  'DOMAIN',
  'SITE_DOMAIN',
  'POSTGRES_PASSWORD',
  'POSTGRES_RUNTIME_PASSWORD',
] as const;
type Variable = (typeof variables)[number];

/** The environment, parsed and validated once. `.env.example` describes each variable. */
export interface Config {
  port: number;
  host: string;
  /** An origin, without a trailing slash. */
  publicUrl: string;
  /** Origin of the public site, if it differs from the app's. Without a trailing slash. */
  siteUrl?: string;
  /** An absolute path. */
  dataDir: string;
  /** Absent: the embedded PostgreSQL. */
  databaseUrl?: string;
  /** The database's owner, who migrates it. If absent, see `boot/database.ts`. */
  databaseMigrationUrl?: string;
  /** Connections for requests, monitoring and jobs. */
  databasePoolSize: number;
  /** Connections that a node's workers use to claim jobs and listen for new ones. */
  queuePoolSize: number;
  /** Absent: pub/sub uses PostgreSQL. */
  redisUrl?: string;
  /** Never empty. The first signs and encrypts, and all of them verify and decrypt. */
  appSecrets: string[];
  production: boolean;
  role: (typeof roles)[number];
  demo: boolean;
  /** Whether the demo also has a service provider with 30 customers. */
  demoFleet: boolean;
  adminEmail?: string;
  adminPassword?: string;
  pollIntervalSeconds: number;
  /** Vendor URLs have no trailing slash. */
  unifiApiUrl: string;
  stripeApiUrl: string;
  sendgridApiUrl: string;
  smtpUrl?: string;
  /** Private ranges that outbound requests may still reach. */
  outboundAllow: string[];
  /** Ranges of proxies whose forwarded addresses are trusted. */
  trustProxy: string[];
  /** Requests by a person with all their API tokens. Visitors from one network get half as many. */
  requestsPerMinute: number;
  /** The same for the cost of their operations, in points (`document-weight.ts`). */
  costPerMinute: number;
  /**
   * Connections an IP address may have open. Behind a trusted proxy, this limits a forwarded address's
   * requests and sockets.
   */
  connectionsPerAddress: number;
  logLevel: (typeof logLevels)[number];
}

/** Maximum PostgreSQL connections of a running node. */
export function maxConnections({ role, databasePoolSize, queuePoolSize, redisUrl }: Config): number {
  const counters = 2;
  const notifications = redisUrl ? 0 : 1;
  const workerLock = 1;
  const working = role === 'web' ? 0 : queuePoolSize + workerLock;
  return databasePoolSize + counters + notifications + working;
}

/**
 * Says what is wrong and what would be valid, with one line per variable. Never includes a secret's value.
 */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads and validates all of the operator's variables. Outside production, a missing `APP_SECRET` is
 * generated and stored in `DATA_DIR`. Throws `ConfigError`.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const { config, problems } = checkConfig(env);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  if (config.appSecrets.length === 0) config.appSecrets = [keptSecret(config.dataDir)];
  return config;
}

/** The valid part of the configuration, and a sentence for each problem. Writes nothing. */
export function checkConfig(env: NodeJS.ProcessEnv = process.env): { config: Config; problems: string[] } {
  const problems: string[] = [];
  const read = <T>(name: Variable, { parse, expected, secret }: rule.Rule<T>): T | undefined => {
    // Compose files pass unset variables as empty text.
    const given = env[name]?.trim();
    if (!given) return undefined;
    const value = parse(given);
    if (value === undefined)
      problems.push(`${name}${secret ? '' : ` is "${given}", but`} must be ${expected}.`);
    return value;
  };

  const production = read('NODE_ENV', rule.oneOf(environments)) === 'production';
  const port = read('PORT', rule.wholeNumber(0, 65_535)) ?? 4000;
  const databaseUrl = read('DATABASE_URL', rule.databaseUrl);
  const config: Config = {
    port,
    host: read('HOST', rule.text) ?? '127.0.0.1',
    publicUrl: read('PUBLIC_URL', rule.origin) ?? `http://localhost:${port}`,
    siteUrl: read('SITE_URL', rule.origin),
    dataDir: path.resolve(read('DATA_DIR', rule.text) ?? '.data'),
    databaseUrl: databaseUrl === rule.embedded ? undefined : databaseUrl,
    databaseMigrationUrl: read('DATABASE_MIGRATION_URL', rule.databaseOwnerUrl),
    databasePoolSize: read('DATABASE_POOL_SIZE', rule.wholeNumber(10, 1000)) ?? 20,
    queuePoolSize: read('QUEUE_POOL_SIZE', rule.wholeNumber(6, 1000)) ?? 10,
    redisUrl: read('REDIS_URL', rule.redisUrl),
    appSecrets: read('APP_SECRET', rule.secrets(production ? 32 : 16)) ?? [],
    production,
    role: read('ROLE', rule.oneOf(roles)) ?? 'all',
    demo: read('DEMO', rule.flag) ?? !production,
    demoFleet: read('DEMO_FLEET', rule.flag) ?? false,
    adminEmail: read('ADMIN_EMAIL', rule.email),
    adminPassword: read('ADMIN_PASSWORD', rule.password(8)),
    pollIntervalSeconds: read('POLL_INTERVAL_SECONDS', rule.wholeNumber(1, 86_400)) ?? 60,
    unifiApiUrl: read('UNIFI_API_URL', rule.vendorUrl) ?? unifiCloud,
    stripeApiUrl: read('STRIPE_API_URL', rule.vendorUrl) ?? stripeCloud,
    sendgridApiUrl: read('SENDGRID_API_URL', rule.vendorUrl) ?? sendgridCloud,
    smtpUrl: read('SMTP_URL', rule.smtpUrl),
    outboundAllow: read('OUTBOUND_ALLOW', rule.addressRanges) ?? [],
    trustProxy: read('TRUST_PROXY', rule.addressRanges) ?? [],
    requestsPerMinute: read('REQUESTS_PER_MINUTE', rule.wholeNumber(10, 10_000_000)) ?? 1200,
    costPerMinute: read('COST_PER_MINUTE', rule.wholeNumber(10_000, 1_000_000_000)) ?? 60_000,
    connectionsPerAddress: read('CONNECTIONS_PER_ADDRESS', rule.wholeNumber(8, 1_000_000)) ?? 500,
    logLevel: read('LOG_LEVEL', rule.oneOf(logLevels)) ?? 'info',
  };

  const required: [Variable, string][] = [
    ['APP_SECRET', 'a random text of at least 32 characters, for example from openssl rand -base64 33'],
    [
      'DATABASE_URL',
      `the address of a PostgreSQL, or "${rule.embedded}" for the one that comes with the program`,
    ],
    ['PUBLIC_URL', 'the origin that people visit, such as https://alerts.example.com'],
  ];
  for (const [name, what] of required) {
    if (production && !env[name]?.trim())
      problems.push(`${name} must be set when NODE_ENV is production: ${what}.`);
  }
  if (config.siteUrl) {
    // The request's host decides which site responds, and browsers keep the sign-in token per origin.
    if (new URL(config.siteUrl).host === new URL(config.publicUrl).host)
      problems.push('SITE_URL must have another host name or port than PUBLIC_URL.');
    if (production && !config.siteUrl.startsWith('https:'))
      problems.push('SITE_URL must begin with https:// when NODE_ENV is production.');
  }
  if (config.databaseMigrationUrl && !config.databaseUrl) {
    problems.push('DATABASE_MIGRATION_URL needs the address of the same database in DATABASE_URL.');
  }
  if (!env.ADMIN_EMAIL?.trim() !== !env.ADMIN_PASSWORD?.trim()) {
    problems.push('ADMIN_EMAIL and ADMIN_PASSWORD must be set together, or neither.');
  }
  return { config, problems };
}

/** Names that other programs use for our variables, or parts of them. */
const otherNames: Partial<Record<Variable, RegExp>> = {
  DATABASE_URL: /^(DB_URL|(DATABASE|DB)_(HOST|NAME|USER|USERNAME|PASS|PASSWORD))$/,
  REDIS_URL: /^REDIS_(HOST|PASSWORD)$/,
  SMTP_URL: /^SMTP_(HOST|SERVER|USER|USERNAME|PASS|PASSWORD|FROM)$/,
  ADMIN_PASSWORD: /^ADMIN_PASS$/,
  POLL_INTERVAL_SECONDS: /^POLL_INTERVAL$/,
  TRUST_PROXY: /^TRUST(ED)?_PROXIES$/,
};

/** Returns a sentence for each variable that is set, isn't ours, and looks like one of ours that is missing. */
export function misspeltVariables(env: NodeJS.ProcessEnv = process.env): string[] {
  const missing = variables.filter((name) => !env[name]?.trim());
  return Object.keys(env).flatMap((given) => {
    if (variables.includes(given as Variable)) return [];
    const upper = given.toUpperCase();
    const meant = missing.find((name) => isLike(upper, name) || otherNames[name]?.test(upper));
    return meant ? [`${given} is set, but Netlantern doesn't use it. Did you mean ${meant}?`] : [];
  });
}

/** One letter added, missing or different, or two swapped. Long names may differ in any two letters. */
function isLike(given: string, name: string): boolean {
  const letters = (text: string) => [...text].toSorted().join('');
  const most = name.length > 8 || letters(given) === letters(name) ? 2 : 1;
  return distance(given, name) <= most;
}

/** The secret in this data directory, created at the first start. It can decrypt every stored key. */
function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'app-secret');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
