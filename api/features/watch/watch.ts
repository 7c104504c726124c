import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '#api/app.ts';
import { meantBy } from '#api/errors.ts';
import { claimDue, dueAfterSetBack, release, type Claim } from './claim.ts';
import { poll } from './poll.ts';

/** Controllers that one process reads at the same time. */
const atOnce = 20;

/** A ring wakes the watch; without one it looks this often, milliseconds. */
const lookEveryMs = 1000;

/** How often it is looked whether the clock was set back, milliseconds. */
const lookAtClockEveryMs = 60_000;

/** How often a claim is tried to be given back while the database is away, milliseconds. */
const giveBackEveryMs = 500;

/** Reads controllers as they fall due until it is stopped. Any number of processes may do so side by side. */
export function startWatch(app: App): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const id = randomUUID();
  const running = new Map<Promise<void>, string>();
  /** Until when those whose round broke are left alone, in milliseconds since 1970. */
  const broken = new Map<string, number>();
  let wake = () => {};
  const stopListening = app.bell.listen(({ topic }) => topic === 'poll' && wake());

  const run = (claim: Claim) => {
    const round = poll(app, claim, stopping.signal)
      .catch((err: unknown) => {
        app.log.error({ err, controllerId: claim.controllerId }, 'A round failed');
        if (meantBy(err)) return giveBack(claim);
        broken.set(claim.controllerId, claim.until.getTime());
      })
      .finally(() => {
        running.delete(round);
        wake();
      });
    running.set(round, claim.controllerId);
  };

  /** The database went away in the middle: due again once it is back. One that broke waits until its claim runs out. */
  const giveBack = async (claim: Claim) => {
    while (!stopping.signal.aborted && claim.until.getTime() > Date.now()) {
      const isBack = await release(app.orm.em.fork(), claim).then(
        () => true,
        () => false,
      );
      if (isBack) return;
      await sleep(giveBackEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  const worker = () => {
    for (const [controllerId, until] of broken) if (until <= Date.now()) broken.delete(controllerId);
    return { id, known: [...running.values(), ...broken.keys()] };
  };

  const unclaimed = (err: unknown) => {
    app.log.error({ err }, 'Due controllers could not be claimed; trying again within a second');
    return [];
  };

  let clockSeenAt = -Infinity;
  const lookAtClock = async () => {
    if (performance.now() - clockSeenAt < lookAtClockEveryMs) return;
    await dueAfterSetBack(app.orm.em.fork());
    clockSeenAt = performance.now();
  };

  const loop = async () => {
    while (!stopping.signal.aborted) {
      await lookAtClock().catch(unclaimed);
      const room = atOnce - running.size;
      const claims = room > 0 ? await claimDue(app.orm.em.fork(), room, worker()).catch(unclaimed) : [];
      claims.forEach(run);
      if (claims.length === 0) await pause();
    }
  };

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, lookEveryMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

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
