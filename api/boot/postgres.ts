// The embedded PostgreSQL: one cluster per directory, found again after either side has crashed.
import { randomBytes, randomInt } from 'node:crypto';
import { chown, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { lockKeys } from '#api/db/lock-keys.ts';
import { withStatementTimeout } from '#api/db/statement-timeout.ts';
import { databaseAccount, reachable, runProgram, type Account } from './postgres-programs.ts';

export interface Postgres {
  port: number;
  /** It was still running because the program that started it was killed. */
  adopted: boolean;
  /** Directory of the cluster, which may differ from the requested one (see `reachable`). */
  dir: string;
  /** The URL of a database, `netlantern` by default. It includes the password. */
  url(database?: string): string;
  stop(): Promise<void>;
}

/** Another running program is using this cluster. */
export class PostgresInUse extends Error {
  override name = 'PostgresInUse';
}

/**
 * How long to wait for a server that is recovering or shutting down, and for another owner to exit, in ms.
 */
const patience = { server: 30_000, owner: 2_000 };

/**
 * Starts the cluster in `dir`, creating it if it's missing, or adopts the one that is already running. It
 * listens on 127.0.0.1 only, on a free port. `flags` are server settings, `name=value`. Throws
 * `PostgresInUse`.
 */
export async function ensurePostgres(
  wanted: string,
  { flags = [] }: { flags?: string[] } = {},
): Promise<Postgres> {
  const account = await databaseAccount();
  const dir = await reachable(path.resolve(wanted));
  await initialise(dir, account);
  const password = await readFile(path.join(dir, 'password'), 'utf8');
  const giveUp = Date.now() + patience.server;
  for (;;) {
    try {
      const running = await runningPort(dir);
      const port = running ?? (await start(dir, account, flags));
      const url = (database = 'netlantern') => `postgres://app:${password}@127.0.0.1:${port}/${database}`;
      const ownership = await own(url('postgres'), dir);
      const stop = once(async () => {
        await ownership.end();
        // Let closing connections finish first, because cutting them off would cause errors for their owners.
        await stopServer(dir, 'smart', account).catch(() => stopServer(dir, 'fast', account));
      });
      return { port, adopted: running !== undefined, dir, url, stop };
    } catch (error) {
      if (!isPassing(error) || Date.now() > giveUp) throw error;
      await sleep(200);
    }
  }
}

/** `smart` waits two seconds for clients to leave, or rejects. Succeeds if no server is running. */
async function stopServer(dir: string, mode: 'smart' | 'fast', account: Account): Promise<void> {
  const seconds = mode === 'smart' ? 2 : 60;
  const args = ['stop', '--pgdata', data(dir), '--mode', mode, '--wait', `--timeout=${seconds}`];
  await runProgram('pg_ctl', args, account).catch((error: Error) => {
    if (!/PID file .* does not exist/.test(error.message)) throw error;
  });
}

const data = (dir: string) => path.join(dir, 'data');

/**
 * Creates the cluster elsewhere and moves it into place, so that an interrupted start leaves no partial
 * cluster.
 */
async function initialise(dir: string, account: Account): Promise<void> {
  if (await stat(data(dir)).catch(() => undefined)) return;
  await mkdir(path.dirname(dir), { recursive: true });
  for (const left of await abandoned(`${dir}.new-`)) await rm(left, { recursive: true });
  const made = await mkdtemp(`${dir}.new-${process.pid}-`);
  try {
    const passwordFile = path.join(made, 'password');
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (account.uid !== undefined && account.gid !== undefined) {
      await chown(passwordFile, account.uid, account.gid);
      await chown(made, account.uid, account.gid);
    }
    await runProgram(
      'initdb',
      [`--pgdata=${data(made)}`, '--username=app', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
        .concat(['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'])
        .concat(['--no-instructions']),
      account,
    );
    await rename(made, dir);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    // A concurrent start was faster.
    if (!['ENOTEMPTY', 'EEXIST'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
  }
}

async function start(dir: string, account: Account, flags: string[]): Promise<number> {
  const port = await freePort();
  const log = path.join(dir, 'server.log');
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', "unix_socket_directories=''"]
    .concat(['log_min_messages=log', 'log_checkpoints=off'])
    .concat(flags);
  await rm(log, { force: true });
  const options = settings.map((setting) => `-c ${setting}`).join(' ');
  const args = ['start', '--pgdata', data(dir), '--wait', '--timeout=60', '--log', log, '--options', options];
  await runProgram('pg_ctl', args, account).catch(async (error: Error) => {
    const said = await readFile(log, 'utf8').catch(() => '');
    throw new Error(`PostgreSQL did not start in ${dir}.\n${said.trim() || error.message}`, { cause: error });
  });
  return port;
}

/** Port of the server running in `dir`. Undefined if there is none or it doesn't respond. */
async function runningPort(dir: string): Promise<number | undefined> {
  const file = path.join(data(dir), 'postmaster.pid');
  const [pid, , , port] = (await readFile(file, 'utf8').catch(() => '')).split('\n').map(Number);
  if (!pid || !isAlive(pid)) return undefined;
  // Process IDs are reused, so after a reboot this may be another program's, and PostgreSQL wouldn't start.
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'postgres');
  if (!command.includes('postgres')) await rm(file, { force: true });
  else if (port && (await answers(port))) return port;
  return undefined;
}

/**
 * Makes this process the cluster's owner for as long as it lives. The lock ends with its connection, so a
 * killed process leaves none behind. Creates the product's database if it's missing.
 */
async function own(url: string, dir: string): Promise<pg.Client> {
  const application_name = `netlantern ${process.pid}`;
  const client = new pg.Client({ connectionString: withStatementTimeout(url), application_name });
  // Stopping the server ends this connection, and an unhandled error event would end the process.
  client.on('error', () => {});
  await client.connect();
  const giveUp = Date.now() + patience.owner;
  const ask = 'select pg_try_advisory_lock($1) as taken';
  while (!(await client.query<{ taken: boolean }>(ask, [lockKeys.embeddedServer])).rows[0]?.taken) {
    if (Date.now() > giveUp) {
      const holder = await client.query<{ application_name: string }>(
        `select application_name from pg_locks join pg_stat_activity using (pid)
          where locktype = 'advisory' and objid = $1 and granted`,
        [lockKeys.embeddedServer],
      );
      await client.end();
      const who = holder.rows[0]?.application_name.replace('netlantern', 'process') ?? 'another process';
      throw new PostgresInUse(
        `The database in ${dir} is in use by ${who}. Netlantern is already running there: stop it first.`,
      );
    }
    await sleep(100);
  }
  const found = await client.query("select from pg_database where datname = 'netlantern'");
  if (found.rowCount === 0) await client.query('create database netlantern');
  return client;
}

/** Temporary errors: a server starting up, recovering or shutting down, or a port that was just taken. */
function isPassing(error: unknown): boolean {
  const { code = '', message } = error as Error & { code?: string };
  const words =
    /lock file|pre-existing shared memory|Address already in use|Connection terminated|not queryable/;
  return ['57P03', '57P01', 'ECONNREFUSED', 'ECONNRESET'].includes(code) || words.test(message);
}

/** Directories named `<prefix><process id>-…` of processes that have ended. */
async function abandoned(prefix: string): Promise<string[]> {
  const names = await readdir(path.dirname(prefix));
  return names
    .map((name) => path.join(path.dirname(prefix), name))
    .filter((dir) => dir.startsWith(prefix) && !isAlive(Number.parseInt(dir.slice(prefix.length), 10)));
}

/** Whether a process with this ID exists, no matter whose. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => settle(true)).once('error', () => settle(false));
  });
}

/**
 * A free port outside the ephemeral range (from 32768 on Linux, 49152 elsewhere), because the system could
 * assign those to someone else before we listen.
 * @throws when there is none
 */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries++) {
    const port = 10_000 + randomInt(20_000);
    try {
      await listenOnce(port);
      return port;
    } catch (error) {
      if (tries === 100) throw error;
    }
  }
}

function listenOnce(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, '127.0.0.1', () => server.close(() => resolve()));
  });
}

function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= act());
}
