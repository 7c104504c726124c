import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { typescript } from '#api/boot/run-program.ts';
import { misspeltVariables, readConfig, variables } from '#api/config/config.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'config-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const read = (env: NodeJS.ProcessEnv = {}) => readConfig({ DATA_DIR: dataDir, ...env });
const production = {
  NODE_ENV: 'production',
  APP_SECRET: 'a-secret-of-the-operator-0123456789',
  DATABASE_URL: 'postgres://app:pw@db/netlantern',
  PUBLIC_URL: 'https://alerts.example.com',
};

describe('the environment', () => {
  test('needs nothing to be set on a developer’s machine', () => {
    expect(read()).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:4000',
      databaseUrl: undefined,
      production: false,
      role: 'all',
      demo: true,
      pollIntervalSeconds: 60,
      unifiApiUrl: 'https://api.ui.com',
      outboundAllow: [],
      logLevel: 'info',
    });
  });

  test('accepts every variable', () => {
    const config = read({
      PORT: '8080',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://alerts.example.com/',
      DATABASE_URL: 'postgres://app:pw@db/netlantern',
      DATABASE_MIGRATION_URL: 'postgres://owner:pw@db/netlantern',
      DATABASE_POOL_SIZE: '40',
      QUEUE_POOL_SIZE: '12',
      REDIS_URL: 'rediss://cache',
      APP_SECRET: 'the-new-secret-00, the-old-secret-00',
      ROLE: 'worker',
      DEMO: '0',
      DEMO_FLEET: '1',
      ADMIN_EMAIL: 'Ada@Example.com',
      ADMIN_PASSWORD: 'Correct-Horse-1',
      POLL_INTERVAL_SECONDS: '1',
      UNIFI_API_URL: 'http://127.0.0.1:9/',
      STRIPE_API_URL: 'http://127.0.0.1:8',
      SENDGRID_API_URL: 'http://127.0.0.1:7',
      SMTP_URL: 'smtp://mail.example.com',
      OUTBOUND_ALLOW: '10.0.0.0/8, ::1',
      TRUST_PROXY: '172.16.0.1',
      REQUESTS_PER_MINUTE: '300',
      COST_PER_MINUTE: '10000',
      CONNECTIONS_PER_ADDRESS: '50',
      LOG_LEVEL: 'debug',
    });
    expect(config).toEqual({
      port: 8080,
      host: '0.0.0.0',
      publicUrl: 'https://alerts.example.com',
      dataDir,
      databaseUrl: 'postgres://app:pw@db/netlantern',
      databaseMigrationUrl: 'postgres://owner:pw@db/netlantern',
      databasePoolSize: 40,
      queuePoolSize: 12,
      redisUrl: 'rediss://cache',
      appSecrets: ['the-new-secret-00', 'the-old-secret-00'],
      production: false,
      role: 'worker',
      demo: false,
      demoFleet: true,
      adminEmail: 'ada@example.com',
      adminPassword: 'Correct-Horse-1',
      pollIntervalSeconds: 1,
      unifiApiUrl: 'http://127.0.0.1:9',
      stripeApiUrl: 'http://127.0.0.1:8',
      sendgridApiUrl: 'http://127.0.0.1:7',
      smtpUrl: 'smtp://mail.example.com',
      outboundAllow: ['10.0.0.0/8', '::1'],
      trustProxy: ['172.16.0.1'],
      requestsPerMinute: 300,
      costPerMinute: 10_000,
      connectionsPerAddress: 50,
      logLevel: 'debug',
    });
  });

  test.each([
    ['PORT', '80a', 'PORT is "80a", but must be a whole number from 0 to 65535.'],
    ['PORT', '70000', 'PORT is "70000", but must be a whole number from 0 to 65535.'],
    ['ROLE', 'both', 'ROLE is "both", but must be one of all, web, worker.'],
    ['DEMO', 'perhaps', 'DEMO is "perhaps", but must be 1 or 0.'],
    [
      'POLL_INTERVAL_SECONDS',
      '0',
      'POLL_INTERVAL_SECONDS is "0", but must be a whole number from 1 to 86400.',
    ],
    [
      'PUBLIC_URL',
      'https://example.com/app',
      'PUBLIC_URL is "https://example.com/app", but must be an origin',
    ],
    ['TRUST_PROXY', '10.0.0.0/33', 'TRUST_PROXY is "10.0.0.0/33", but must be a comma-separated list'],
    ['UNIFI_API_URL', 'api.ui.com', 'UNIFI_API_URL is "api.ui.com", but must be an address that begins'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud", but must be one of fatal, error, warn'],
    ['NODE_ENV', 'prod', 'NODE_ENV is "prod", but must be one of production, development, test.'],
    ['DATABASE_URL', 'mysql://db/netlantern', 'must be "embedded", or an address such as postgres://user:'],
    [
      'DATABASE_URL',
      'postgres://app:a#b@db/netlantern',
      'with special characters in its password percent-encoded',
    ],
    [
      'REDIS_URL',
      'redis://:50%off@cache',
      'REDIS_URL must be an address such as redis://:password@host:6379, with special characters',
    ],
  ])('explains what is wrong with %s=%s and what would be right', (name, value, words) => {
    expect(() => read({ [name]: value })).toThrow(words);
  });

  test('ignores spaces around NODE_ENV, so that no demo runs in production', () => {
    expect(read({ ...production, NODE_ENV: ' production ' })).toMatchObject({
      production: true,
      demo: false,
    });
  });

  test('lists all invalid variables at once', () => {
    expect(() => read({ PORT: 'x', ROLE: 'y' })).toThrow(/^PORT .*\nROLE /);
  });

  test.each([
    ['DATABASE_URL', 'mysql://app:hunter2@db'],
    ['REDIS_URL', 'http://:hunter2@cache'],
    ['SMTP_URL', 'hunter2@mail'],
    ['APP_SECRET', 'hunter2'],
    ['ADMIN_PASSWORD', 'hunter2'],
  ])('does not repeat an invalid %s', (name, value) => {
    expect(() => read({ ADMIN_EMAIL: 'ada@example.com', [name]: value })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });

  test('treats an empty variable as not set', () => {
    expect(read({ PORT: '', DATABASE_URL: ' ', ADMIN_EMAIL: '' }).port).toBe(4000);
  });

  test('requires the administrator’s address and password together', () => {
    expect(() => read({ ADMIN_EMAIL: 'ada@example.com' })).toThrow('must be set together');
  });

  test('generates a secret once, readable by its owner only', () => {
    const [secret, ...others] = read().appSecrets;
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(others).toEqual([]);
    expect(read().appSecrets).toEqual([secret]);
    expect(statSync(path.join(dataDir, 'app-secret')).mode & 0o777).toBe(0o600);
  });

  test('allows no demo and no generated secret in production', () => {
    expect(read(production)).toMatchObject({
      production: true,
      demo: false,
      appSecrets: [production.APP_SECRET],
    });
  });

  test('refuses a secret of fewer than 32 characters in production', () => {
    expect(() => read({ ...production, APP_SECRET: 'x'.repeat(31) })).toThrow('at least 32 characters');
    expect(read({ ...production, APP_SECRET: 'x'.repeat(32) }).appSecrets).toHaveLength(1);
  });

  test('accepts a shorter old secret behind the new one in production, so that it can be rotated', () => {
    const [fresh, old] = ['x'.repeat(32), 'y'.repeat(16)];
    expect(read({ ...production, APP_SECRET: `${fresh},${old}` }).appSecrets).toEqual([fresh, old]);
    expect(() => read({ ...production, APP_SECRET: `${old},${fresh}` })).toThrow('at least 32 characters');
    expect(() => read({ ...production, APP_SECRET: `${fresh},short` })).toThrow('APP_SECRET');
  });

  test.each(['APP_SECRET', 'DATABASE_URL', 'PUBLIC_URL'])('requires %s in production', (name) => {
    expect(() => read({ ...production, [name]: '' })).toThrow(
      `${name} must be set when NODE_ENV is production`,
    );
  });

  test('uses the embedded database in production only if it is configured explicitly', () => {
    expect(read({ ...production, DATABASE_URL: 'embedded' }).databaseUrl).toBeUndefined();
    const owner = { DATABASE_MIGRATION_URL: 'postgres://owner:pw@db/netlantern' };
    expect(() => read({ ...owner, DATABASE_URL: 'embedded' })).toThrow(
      'DATABASE_MIGRATION_URL needs the address of the same database in DATABASE_URL.',
    );
  });

  test('has each variable of .env.example, and no other', () => {
    const described = readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z_]+)=/gm);
    expect([...described].map(([, name]) => name).toSorted()).toEqual(variables.toSorted());
  });
});

test('Docker Compose passes each variable of .env.example that its image doesn’t set itself', () => {
  const passed = readFileSync('docker-compose.yml', 'utf8').matchAll(/\$\{([A-Z_]+)/g);
  const named = readFileSync('docker-compose.yml', 'utf8').matchAll(/\b([A-Z_]+): /g);
  const known = new Set([...passed, ...named].map(([, name]) => name));
  // The image is for production, has one place for its data, and serves at one port behind the proxy.
  const ofImage = ['NODE_ENV', 'PORT', 'HOST', 'DATA_DIR', 'DEMO', 'DEMO_FLEET'];
  expect(variables.filter((name) => !known.has(name))).toEqual(ofImage);
});

describe('an unused variable', () => {
  test.each([
    ['ADMIN_EIMAL', 'ADMIN_EMAIL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['APP_SECRETS', 'APP_SECRET'],
    ['SMPT_URL', 'SMTP_URL'],
    ['ROLES', 'ROLE'],
    ['Public_Url', 'PUBLIC_URL'],
    ['POLL_INTERVALL_SECOND', 'POLL_INTERVAL_SECONDS'],
    ['SMTP_PASSWORD', 'SMTP_URL'],
    ['DB_HOST', 'DATABASE_URL'],
    ['TRUSTED_PROXIES', 'TRUST_PROXY'],
  ])('is reported when it looks like one of ours: %s', (given, meant) => {
    expect(misspeltVariables({ [given]: 'x' })).toEqual([
      `${given} is set, but Netlantern doesn't use it. Did you mean ${meant}?`,
    ]);
  });

  test('causes no warning if ours is set as well', () => {
    expect(misspeltVariables({ REDIS_URI: 'x', REDIS_URL: 'y' })).toEqual([]);
    expect(misspeltVariables({ SMTP_PASSWORD: 'x', SMTP_URL: 'y' })).toEqual([]);
    // Compose files hand over what was never set as an empty text.
    expect(misspeltVariables({ REDIS_URI: 'x', REDIS_URL: '' })).toHaveLength(1);
  });

  test.each([
    ['a shell', 'HOME HOSTNAME LANG LOGNAME MAIL MODE OLDPWD PATH PWD SHELL SHLVL TERM TZ USER http_proxy'],
    ['Node and npm', 'NODE_OPTIONS NODE_PATH NODE_VERSION npm_config_port npm_config_cache npm_execpath'],
    ['a CI', 'CI GITHUB_API_URL GITHUB_ACTIONS CI_SERVER_URL CI_SERVER_PORT BUILD_URL HTTP_URL'],
    [
      'Kubernetes and hosting providers',
      'REDIS_PORT REDIS_SERVICE_HOST REDIS_TLS_URL SMTP_PORT DATABASE_PORT POSTGRES_PORT RAILWAY_PUBLIC_DOMAIN',
    ],
    ['the images of docker-compose.yml', 'POSTGRES_USER POSTGRES_DB PGDATA PG_MAJOR COMPOSE_PROJECT_NAME'],
    ['the vendors', 'SENDGRID_API_KEY STRIPE_API_KEY STRIPE_SECRET_KEY UNIFI_API_KEY'],
  ])('is not reported when it belongs to %s', (_name, others) => {
    const env = Object.fromEntries(others.split(' ').map((name) => [name, 'x']));
    expect(misspeltVariables(env)).toEqual([]);
  });
});

describe('a start with a wrong environment', () => {
  /** Runs a program of ours; its last line is how much CPU it took, in seconds. */
  async function start(args: string[], env: Record<string, string>): Promise<{ said: string; cpu: number }> {
    const report = `process.on('exit', () => { const { user, system } = process.cpuUsage(); console.error((user + system) / 1e6) })`;
    const child = spawn(process.execPath, ['--import', `data:text/javascript,${report}`, ...args], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const said = await text(child.stderr);
    if (child.exitCode === null) await once(child, 'exit');
    expect(child.exitCode).toBe(1);
    const lines = said.trim().split('\n');
    return { cpu: Number(lines.pop()), said: lines.join('\n') };
  }

  test.each([
    ['the program', ['api/boot/start.mjs']],
    ['migrating', [...typescript, 'api/boot/migrate.ts', 'up']],
    ['rotating secrets', [...typescript, 'api/boot/secrets-rotate.ts']],
    ['letting administrators in', [...typescript, 'api/boot/security-reset.ts']],
  ])('is refused before anything is loaded: %s', async (_name, args) => {
    const { said, cpu } = await start(args, { ROLE: 'both', ADMIN_EIMAL: 'ada@example.com' });
    expect(said).toBe(
      'ADMIN_EIMAL is set, but Netlantern doesn\'t use it. Did you mean ADMIN_EMAIL?\nROLE is "both", but must be one of all, web, worker.',
    );
    // Loading everything takes more than three.
    expect(cpu).toBeLessThan(1);
  });
});

describe('npm run config:check', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

  /** Runs the script as npm does, in an environment of its own. */
  async function check(env: Record<string, string>) {
    const [program, ...args] = scripts['config:check']!.split(' ');
    expect(program).toBe('node');
    const empty = mkdtempSync(path.join(dataDir, 'unused-'));
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env.PATH, DATA_DIR: empty, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [said, wrong] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (child.exitCode === null) await once(child, 'exit');
    return {
      code: child.exitCode,
      said: said.trim(),
      wrong: wrong.trim().split('\n'),
      made: readdirSync(empty),
    };
  }

  test('says what is wrong with each variable, and exits with 1', async () => {
    const { code, said, wrong } = await check({
      NODE_ENV: 'production',
      APP_SECRET: 'too-short-but-secret',
      PORT: '70000',
      ROLE: 'both',
      DATABSE_URL: 'x',
      ADMIN_EMAIL: 'ada@example.com',
    });
    expect([code, said]).toEqual([1, '']);
    expect(wrong).toEqual([
      "DATABSE_URL is set, but Netlantern doesn't use it. Did you mean DATABASE_URL?",
      'PORT is "70000", but must be a whole number from 0 to 65535.',
      expect.stringMatching(/^APP_SECRET must be /),
      'ROLE is "both", but must be one of all, web, worker.',
      expect.stringMatching(/^DATABASE_URL must be set when NODE_ENV is production: /),
      expect.stringMatching(/^PUBLIC_URL must be set when NODE_ENV is production: /),
      'ADMIN_EMAIL and ADMIN_PASSWORD must be set together, or neither.',
      '6 problems found.',
    ]);
    expect(wrong.join()).not.toContain('too-short');
  });

  test.each([
    [
      'production',
      production,
      `No problems found. 5 of ${variables.length} variables are set, for production.`,
    ],
    ['the demo', {}, `No problems found. 1 of ${variables.length} variables are set, for the demo.`],
  ])('finds no problem in a valid environment, and writes nothing: %s', async (_name, env, sentence) => {
    expect(await check(env)).toEqual({ code: 0, said: sentence, wrong: [''], made: [] });
  });
});

describe('SITE_URL', () => {
  test('gives the public site its own origin', () => {
    expect(read().siteUrl).toBeUndefined();
    expect(read({ SITE_URL: 'http://127.0.0.1:4000/' }).siteUrl).toBe('http://127.0.0.1:4000');
    expect(read({ ...production, SITE_URL: 'https://www.example.com' }).siteUrl).toBe(
      'https://www.example.com',
    );
  });

  test.each([
    ['https://www.example.com/site', 'SITE_URL is "https://www.example.com/site", but must be an origin'],
    ['www.example.com', 'must be an origin'],
    ['https://alerts.example.com', 'SITE_URL must have another host name or port than PUBLIC_URL.'],
    ['https://alerts.example.com:443', 'SITE_URL must have another host name or port than PUBLIC_URL.'],
    ['http://www.example.com', 'SITE_URL must begin with https:// when NODE_ENV is production.'],
  ])('%s is refused in production', (SITE_URL, words) => {
    expect(() => read({ ...production, SITE_URL })).toThrow(words);
  });
});
