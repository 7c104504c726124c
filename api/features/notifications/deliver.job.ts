import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { NotificationChannel } from '../alerts/notification-channel.ts';
import type { WebhookEvent } from '../integrations/webhook-events.ts';
import { channelName } from './channel-name.ts';
import type { Channel } from './channels/channel.ts';
import { channels } from './channels/channels.ts';
import type { Decider } from './decide.ts';
import { destinationOf, isPaused, openConfig, type Destination } from './destination.ts';
import { giveUp } from './disable.ts';
import { dispatch } from './dispatch.ts';
import { release } from './hold.ts';
import { keepBack, restraintOf, withoutKeptBack } from './keep-back.ts';
import { lockDestinations } from './lock-destinations.ts';
import { summarise } from './summarise.ts';
import { skipStale, skipUnchosen, skipUnwanted } from './skip.ts';
import { takeDue, workFor } from './take.ts';
import { wake } from './wake.ts';

/** Milliseconds that one job sends before it makes room for others and goes on as another. */
const longestRun = 2000;

/**
 * Sends what is due to one destination. Only one of these runs for a destination at a time. A killed process leaves what
 * it had not written down waiting: it goes out again under the same id.
 */
export async function deliver(app: App, { integrationId }: { integrationId: string }): Promise<void> {
  const em = app.orm.em.fork();
  const destination = await destinationOf(em, integrationId);
  if (!destination) return;
  if (!destination.isActive) return leave(em, integrationId);
  const isDone = await drain(app, em, destination);
  if (!isDone) await em.transactional((tx) => wake(tx, [integrationId]));
}

/** @returns whether nothing is left that waits, now or for later */
async function drain(app: App, em: EntityManager, destination: Destination): Promise<boolean> {
  const channel = channels[destination.channel];
  const until = Date.now() + longestRun;
  const restraint = await restraintOf(em, destination.teamId, new Date());
  const round = { app, em, destination, channel, config: openConfig(destination), until, restraint };
  while (destination.isActive && !isPaused(destination) && Date.now() < until) {
    const now = new Date();
    await leaveOutUnchosen(em, destination, round.config?.events);
    const work = await workFor(em, destination.id, now);
    if (!work.due && !work.held) return !work.any;
    if (work.held || work.endings || channel.summarises)
      await em.transactional((tx) => sort(tx, destination, channel, now, restraint));
    const taken = await takeDue(em, destination.id, now);
    if (taken.length === 0) return false;
    // What is told together was judged when it was sorted.
    const isJudged = !restraint || channel.summarises;
    await dispatch(round, isJudged ? taken : await withoutKeptBack(em, destination, restraint, taken));
  }
  return false;
}

/** Of a webhook that is told of some events only. */
async function leaveOutUnchosen(
  em: EntityManager,
  { id }: Destination,
  events: readonly WebhookEvent[] | undefined,
): Promise<void> {
  if (!events) return;
  await em.transactional(async (tx) => {
    await lockDestinations(tx, [id]);
    await skipUnchosen(tx, id, events);
  });
}

/** Finds out what of the due is still to be told, and how. */
async function sort(
  em: EntityManager,
  destination: Destination,
  { summarises }: Channel,
  now: Date,
  restraint: Decider | undefined,
): Promise<void> {
  await lockDestinations(em, [destination.id]);
  await release(em, destination, now);
  if (restraint && summarises) await keepBack(em, destination.id, restraint, now);
  await skipStale(em, destination.id, now);
  if (destination.channel === NotificationChannel.email) await skipUnwanted(em, destination.id);
  if (summarises) await summarise(em, destination, now);
}

/**
 * Whoever switched it off does not want what waits; what it could not take any more can be sent again. Where it was
 * switched on again meanwhile, what waits is sent.
 */
function leave(em: EntityManager, id: string): Promise<void> {
  return em.transactional(async (tx) => {
    await lockDestinations(tx, [id]);
    const destination = await destinationOf(tx, id);
    if (!destination) return;
    const { isActive, isBroken, channel, lastFailure } = destination;
    const name = channelName[channel];
    if (isActive) await wake(tx, [id]);
    else if (isBroken) await giveUp(tx, id, 'failed', lastFailure ?? `${name} does not work any more`);
    else await giveUp(tx, id, 'skipped', `${name} is switched off`);
  });
}
