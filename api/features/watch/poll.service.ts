import type { EntityManager } from '@mikro-orm/postgresql';
import { Counter, Histogram } from 'prom-client';
import type { App } from '#api/config/app.ts';
import type { Config } from '#api/config/config.ts';
import { runYielding } from '#api/lib/concurrency.ts';
import { appendEvents } from '#api/live/event-log.ts';
import { registry } from '#api/observability/metrics.ts';
import { apiKeyOf } from '../controllers/api-key.store.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { recordSites, type KnownSite } from '../sites/team-sites.store.ts';
import { Device } from '../controllers/device.entity.ts';
import { nextPollAfterPush } from '../controllers/push-due.ts';
import { watchedSites } from '../controllers/selected-sites.ts';
import type { Reading } from '../unifi/reading.ts';
import { readController, type ReadOptions } from '../unifi/unifi.client.ts';
import type { Host, Listed } from '../unifi/cloud.client.ts';
import { UnifiError } from '../unifi/errors.ts';
import type { Connection } from '../unifi/http.client.ts';
import { cursorOf, withoutDigests, type Cursor } from '../unifi/cursor.ts';
import {
  insertSamples,
  repairPartitions,
  endReachability,
  recordReachability,
} from '../metrics/samples.store.ts';
import { dailySharesOf, samplesOf, unreachable, reachabilityOf } from '../metrics/samples.ts';
import { recordStates } from '../metrics/state-changes.store.ts';
import { addMeasurement } from '../metrics/metrics.service.ts';
import { endLineStates, recordLineChanges } from '../metrics/line-states.store.ts';
import { recordWans } from '../metrics/record-wans.store.ts';
import { countChanges } from '../push/push-health.store.ts';
import { probeWatched } from '../unifi/probe.client.ts';
import { keepClaim, releaseClaim, type Claim } from './claim.store.ts';
import type { Known, WatchedRule } from './evaluate/types.ts';
import { evaluate, pendingAfter } from './evaluate/evaluate.ts';
import { nextGaps } from './evaluate/gaps.ts';
import { infer } from './evaluate/infer.ts';
import { observe } from './evaluate/observe.ts';
import { pushableChanges } from './evaluate/pushable.ts';
import { statesOf } from './evaluate/states.ts';
import {
  devicesOverLimit,
  unwatchedDevices,
  withoutDevices,
  loadRound,
  needsOf,
  rulesFor,
  wantsOf,
  watchesClients,
} from './round.store.ts';
import { applyOutages } from './outages.store.ts';
import { lockIfClaimed, recordChanges, saveKnown } from './record.store.ts';
import {
  displayedStateOf,
  applyFailure,
  goneConsoles,
  applySuccess,
  type Outcome,
  isGap,
  nextTick,
  tickOf,
} from './poll-outcome.ts';

/** Limit of a reading in ms, whatever UniFi does. */
const readTimeoutMs = 100_000;

/**
 * One round of one controller: read, evaluate, record. Whatever fails, the controller is due again.
 * @param patience timeout of one UniFi call, and how to wait for call budget; the client's own by default
 */
export async function poll(
  app: App,
  claim: Claim,
  stop: AbortSignal,
  patience: Pick<Connection, 'callTimeoutMs' | 'wait'> = {},
): Promise<void> {
  const em = app.orm.em.fork();
  const controller = await em.findOne(Controller, claim.controllerId);
  if (!controller) return;
  const intervalMs = 1000 * (controller.pollSeconds ?? app.config.pollIntervalSeconds);
  const { at, skipped } = tickOf(claim.dueAt, new Date(), intervalMs);
  roundsSkipped.inc(skipped);
  const end = pollSeconds.startTimer();
  const place = {
    baseUrl: app.config.unifiApiUrl,
    signal: AbortSignal.any([stop, AbortSignal.timeout(readTimeoutMs)]),
    ...patience,
  };
  const lease = keepClaim(app.orm.em.fork(), claim);
  const listed = (reading: Reading) => recordListed(app, claim, controller, reading, intervalMs);
  let outcome;
  try {
    outcome = await readUnifi(place, em, controller, { at, everyMs: intervalMs, listed });
  } finally {
    await lease.letGo();
  }
  end();
  if (stop.aborted) return releaseClaim(em, claim);
  polls.inc({ outcome: 'error' in outcome ? outcome.error.kind : 'read' });
  const done = await app.orm.em.fork().transactional(async (tx) => {
    const fenced = await lockIfClaimed(tx, controller.team.id, claim);
    const { pollIntervalSeconds } = app.config;
    return fenced && recordOutcome(tx, fenced, controller, outcome, { at, intervalMs, pollIntervalSeconds });
  });
  if (done && !done.isKept) await repairPartitions(app, at);
  if (done && !('error' in outcome)) await recordWans(app.orm.em.fork(), controller, place);
}

async function readUnifi(
  place: Omit<Connection, 'apiKey'>,
  em: EntityManager,
  controller: Controller,
  round: Pick<ReadOptions, 'at' | 'everyMs' | 'listed'>,
): Promise<Outcome> {
  try {
    const connection = { ...place, apiKey: await apiKeyOf(em, controller) };
    const capabilities = async (hosts: Listed<Host>, cursor: Cursor) => {
      controller.capabilities = await probeWatched(connection, controller, hosts, cursor);
      controller.probedAt = new Date();
      return controller.capabilities;
    };
    const wants = wantsOf(await rulesFor(em, controller));
    return await readController(connection, {
      ...round,
      hostIds: controller.selectedSiteIds ?? undefined,
      capabilities,
      wants,
      cursor: cursorOf(controller.readCursor),
      unwatched: await unwatchedDevices(em, controller),
    });
  } catch (error) {
    if (error instanceof UnifiError) return { error };
    throw error;
  }
}

/**
 * Evaluates a round's lists while its devices are still being read. Everything is evaluated again at the end,
 * when this is no longer news. After a gap only the full round can say when monitoring stopped.
 */
async function recordListed(
  app: App,
  claim: Claim,
  { team }: Controller,
  reading: Reading,
  intervalMs: number,
): Promise<void> {
  await app.orm.em.fork().transactional(async (em) => {
    const fenced = await lockIfClaimed(em, team.id, claim);
    if (!fenced || isGap(fenced.lastRoundAt, reading.at, intervalMs)) return;
    await evaluateReading(em, fenced, await rulesFor(em, fenced), reading, app.config);
  });
}

/**
 * Evaluates and writes a round in one transaction. A failed reading means everything is unknown.
 * @returns whether the round's samples could be stored
 */
async function recordOutcome(
  em: EntityManager,
  fenced: Controller,
  asked: Controller,
  outcome: Outcome,
  {
    at,
    intervalMs,
    pollIntervalSeconds,
  }: { at: Date; intervalMs: number } & Pick<Config, 'pollIntervalSeconds'>,
): Promise<{ isKept: boolean }> {
  let isKept = true;
  const before = displayedStateOf(fenced);
  const isWatched = watchedSites(fenced);
  const rules = await rulesFor(em, fenced);
  if (isGap(fenced.lastRoundAt, at, intervalMs)) {
    const unseen = new Date(fenced.lastRoundAt!.getTime() + intervalMs);
    await pauseAfterGap(em, fenced, rules, unseen);
    await endReachability(em, fenced.id, unseen);
    await endLineStates(em, fenced.id, unseen);
  }
  const read = 'error' in outcome ? { at, consoles: [] } : outcome.reading;
  const round = await evaluateReading(em, fenced, rules, read, { pollIntervalSeconds });
  const { whole: reading, watched, known, isWaiting } = round;
  if ('error' in outcome) {
    applyFailure(fenced, outcome.error, intervalMs, { now: new Date(), random: Math.random() });
    await recordReachability(em, fenced.id, at, unreachable(outcome.error.message));
  } else {
    const owner = { teamId: fenced.team.id, controllerId: fenced.id };
    await recordSites(em, owner, outcome.reading.consoles, round.sites);
    const isFirst = !fenced.lastRoundAt;
    const cursor = isWaiting ? withoutDigests(outcome.cursor) : outcome.cursor;
    const next = nextTick(at, intervalMs, isFirst, Math.random());
    applySuccess(fenced, { reading, cursor }, next, intervalMs, { now: new Date(), random: Math.random() });
    const passed = isFirst ? 0 : at.getTime() - fenced.lastRoundAt!.getTime();
    const seconds = Math.max(0, Math.min(passed, 2 * intervalMs)) / 1000;
    await addMeasurement(em, fenced.id, at, dailySharesOf(watched, isWatched, seconds));
    await recordReachability(em, fenced.id, at, reachabilityOf(reading, isWatched));
    isKept = await insertSamples(em, fenced.id, at, seconds, samplesOf(watched, isWatched));
  }
  em.assign(fenced, {
    capabilities: asked.capabilities,
    probedAt: asked.probedAt,
    lastRoundAt: at,
    claimedUntil: null,
    evaluationGaps: nextGaps(fenced.evaluationGaps, {
      at,
      needs: needsOf(rules),
      reading: watched,
      error: 'error' in outcome ? outcome.error.problem : undefined,
      capabilities: asked.capabilities,
      gone: goneConsoles(fenced.knownConsoles, isWatched),
      isWatched,
      withPorts: new Set(known.devices.filter(({ upPorts }) => upPorts.length > 0).map(({ mac }) => mac)),
    }),
  });
  // A push during the reading may have been missed, so don't wait a whole interval.
  if (fenced.lastPushAt?.getTime() !== asked.lastPushAt?.getTime()) {
    fenced.nextPollAt = nextPollAfterPush(fenced, Date.now());
  }
  await em.flush();
  if (displayedStateOf(fenced) !== before) {
    await appendEvents(em, fenced.team.id, [{ kind: 'controller', controllerId: fenced.id }]);
  }
  return { isKept };
}

/**
 * Marks the start of a gap in monitoring. Pending conditions and the calm of flapping alerts are paused. All
 * other state stays as last known.
 */
async function pauseAfterGap(
  em: EntityManager,
  controller: Controller,
  rules: WatchedRule[],
  at: Date,
): Promise<void> {
  const round = await loadRound(em, controller, rules, { at, consoles: [] });
  const alerts = round.alerts.filter(({ calmSince }) => calmSince);
  await recordChanges(em, controller, rules, await runYielding(evaluate({ ...round, alerts })), at);
  // An update may have ended and another one started in the gap.
  await em.nativeUpdate(Device, { controller, updatingSince: { $ne: null } }, { updatingSince: null });
}

interface EvaluatedReading {
  /** The reading, completed from what was known before it. */
  whole: Reading;
  /** The evaluated part of the reading, without anything over the package's limits. */
  watched: Reading;
  /** What was known before this round. */
  known: Known;
  sites: KnownSite[];
  /** A condition holds, but not yet for its rule's duration. */
  isWaiting: boolean;
}

async function evaluateReading(
  em: EntityManager,
  controller: Controller,
  rules: WatchedRule[],
  reading: Reading,
  { pollIntervalSeconds }: Pick<Config, 'pollIntervalSeconds'>,
): Promise<EvaluatedReading> {
  const round = await loadRound(em, controller, rules, reading);
  const inference = infer(round.known, reading);
  const seen = observe(round.known, inference, watchesClients(rules));
  await saveKnown(em, controller, seen);
  // Of a failed reading, the controller's reachability tells that nothing is known.
  if (reading.consoles.length > 0) {
    const all = !controller.statesSince;
    await recordStates(em, controller.id, reading.at, statesOf(round.known, seen, { all }));
    controller.statesSince ??= reading.at;
    await recordLineChanges(em, controller.id, reading.at, seen.lines ?? []);
    await countChanges(em, controller.id, pushableChanges(round.known, seen));
  }
  const whole = inference.reading;
  const beyond = await devicesOverLimit(em, controller, round.beyond, seen.devices);
  const watched = withoutDevices(whole, beyond);
  const evaluated = await runYielding(
    evaluate({ ...round, reading: watched, removed: inference.removed, beyond }),
  );
  const changes = await applyOutages(em, controller, { ...round, reading }, evaluated, pollIntervalSeconds);
  await recordChanges(em, controller, rules, changes, reading.at);
  const isWaiting = pendingAfter(round, changes) > 0;
  return { whole, watched, known: round.known, sites: round.sites, isWaiting };
}

const registers = [registry];

const polls = new Counter({
  name: 'watch_rounds_total',
  help: 'Controller polls, by result.',
  labelNames: ['outcome'],
  registers,
});

const roundsSkipped = new Counter({
  name: 'watch_rounds_skipped_total',
  help: 'Scheduled polls skipped because the previous one was late.',
  registers,
});

const pollSeconds = new Histogram({
  name: 'watch_reading_seconds',
  help: 'Duration of a controller poll.',
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  registers,
});
