import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import type { Config } from '#api/config/config.ts';
import { reader } from '#api/lib/local-time.ts';
import { NotificationChannel } from '../alerts/notification-channel.ts';
import { brandingOf } from '../branding/branding.service.ts';
import type { ChannelConfig, WebhookEvent } from '../integrations/channel-config.ts';
import { failure } from '../integrations/channel-failures.ts';
import { recorderOf, type CompletedAttempt } from './attempt-recorder.store.ts';
import type { Channel } from './channels/channel.client.ts';
import { channels } from './channels/channels.client.ts';
import type { AlertFacts, Notice, Outcome, OutgoingMessage } from './channels/message.ts';
import {
  retryNow,
  claimDue,
  settleAll,
  lockDestinations,
  scheduleSender,
  pendingWork,
  type Claimed,
} from './deliveries.store.ts';
import { DeliveryKind, DeliveryStatus } from './delivery.entity.ts';
import { destinationOf, disable, isPaused, openConfig, type Destination } from './destinations.store.ts';
import { linksFor, unsubscribeUrl } from './links/links.ts';
import { activePolicy } from './policy-facts.store.ts';
import type { Policy } from './policy.ts';
import {
  releaseHeld,
  skipEditsOfNothing,
  skipOutdatedEndings,
  skipRemovedRecipients,
  skipUnchosenEvents,
  suppressDueDeliveries,
  withoutSuppressed,
} from './re-evaluate.store.ts';
import { because } from './reason-text.ts';
import { afterAttempt, isDelivered, disableAfterMs } from './retry-policy.ts';
import { summarize, summaryOf } from './summaries.store.ts';

/** Milliseconds that one job sends before it yields and continues as a new job. */
const maxRunMs = 2000;

/**
 * Sends what is due to one destination. Only one runs per destination at a time. Messages that a killed
 * process hadn't recorded are sent again with the same ID.
 */
export async function deliver(app: App, { integrationId }: { integrationId: string }): Promise<void> {
  const em = app.orm.em.fork();
  const destination = await destinationOf(em, integrationId);
  if (!destination) return;
  if (!destination.isActive) return settleDisabled(em, integrationId);
  const isDone = await drain(app, em, destination);
  if (!isDone) await em.transactional((tx) => scheduleSender(tx, [integrationId]));
}

/** @returns whether nothing is waiting any more, now or for later */
async function drain(app: App, em: EntityManager, destination: Destination): Promise<boolean> {
  const channel = channels[destination.channel];
  const until = Date.now() + maxRunMs;
  const policy = await activePolicy(em, destination.teamId, new Date());
  const round = { app, em, destination, channel, config: openConfig(destination), until, policy };
  while (destination.isActive && !isPaused(destination) && Date.now() < until) {
    const now = new Date();
    await skipUnchosen(em, destination, round.config?.events);
    const work = await pendingWork(em, destination.id, now);
    if (!work.due && !work.held) return !work.any;
    if (work.held || work.endings || channel.summarizes)
      await em.transactional((tx) => sort(tx, destination, channel, now, policy));
    const taken = await claimDue(em, destination, now);
    if (taken.length === 0) return false;
    // Summarized messages were already evaluated when they were sorted.
    const isJudged = !policy || channel.summarizes;
    await dispatch(round, isJudged ? taken : await withoutSuppressed(em, destination, policy, taken));
  }
  return false;
}

/** For webhooks with selected events only. */
async function skipUnchosen(
  em: EntityManager,
  { id }: Destination,
  events: readonly WebhookEvent[] | undefined,
): Promise<void> {
  if (!events) return;
  await em.transactional(async (tx) => {
    await lockDestinations(tx, [id]);
    await skipUnchosenEvents(tx, id, events);
  });
}

/** Decides which due messages are still sent, and which are summarized. */
async function sort(
  em: EntityManager,
  destination: Destination,
  { summarizes }: Channel,
  now: Date,
  policy: Policy | undefined,
): Promise<void> {
  await lockDestinations(em, [destination.id]);
  await releaseHeld(em, destination, now);
  if (policy && summarizes) await suppressDueDeliveries(em, destination.id, policy, now);
  await skipOutdatedEndings(em, destination.id, now);
  if (destination.channel === NotificationChannel.email) await skipRemovedRecipients(em, destination.id);
  if (summarizes) await summarize(em, destination, now);
  await skipEditsOfNothing(em, destination.id, now);
}

/**
 * Settles what waits for a disabled channel. If a person disabled it, messages are skipped. If failures did,
 * they can be resent. If the channel has been enabled in the meantime, they are sent.
 */
function settleDisabled(em: EntityManager, id: string): Promise<void> {
  return em.transactional(async (tx) => {
    await lockDestinations(tx, [id]);
    const destination = await destinationOf(tx, id);
    if (!destination) return;
    const { isActive, isBroken, lastFailure } = destination;
    if (isActive) return scheduleSender(tx, [id]);
    if (!isBroken) return settleAll(tx, id, 'skipped', because('channel_off'));
    return settleAll(tx, id, 'failed', lastFailure ?? because('channel_stopped'));
  });
}

/** Everything that one round of sending to a destination needs. */
interface Round {
  app: App;
  em: EntityManager;
  destination: Destination;
  channel: Channel;
  /** Undefined if it can't be decrypted. */
  config: ChannelConfig | undefined;
  /** Deadline in milliseconds. */
  until: number;
  /** Set while anything might suppress planned deliveries. Summaries leave those out. */
  policy: Policy | undefined;
}

/**
 * Sends as many messages at a time as the channel allows, and the next one only once a result is recorded. So
 * a killed process repeats at most those. Stops early if the destination asks for a pause.
 */
async function dispatch(round: Round, taken: readonly Claimed[]): Promise<void> {
  const { destination, channel } = round;
  const queue = [...taken];
  const record = recorderOf(round.app.orm);
  const pace = createPacer(channel.spacingMs, destination.lastDeliveredAt);
  const goesOn = () => destination.isActive && !isPaused(destination) && Date.now() < round.until;
  const work = async (most = Number.POSITIVE_INFINITY) => {
    for (let sent = 0; sent < most && queue.length > 0 && goesOn(); sent++) {
      const next = queue.shift()!;
      await pace();
      const attempted = await attempt(round, next);
      const wasPaused = destination.pausedUntil !== null && !isPaused(destination);
      await record(attempted);
      await applyOutcome(round, attempted, wasPaused);
    }
  };
  // After a failure, one message has to get through before the others follow.
  if (destination.failures > 0) await work(1);
  await Promise.all(Array.from({ length: channel.concurrency }, () => work()));
}

async function attempt(round: Round, taken: Claimed): Promise<CompletedAttempt> {
  const { destination, channel } = round;
  const outcome = await send(round, taken);
  const at = new Date();
  const verdict = afterAttempt(outcome, taken.attempts, channel.retries, at, Math.random());
  const isPersonal = !!channel.isPersonal;
  return { destination, id: taken.id, isPersonal, at, outcome, verdict };
}

async function send(round: Round, taken: Claimed): Promise<Outcome> {
  const { app, em, destination, channel, config, policy } = round;
  if (!config)
    return { result: 'retry', scope: 'destination', reason: failure('unreadable_settings'), durationMs: 0 };
  try {
    const { platformName } = await brandingOf(app);
    const said = { config: app.config, platformName };
    return await channel.send(app, config, await messageFor(em, said, destination, taken, policy));
  } catch (error) {
    app.log.error({ err: error, delivery: taken.id }, 'Failed to render a message');
    return { result: 'retry', scope: 'message', reason: failure('not_rendered'), durationMs: 0 };
  }
}

/** Applies an attempt's result to everything else that waits for the destination. */
async function applyOutcome(
  { app, em, destination }: Round,
  { at, verdict }: CompletedAttempt,
  wasPaused: boolean,
) {
  if (wasPaused && isDelivered(verdict)) await em.transactional((tx) => retryNow(tx, destination.id, at));
  if (!destination.isActive) return;
  const { failingSince, lastFailure } = destination;
  const isHopeless = failingSince !== null && at.getTime() - failingSince.getTime() > disableAfterMs;
  if (verdict.status === DeliveryStatus.skipped) return;
  if (verdict.disable && verdict.reason) await disable(app, em, destination, verdict.reason);
  else if (isHopeless)
    await disable(app, em, destination, failure('three_days', lastFailure ? { cause: lastFailure } : null));
}

/** Waits until enough time has passed since the last message. */
function createPacer(spacingMs: number, last: Date | null): () => Promise<void> {
  let next = (last?.getTime() ?? 0) + spacingMs;
  return async () => {
    if (spacingMs === 0) return;
    const wait = Math.min(next - Date.now(), spacingMs);
    next = Math.max(next, Date.now()) + spacingMs;
    if (wait > 0) await sleep(wait);
  };
}

/**
 * The message for one delivery.
 * @param policy set while anything might suppress alerts that a summary would list
 */
async function messageFor(
  em: EntityManager,
  { config, platformName }: { config: Config; platformName: string },
  destination: Destination,
  taken: Claimed,
  policy: Policy | undefined,
): Promise<OutgoingMessage> {
  const { teamId, channel, teamName, timeZone } = destination;
  const { id, recipient } = taken;
  const content =
    taken.kind === DeliveryKind.summary || !taken.alert
      ? await summaryOf(em, config, destination, taken, policy)
      : noticeOf(config, taken, {
          kind: taken.kind,
          ...alertToReport(taken.alert, taken.escalatedAs),
          by: { channel, recipient },
        });
  const isMail = channel === NotificationChannel.email;
  const unsubscribe = isMail && { unsubscribeUrl: unsubscribeUrl(config, teamId, recipient) };
  return {
    id,
    platformName,
    teamId,
    teamName,
    reader: reader(taken.timeZone ?? timeZone, new Date()),
    recipient,
    content,
    ...unsubscribe,
  };
}

function noticeOf(
  config: Config,
  { first, at, endedMaintenance }: Claimed,
  { by, ...said }: Pick<Notice, 'kind' | 'alert' | 'easedAt'> & { by: Parameters<typeof linksFor>[2] },
): Notice {
  const links = linksFor(config, said.alert.id, by, new Date());
  return {
    ...said,
    isTest: false,
    links,
    ...(first && { earlierReference: first }),
    ...(at && { at: new Date(at) }),
    ...(endedMaintenance && { endedMaintenance }),
  };
}

/** The current alert. For an escalation sent after the device has come back impaired, the alert at the time it escalated. */
function alertToReport(alert: AlertFacts, then: Claimed['escalatedAs']): Pick<Notice, 'alert' | 'easedAt'> {
  if (!then?.type || !then.since || then.type === alert.type) return { alert };
  const { window: _, isRepeated: __, cause: ___, since, ...parts } = then;
  return { alert: { ...alert, ...parts, since: new Date(since) }, easedAt: alert.since };
}
