import type { Logger } from 'pino';
import type { Attempts } from '#api/security/attempts/attempts.ts';
import type { Config } from './config.ts';
import type { ContentCache } from '#api/http/content-cache.ts';
import type { PubSub } from '#api/live/pubsub.ts';
import type { RunningExports } from '#api/exports/running-exports.ts';
import type { Outbound } from '#api/security/outbound.ts';
import type { Orm } from '#api/db/orm.ts';
import type { RequestRates } from '#api/security/request-rate/request-rates.ts';

/** The parts of the running program that a request may need. Created once, in `main.ts`. */
export interface App {
  config: Config;
  orm: Orm;
  log: Logger;
  pubsub: PubSub;
  attempts: Attempts;
  /** Requests per minute of people, tokens and networks. */
  rates: RequestRates;
  exports: RunningExports;
  /** For URLs that people entered. */
  outbound: Outbound;
  /** Cached public content. */
  content: ContentCache;
  /** Keys of the demo's simulated networks. Absent outside the demo. */
  demoKeys?: readonly { name: string; apiKey: string }[];
}
