import type { Logger } from 'pino';
import type { Orm } from '#api/db/orm.ts';
import type { Bell } from './bell.ts';
import { openPostgresBell } from './bell-postgres.ts';
import { openRedisBell } from './bell-redis.ts';
import { ringOnCommit } from './log.ts';

interface Options {
  orm: Orm;
  databaseUrl: string;
  redisUrl?: string;
  log: Logger;
}

/** Opens the process's one bell and ties it to the event log: every commit that appended events rings it. */
export async function openBell({ orm, databaseUrl, redisUrl, log }: Options): Promise<Bell> {
  const bell = redisUrl ? await openRedisBell(redisUrl, log) : await openPostgresBell(databaseUrl, log);
  ringOnCommit(orm, bell);
  return bell;
}
