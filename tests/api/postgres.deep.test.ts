import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensurePostgres, PostgresInUse } from '#api/boot/postgres.ts';
import { root, typescript } from '#api/boot/run-program.ts';

const home = mkdtempSync(path.join(tmpdir(), 'embedded-'));
const dir = path.join(home, 'postgres');
const pidFile = path.join(dir, 'data/postmaster.pid');

/** Puts everything away when we end, be it by a signal: nothing may outlive an interrupted run. */
const undertaker = spawn(
  process.execPath,
  [
    '--eval',
    `process.stdin.resume().on('close', () => {
      try {
        process.kill(parseInt(fs.readFileSync(${JSON.stringify(pidFile)}, 'utf8')), 'SIGINT');
      } catch {}
      setTimeout(() => fs.rmSync(${JSON.stringify(home)}, { recursive: true }), 500);
    })`,
  ],
  { detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
);

beforeAll(async () => {
  const server = await ensurePostgres(dir);
  await query(server.url(), 'create table kept (word text)');
  await query(server.url(), "insert into kept values ('still here')");
  await server.stop();
});
afterAll(() => undertaker.stdin.end());

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Another process that has the database, until it is killed. */
async function anotherProgram(): Promise<ChildProcess> {
  const code = `import { ensurePostgres } from '#api/boot/postgres.ts';
    process.stdin.resume().on('close', () => process.exit());
    await ensurePostgres(${JSON.stringify(dir)});
    console.log('has it');`;
  const child = spawn(process.execPath, [...typescript, '--input-type=module', '--eval', code], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

async function kill(child: ChildProcess) {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function expectEverythingKept() {
  const server = await ensurePostgres(dir);
  expect(await query(server.url(), 'select word from kept')).toEqual([{ word: 'still here' }]);
  await server.stop();
  return server;
}

describe('the embedded database', () => {
  test('keeps its data from one start to the next', async () => {
    expect((await expectEverythingKept()).adopted).toBe(false);
  });

  test('is taken over from a killed program', async () => {
    await kill(await anotherProgram());
    expect((await expectEverythingKept()).adopted).toBe(true);
  });

  test('recovers after its server was killed', async () => {
    await kill(await anotherProgram());
    process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGKILL');
    expect((await expectEverythingKept()).adopted).toBe(false);
  });

  test('starts even if its old process ID belongs to another program now', async () => {
    const stranger = spawn('sleep', ['60']);
    writeFileSync(pidFile, `${stranger.pid}\n${dir}/data\n0\n5432\n`);
    await expectEverythingKept();
    await kill(stranger);
  });

  test('refuses a second program while the first one runs, and says which one', async () => {
    const first = await anotherProgram();
    const second = ensurePostgres(dir);
    await expect(second).rejects.toThrow(PostgresInUse);
    await expect(second).rejects.toThrow(`process ${first.pid}`);
    await kill(first);
    await expectEverythingKept();
  });

  test('requires the password, which only its owner can read', async () => {
    const server = await ensurePostgres(dir);
    await expect(query(server.url().replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password');
    await server.stop();
    expect(statSync(path.join(dir, 'password')).mode & 0o777).toBe(0o600);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
  });
});
