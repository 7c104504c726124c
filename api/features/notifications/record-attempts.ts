import type { EntityManager } from '@mikro-orm/postgresql';
import type { Orm } from '#api/db/orm.ts';
import { longestPause, type Verdict } from './after-attempt.ts';
import type { Outcome } from './channels/channel.ts';
import { deliveries } from './deliveries.metrics.ts';
import { DeliveryStatus } from './delivery.entity.ts';
import type { Destination } from './destination.ts';
import { lockDestinations, lockFree } from './lock-destinations.ts';

/** One attempt that is over. */
export interface Attempted {
  destination: Destination;
  id: string;
  at: Date;
  outcome: Outcome;
  verdict: Verdict;
}

/** Resolves once it is written down. */
type Recorder = (one: Attempted) => Promise<void>;

const recorders = new WeakMap<Orm, Recorder>();

/**
 * One for all destinations of a process: what comes in while a write is under way is written together next, so that the
 * more there is, the fewer statements it takes for each.
 */
export function recorderOf(orm: Orm): Recorder {
  const recorder = recorders.get(orm) ?? newRecorder(orm);
  recorders.set(orm, recorder);
  return recorder;
}

function newRecorder(orm: Orm): Recorder {
  const waiting: Waiting[] = [];
  let isWriting = false;
  const work = async () => {
    isWriting = true;
    while (waiting.length > 0) await writeAll(orm.em.fork(), waiting.splice(0));
    isWriting = false;
  };
  return (attempted) => {
    noteHealth(attempted);
    deliveries.inc({ channel: attempted.destination.channel, outcome: attempted.verdict.status });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push({ attempted, resolve, reject });
    if (!isWriting) void work();
    return promise;
  };
}

interface Waiting {
  attempted: Attempted;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Never throws. A destination that somebody else holds is waited for apart: it delays no other. Where something cannot be
 * written down each is written alone, and what came of it without the words about it: what was sent does not go out again.
 */
async function writeAll(em: EntityManager, waiting: Waiting[]): Promise<void> {
  try {
    const held = await em.transactional(async (tx) => {
      const free = new Set(await lockFree(tx, idsOf(waiting)));
      const ready = waiting.filter(({ attempted }) => free.has(attempted.destination.id));
      if (ready.length > 0) await write(tx, ready);
      return waiting.filter(({ attempted }) => !free.has(attempted.destination.id));
    });
    for (const one of waiting) if (!held.includes(one)) one.resolve();
    for (const one of held) writeAlone(em.fork(), one).then(one.resolve, one.reject);
  } catch {
    for (const one of waiting)
      writeAlone(em.fork(), one)
        .catch(() => writeAlone(em.fork(), wordless(one)))
        .then(one.resolve, one.reject);
  }
}

function writeAlone(em: EntityManager, one: Waiting): Promise<void> {
  return em.transactional(async (tx) => {
    await lockDestinations(tx, idsOf([one]));
    await write(tx, [one]);
  });
}

function wordless({ attempted, ...waiting }: Waiting): Waiting {
  const { destination, outcome, verdict } = attempted;
  const said = 'What was answered could not be written down.';
  const words = isDelivered(verdict) ? {} : { outcome: said, reason: said };
  if (!isDelivered(verdict)) destination.lastFailure = said;
  return {
    ...waiting,
    attempted: {
      ...attempted,
      outcome: { ...outcome, answer: undefined },
      verdict: { ...verdict, ...words, reference: null },
    },
  };
}

/** Attempts, what became of their deliveries, and the health of their destinations, under the locks of these. */
async function write(em: EntityManager, waiting: readonly Waiting[]): Promise<void> {
  const rows = waiting.map(({ attempted: { id, at, outcome, verdict } }) => {
    const { durationMs, status: http, answer } = outcome;
    const { status, reason, notBefore, reference, outcome: words } = verdict;
    return { id, at, durationMs, http, answer, status, reason, notBefore, reference, words };
  });
  const healths = new Map<string, Destination>();
  for (const { attempted } of waiting) healths.set(attempted.destination.id, attempted.destination);
  await em.execute(writing, [JSON.stringify(rows), JSON.stringify([...healths.values()])], 'run');
}

function idsOf(waiting: readonly Waiting[]): string[] {
  return [...new Set(waiting.map(({ attempted }) => attempted.destination.id))];
}

/** A channel that was saved anew meanwhile is another destination: its health is not touched. */
const writing = `
  with r as (
    select * from jsonb_to_recordset(?::jsonb) as r(id uuid, at timestamptz, "durationMs" int, http int, answer text,
      status text, reason text, "notBefore" timestamptz, reference text, words text)),
  settled as (
    update delivery d set status = r.status, reason = r.reason, reason_code = null, not_before = r."notBefore", attempts = d.attempts + 1,
           reference = coalesce(r.reference, d.reference),
           sent_at = case when r.status in ('sent', 'accepted') then r.at end
      from r where d.id = r.id and d.id = any(array(select id from r)) returning d.id),
  logged as (
    insert into delivery_attempt (delivery_id, at, duration_ms, status, outcome, answer)
    select r.id, r.at, r."durationMs", r.http, r.words, r.answer from r join settled using (id))
  update integration i
     set last_delivered_at = h."lastDeliveredAt", failures = h.failures, failing_since = h."failingSince",
         paused_until = h."pausedUntil", last_failure_at = coalesce(h."lastFailureAt", i.last_failure_at),
         last_failure = coalesce(h."lastFailure", i.last_failure)
    from jsonb_to_recordset(?::jsonb) as h(id uuid, sealed text, "lastDeliveredAt" timestamptz, failures int,
         "failingSince" timestamptz, "pausedUntil" timestamptz, "lastFailureAt" timestamptz, "lastFailure" text)
   where i.id = h.id and i.sealed = h.sealed`;

/** Failures in a row, of whatever kind, after which the others wait too: it is not the message. */
const suspicious = 5;

/** Milliseconds without an attempt after which a failure begins anew; no schedule pauses so long. */
const longestSilence = 2 * 86_400_000;

function noteHealth({ destination, at, verdict }: Attempted): void {
  // Nothing is sent during a pause: one of the future was asked for by another attempt meanwhile.
  const asked = destination.pausedUntil && destination.pausedUntil > at ? destination.pausedUntil : null;
  if (isDelivered(verdict)) {
    const pausedUntil = later(asked, verdict.pausedUntil);
    Object.assign(destination, { lastDeliveredAt: at, failures: 0, failingSince: null, pausedUntil });
    return;
  }
  // Nobody knows that it failed all the time when nothing was sent.
  const { lastFailureAt } = destination;
  if (lastFailureAt && at.getTime() - lastFailureAt.getTime() > longestSilence)
    Object.assign(destination, { failures: 0, failingSince: null });
  destination.failures += 1;
  destination.failingSince ??= at;
  const own = destination.failures >= suspicious ? verdict.notBefore : null;
  const pause = own && new Date(Math.min(own.getTime(), at.getTime() + longestPause));
  destination.pausedUntil = later(later(asked, verdict.pausedUntil), pause);
  Object.assign(destination, { lastFailureAt: at, lastFailure: verdict.reason });
}

export function isDelivered({ status }: Verdict): boolean {
  return status === DeliveryStatus.sent || status === DeliveryStatus.accepted;
}

function later(one: Date | null, other: Date | null): Date | null {
  return one && other ? (one > other ? one : other) : (one ?? other);
}
