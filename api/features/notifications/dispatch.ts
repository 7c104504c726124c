import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { afterAttempt, mostFailing } from './after-attempt.ts';
import { bringForward } from './bring-forward.ts';
import type { Channel, Outcome } from './channels/channel.ts';
import type { Decider } from './decide.ts';
import { disable } from './disable.ts';
import type { ChannelConfig } from '../integrations/channel-config.ts';
import { isPaused, type Destination } from './destination.ts';
import { brandingOf } from '../branding/branding.service.ts';
import { parcelOf } from './parcels.ts';
import { isDelivered, recorderOf, type Attempted } from './record-attempts.ts';
import type { Taken } from './take.ts';

/** What one round of sending to a destination needs. */
interface Round {
  app: App;
  em: EntityManager;
  destination: Destination;
  channel: Channel;
  /** Undefined when it cannot be read. */
  config: ChannelConfig | undefined;
  /** When it has to end, in milliseconds. */
  until: number;
  /** Set while something may keep back what was to be told: a summary does not tell of it. */
  restraint: Decider | undefined;
}

/**
 * Sends what was taken: so many at a time as the channel allows, none before the result of the one in its place is
 * written down. So a killed process repeats at most those. Ends early where the destination asks for a pause.
 */
export async function dispatch(round: Round, taken: readonly Taken[]): Promise<void> {
  const { destination, channel } = round;
  const queue = [...taken];
  const record = recorderOf(round.app.orm);
  const pace = pacer(channel.spacingMs, destination.lastDeliveredAt);
  const goesOn = () => destination.isActive && !isPaused(destination) && Date.now() < round.until;
  const work = async (most = Number.POSITIVE_INFINITY) => {
    for (let sent = 0; sent < most && queue.length > 0 && goesOn(); sent++) {
      const next = queue.shift()!;
      await pace();
      const attempted = await attempt(round, next);
      const wasPaused = destination.pausedUntil !== null && !isPaused(destination);
      await record(attempted);
      await conclude(round, attempted, wasPaused);
    }
  };
  // One has to get through before the others follow to a place that failed.
  if (destination.failures > 0) await work(1);
  await Promise.all(Array.from({ length: channel.atOnce }, () => work()));
}

async function attempt(round: Round, taken: Taken): Promise<Attempted> {
  const { destination, channel } = round;
  const outcome = await send(round, taken);
  const at = new Date();
  const verdict = afterAttempt(outcome, taken.attempts, channel.retries, at, Math.random());
  return { destination, id: taken.id, at, outcome, verdict };
}

async function send(round: Round, taken: Taken): Promise<Outcome> {
  const { app, em, destination, channel, config, restraint } = round;
  if (!config) return { result: 'retry', scope: 'destination', reason: unreadable, durationMs: 0 };
  try {
    const { platformName } = await brandingOf(app);
    const said = { config: app.config, platformName };
    return await channel.send(app, config, await parcelOf(em, said, destination, taken, restraint));
  } catch (error) {
    app.log.error({ err: error, delivery: taken.id }, 'A message could not be made');
    const reason = 'The message could not be made. It is tried again, and we have been told.';
    return { result: 'retry', scope: 'message', reason, durationMs: 0 };
  }
}

const unreadable =
  'What was saved cannot be read with the present APP_SECRET. Please save the channel again.';

/** What an attempt means for whatever else waits for the destination. */
async function conclude({ app, em, destination }: Round, { at, verdict }: Attempted, wasPaused: boolean) {
  if (wasPaused && isDelivered(verdict)) await em.transactional((tx) => bringForward(tx, destination.id, at));
  if (!destination.isActive) return;
  const { failingSince, lastFailure } = destination;
  const isHopeless = failingSince !== null && at.getTime() - failingSince.getTime() > mostFailing;
  if (verdict.disable) await disable(app, em, destination, verdict.outcome);
  else if (isHopeless)
    await disable(app, em, destination, `Nothing got through for three days. ${lastFailure}`);
}

/** Waits until so many milliseconds have passed since the last message. */
function pacer(spacingMs: number, last: Date | null): () => Promise<void> {
  let next = (last?.getTime() ?? 0) + spacingMs;
  return async () => {
    if (spacingMs === 0) return;
    const wait = Math.min(next - Date.now(), spacingMs);
    next = Math.max(next, Date.now()) + spacingMs;
    if (wait > 0) await sleep(wait);
  };
}
