import type { EntityManager } from '@mikro-orm/postgresql';
import { Counter } from 'prom-client';
import type { Orm } from '#api/db/orm.ts';
import { registry } from '#api/observability/metrics.ts';
import { failure } from '../integrations/channel-failures.ts';
import type { Outcome } from './channels/message.ts';
import { lockDestinations, lockAvailable, recordAttempts } from './deliveries.store.ts';
import { DeliveryStatus } from './delivery.entity.ts';
import type { Destination } from './destinations.store.ts';
import { isDelivered, updateHealth, type AttemptOutcome } from './retry-policy.ts';

const deliveries = new Counter({
  name: 'deliveries_total',
  help: 'Delivery attempts, by channel and result.',
  labelNames: ['channel', 'outcome'],
  registers: [registry],
});

/** A completed attempt. */
export interface CompletedAttempt {
  destination: Destination;
  id: string;
  /** Whether it says nothing about the health of the destination. */
  isPersonal: boolean;
  at: Date;
  outcome: Outcome;
  verdict: AttemptOutcome;
}

/** Resolves once the attempt is recorded. */
type Recorder = (one: CompletedAttempt) => Promise<void>;

const recorders = new WeakMap<Orm, Recorder>();

/**
 * One recorder for all destinations of a process. Results that arrive during a write are written together
 * next, so the more there are, the fewer statements each takes.
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
    if (!attempted.isPersonal) updateHealth(attempted.destination, attempted.at, attempted.verdict);
    deliveries.inc({ channel: attempted.destination.channel, outcome: attempted.verdict.status });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push({ attempted, resolve, reject });
    if (!isWriting) void work();
    return promise;
  };
}

interface Waiting {
  attempted: CompletedAttempt;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Never throws. Destinations locked by others are waited for separately, so that they delay no others. If a
 * write fails, each result is written alone and without its text, so that a sent message isn't sent again.
 */
async function writeAll(em: EntityManager, waiting: Waiting[]): Promise<void> {
  try {
    const held = await em.transactional(async (tx) => {
      const free = new Set(await lockAvailable(tx, idsOf(waiting)));
      const ready = waiting.filter(({ attempted }) => free.has(attempted.destination.id));
      if (ready.length > 0) await write(tx, ready);
      return waiting.filter(({ attempted }) => !free.has(attempted.destination.id));
    });
    for (const one of waiting) if (!held.includes(one)) one.resolve();
    for (const one of held) writeAlone(em.fork(), one).then(one.resolve, one.reject);
  } catch {
    for (const one of waiting)
      writeAlone(em.fork(), one)
        .catch(() => writeAlone(em.fork(), withoutText(one)))
        .then(one.resolve, one.reject);
  }
}

function writeAlone(em: EntityManager, one: Waiting): Promise<void> {
  return em.transactional(async (tx) => {
    await lockDestinations(tx, idsOf([one]));
    await write(tx, [one]);
  });
}

function withoutText({ attempted, ...waiting }: Waiting): Waiting {
  const { destination, outcome, verdict } = attempted;
  const wordless = { ...outcome, answer: undefined };
  if (verdict.status === DeliveryStatus.skipped)
    return { ...waiting, attempted: { ...attempted, outcome: wordless } };
  const reason = isDelivered(verdict) ? verdict.reason : failure('answer_not_stored');
  if (reason) destination.lastFailure = reason;
  return {
    ...waiting,
    attempted: {
      ...attempted,
      outcome: wordless,
      verdict: { ...verdict, reason, reference: null },
    },
  };
}

async function write(em: EntityManager, waiting: readonly Waiting[]): Promise<void> {
  const attempts = waiting.map(({ attempted: { id, at, outcome, verdict } }) => {
    const { durationMs, status: http, answer } = outcome;
    const { status, reason, notBefore, reference } = verdict;
    return { id, at, durationMs, http, answer, status, reason, notBefore, reference };
  });
  const destinations = new Map(
    waiting.map(({ attempted }) => [attempted.destination.id, attempted.destination]),
  );
  await recordAttempts(em, attempts, [...destinations.values()]);
}

function idsOf(waiting: readonly Waiting[]): string[] {
  return [...new Set(waiting.map(({ attempted }) => attempted.destination.id))];
}
