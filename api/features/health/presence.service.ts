import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import type { App } from '#api/config/app.ts';
import { eventsBehind } from '#api/observability/metrics.ts';

/** Milliseconds between two times that a node tells of itself. */
const tellEvery = 20_000;

/** Of this program, as its package says. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

export interface Presence {
  /** It is not missed: its row goes. */
  stop(): Promise<void>;
}

/** From now on the others know of this process: what it is, and how its bell and its disk do. */
export function startPresence(app: App): Presence {
  const id = randomUUID();
  const startedAt = new Date();
  let last = tell(app, id, startedAt);
  const timer = setInterval(() => {
    last = last.then(() => tell(app, id, startedAt));
  }, tellEvery);
  return {
    async stop() {
      clearInterval(timer);
      await last;
      await execute(app, 'delete from node where id = ?', [id]).catch(() => undefined);
    },
  };
}

/** One that cannot tell is missed by the others: nothing else is to be done about it here. */
async function tell(app: App, id: string, startedAt: Date): Promise<void> {
  try {
    const disk = await diskAt(app.config.dataDir);
    const behind = (await eventsBehind.get()).values[0]?.value ?? 0;
    const itself = [id, hostname(), app.config.role, version, startedAt];
    const standing = [app.pubsub.ready(), behind, disk?.free ?? null, disk?.total ?? null];
    await execute(app, telling, [...itself, ...standing]);
    await execute(app, forgetting, []);
  } catch (error) {
    app.log.warn({ err: error }, "Failed to record this node's heartbeat");
  }
}

const telling = `
  insert into node (id, host, role, version, started_at, bell_ready, events_behind, disk_free, disk_total, seen_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, clock_timestamp())
  on conflict (id) do update set
    bell_ready = excluded.bell_ready, events_behind = excluded.events_behind,
    disk_free = excluded.disk_free, disk_total = excluded.disk_total, seen_at = excluded.seen_at`;

/** Whoever was not heard of for so long does not come back under its id. */
const forgetting = `delete from node where seen_at < now() - interval '1 hour'`;

const execute = ({ orm }: App, sql: string, values: unknown[]) => orm.em.fork().execute(sql, values, 'run');

/** Bytes where a directory is, or would be; undefined where the system does not tell. */
async function diskAt(directory: string): Promise<{ free: number; total: number } | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(directory);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch (error) {
    const above = path.dirname(directory);
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return isMissing && above !== directory ? diskAt(above) : undefined;
  }
}
