import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { addJob } from '#api/jobs/queue.ts';
import { connectionOf, withHalopsa } from '../../halopsa/connection.store.ts';
import { HalopsaError } from '../../halopsa/client/halopsa-responses.ts';
import { failure } from '../../integrations/channel-failures.ts';
import { channels } from '../channels/channels.client.ts';
import { destinationOf, openConfig } from '../destinations.store.ts';
import type { ProofOutcome } from './proof.ts';
import {
  addMissing,
  dueProofs,
  postpone,
  proofState,
  type ProofState,
  recordCheck,
  unreported,
} from './proofs.store.ts';

/** Checks queued per minute. What remains follows in the next minute. */
const mostAtOnce = 500;

/** Every minute: queues the checks that are due, and notices about channels that fail or work again. */
export async function scheduleProofs({ orm }: App): Promise<void> {
  const em = orm.em.fork();
  await addMissing(em);
  for (const proofId of await dueProofs(em, mostAtOnce)) await addProofJob(em, 'prove-channel', proofId);
  for (const proofId of await unreported(em)) await addProofJob(em, 'report-channel', proofId);
}

/** Jobs about one channel run one by one, whichever nodes run them. */
function addProofJob(em: EntityManager, name: 'prove-channel' | 'report-channel', proofId: string) {
  const options = { jobKey: `${name}:${proofId}`, queueName: `proof:${proofId}`, maxAttempts: 5 };
  return addJob(em, name, { proofId }, options);
}

/** Milliseconds for which an accepted message proves a channel, so that it needs no check that day. */
const messageProvesMs = 20 * 3_600_000;

/** Checks one channel. If the process is killed before the result is recorded, the check is repeated with the same ID. */
export async function proveChannel(app: App, { proofId }: { proofId: string }): Promise<void> {
  const em = app.orm.em.fork();
  const state = await proofState(em, proofId);
  const now = new Date();
  // Another job has checked it since this one was queued.
  if (!state || new Date(state.nextAt) > now) return;
  if (!state.isActive) return postpone(em, proofId);
  if (isProvenByMessages(state, now)) {
    const evidence = { code: state.channel === 'halopsa' ? 'request_answered' : 'message_accepted' } as const;
    return recordCheck(em, state, { result: 'proven', evidence }, new Date(state.workedAt!));
  }
  await check(app, em, state, `${proofId}_${new Date(state.nextAt).getTime()}`);
}

/** An email to one recipient says nothing about the others. Where nothing can be checked, messages don't change that. */
function isProvenByMessages(
  { channel, workedAt, provenAt, checkedAt, unprovable }: ProofState,
  now: Date,
): boolean {
  if (!workedAt || channel === 'email' || channel === 'teams' || unprovable) return false;
  const at = new Date(workedAt);
  const isNews = (!provenAt || at > new Date(provenAt)) && (!checkedAt || at > new Date(checkedAt));
  return isNews && now.getTime() - at.getTime() < messageProvesMs;
}

/** Checks a channel now and records the result. */
export async function check(app: App, em: EntityManager, state: ProofState, id: string): Promise<void> {
  const outcome = await (state.channel === 'halopsa'
    ? proveHalopsa(app, em, state)
    : proveIntegration(app, em, state, id));
  if (outcome) await recordCheck(em, state, outcome, new Date());
}

async function proveIntegration(
  app: App,
  em: EntityManager,
  { subjectId, sealed }: ProofState,
  id: string,
): Promise<ProofOutcome | undefined> {
  const destination = await destinationOf(em, subjectId);
  if (!destination || destination.sealed !== sealed) return undefined;
  const config = openConfig(destination);
  if (!config) return { result: 'failed', reason: failure('unreadable_settings'), isFinal: true };
  return channels[destination.channel].prove(app, config, id);
}

async function proveHalopsa(
  app: App,
  em: EntityManager,
  { teamId }: ProofState,
): Promise<ProofOutcome | undefined> {
  const connection = await connectionOf(em, teamId);
  if (!connection) return undefined;
  try {
    await withHalopsa(app, em, connection, (halopsa) => halopsa.statuses());
    return { result: 'proven', evidence: { code: 'list_read' } };
  } catch (error) {
    if (!(error instanceof HalopsaError)) throw error;
    // A tenant that is asked too often works. It is checked once the pause is over.
    if (error.problem === 'throttled') return undefined;
    const reason = failure('attempt_failed', { text: error.message });
    return { result: 'failed', reason, isFinal: false, afterMs: error.waitMs };
  }
}
