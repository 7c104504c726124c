import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import type { App } from '#api/config/app.ts';
import { eventsBehind } from '#api/observability/metrics.ts';

/** Milliseconds between heartbeats. */
const tellEvery = 20_000;

/** Version from package.json. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

export interface Presence {
  /** Deletes the row, so that the node isn't reported as missing. */
  stop(): Promise<void>;
}

/** Starts sending heartbeats with this process's version, connection and disk space. */
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

/** A node that can't send is noticed by the others, so there is nothing else to do here. */
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

/** A node that was silent for so long doesn't return under its ID. */
const forgetting = `delete from node where seen_at < now() - interval '1 hour'`;

const execute = ({ orm }: App, sql: string, values: unknown[]) => orm.em.fork().execute(sql, values, 'run');

/** Disk space of a directory, even before it exists. Undefined if the system doesn't report it. */
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
