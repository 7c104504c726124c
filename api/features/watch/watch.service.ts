import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '#api/config/app.ts';
import { toProductError } from '#api/lib/errors.ts';
import {
  claimDue,
  fixSchedulesAfterClockChange,
  nextDueIn,
  releaseClaim,
  type Claim,
} from './claim.store.ts';
import { poll } from './poll.service.ts';

/** Controllers that one process reads at the same time. */
const concurrency = 20;

/** Longest pause between checks for due controllers, in ms. Signals and due times end it early. */
const maxPauseMs = 5000;

/** Pause after a failed check, in ms. */
const retryMs = 1000;

/** How often to check whether the clock was set back, in ms. */
const checkClockEveryMs = 60_000;

/** How often to retry releasing a claim while the database is unreachable, in ms. */
const releaseRetryMs = 500;

/** Reads controllers as they become due, until stopped. Any number of processes can do so concurrently. */
export function startWatch(app: App): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const id = randomUUID();
  const running = new Map<Promise<void>, string>();
  /** When controllers whose round crashed may be tried again, in ms since 1970. */
  const broken = new Map<string, number>();
  let pausing = new AbortController();
  const wake = () => pausing.abort();
  const stopListening = app.pubsub.subscribe(({ topic }) => topic === 'poll' && wake());

  const run = (claim: Claim) => {
    const round = poll(app, claim, stopping.signal)
      .catch((err: unknown) => {
        app.log.error({ err, controllerId: claim.controllerId }, 'A poll failed');
        if (toProductError(err)) return releaseWhenPossible(claim);
        broken.set(claim.controllerId, claim.until.getTime());
      })
      .finally(() => {
        running.delete(round);
        wake();
      });
    running.set(round, claim.controllerId);
  };

  /**
   * If the database was lost during a round, it is due again once the database is back. After a crash, it
   * waits until its claim expires.
   */
  const releaseWhenPossible = async (claim: Claim) => {
    while (!stopping.signal.aborted && claim.until.getTime() > Date.now()) {
      const isBack = await releaseClaim(app.orm.em.fork(), claim).then(
        () => true,
        () => false,
      );
      if (isBack) return;
      await sleep(releaseRetryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  const worker = () => {
    for (const [controllerId, until] of broken) if (until <= Date.now()) broken.delete(controllerId);
    return { id, known: [...running.values(), ...broken.keys()] };
  };

  let clockSeenAt = -Infinity;
  const checkClock = async () => {
    if (performance.now() - clockSeenAt < checkClockEveryMs) return;
    await fixSchedulesAfterClockChange(app.orm.em.fork());
    clockSeenAt = performance.now();
  };

  /** @returns milliseconds until the next check, unless a signal comes first */
  const claimAndRun = async (): Promise<number> => {
    await checkClock();
    const room = concurrency - running.size;
    if (room === 0) return maxPauseMs;
    const claims = await claimDue(app.orm.em.fork(), room, worker());
    claims.forEach(run);
    if (claims.length > 0) return 0;
    return Math.min(maxPauseMs, (await nextDueIn(app.orm.em.fork())) ?? maxPauseMs);
  };

  const loop = async () => {
    while (!stopping.signal.aborted) {
      // A signal during a check ends the following pause.
      pausing = new AbortController();
      const pause = await claimAndRun().catch((err: unknown) => {
        app.log.error({ err }, 'Failed to claim due controllers; retrying');
        return retryMs;
      });
      if (pause > 0) await sleep(pause, undefined, { signal: pausing.signal }).catch(() => undefined);
    }
  };

  const looping = loop();
  return {
    async stop() {
      stopListening();
      stopping.abort();
      wake();
      await looping;
      await Promise.all(running.keys());
    },
  };
}
