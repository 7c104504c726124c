import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';

/** Why tests that need a Redis are skipped on this machine; undefined where they run. */
export const noRedis = spawnSync('redis-server', ['--version']).error
  ? 'there is no redis-server on the PATH; .ci/run installs it'
  : undefined;

/** Where a Redis may be started later. */
export const redisPlace = (): string => path.join(mkdtempSync(path.join(tmpdir(), 'redis-')), 'socket');

/** A Redis of its own that keeps nothing, on a socket in a directory of its own. */
export async function startRedis(
  redisUrl = redisPlace(),
): Promise<{ redisUrl: string; freeze(): void; thaw(): void; stop(): Promise<void> }> {
  const dir = path.dirname(redisUrl);
  const flags = ['--port', '0', '--unixsocket', redisUrl, '--dir', dir, '--save', '', '--appendonly', 'no'];
  const program = spawn('redis-server', flags, { stdio: 'ignore' });
  const ended = once(program, 'exit');
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
  redis.on('error', () => undefined);
  await Promise.race([redis.ping(), ended.then(() => Promise.reject(new Error('redis-server ended')))]);
  redis.disconnect();
  return {
    redisUrl,
    /** Keeps its connections, accepts new ones, and never responds. */
    freeze: () => void program.kill('SIGSTOP'),
    thaw: () => void program.kill('SIGCONT'),
    async stop() {
      program.kill();
      await ended;
      rmSync(dir, { recursive: true });
    },
  };
}
