import type { Logger } from 'pino';
import type { Attempts } from './attempts/attempts.ts';
import type { Config } from './config.ts';
import type { ContentCache } from './content-cache.ts';
import type { DemoKey } from './features/controllers/demo-key.ts';
import type { Bell } from './events/bell.ts';
import type { RunningExports } from './exports/running-exports.ts';
import type { Outbound } from './fetch-guard.ts';
import type { Orm } from './orm.ts';
import type { RequestRates } from './request-rate/request-rates.ts';

/** The parts of the running program that a request may need. Made once, in `main.ts`. */
export interface App {
  config: Config;
  orm: Orm;
  log: Logger;
  bell: Bell;
  attempts: Attempts;
  /** How much people, tokens and networks ask for per minute. */
  rates: RequestRates;
  exports: RunningExports;
  /** For addresses that people typed in. */
  outbound: Outbound;
  /** What visitors read. */
  content: ContentCache;
  /** Keys of the demo's simulated networks. Absent outside the demo. */
  demoKeys?: readonly DemoKey[];
}
