import { randomUUID } from 'node:crypto';
import { batched } from '#api/graphql/batching.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Conflict } from '#api/lib/errors.ts';
import type { Limit } from '#api/security/attempts/attempts.ts';
import { failureText } from '../../integrations/channel-failures.ts';
import type { Integration } from '../../integrations/integration.entity.ts';
import { ownIntegration } from '../../integrations/integrations.service.ts';
import { ChannelProofState, type ShownProof } from './channel-proof.entity.ts';
import { evidenceText, unprovableText } from './proof.ts';
import { check } from './prove.job.ts';
import { proofFor, proofsOf, proofState, type ProofState } from './proofs.store.ts';

/** Limit of a team's checks by hand. */
const checks: Limit = {
  name: 'channel-check',
  attempts: 20,
  seconds: 600,
  message: 'Too many checks. Try again in a few minutes.',
};

const statesOf = batched(({ em, viewer }) => proofsOf(em, viewer.team.id));

/** What is known about a channel or a HaloPSA connection of the team. */
export async function shownProof(ctx: ViewerContext, subjectId: string): Promise<ShownProof> {
  const state = await statesOf(ctx, subjectId);
  return state ? shown(state) : { ...unknown, state: ChannelProofState.pending, text: notYet };
}

/** Checks a channel now. A failure is a result, not an error. @throws NotFound, Conflict or TooMany */
export async function checkIntegration(ctx: ViewerContext, id: string): Promise<Integration> {
  const { app, em, viewer } = ctx;
  const integration = await ownIntegration(ctx, id);
  if (integration.madeFrom) throw new Conflict('Only alert channels can be checked.');
  if (!integration.isActive) throw new Conflict('This channel is off. Turn it on to check it.');
  await app.attempts.take(checks, viewer.team.id);
  const proofId = await proofFor(em, id);
  const state = proofId && (await proofState(em, proofId));
  if (state) await check(app, em, state, randomUUID());
  return integration;
}

const notYet = 'Not checked yet. New and changed channels are checked within an hour.';

const unknown = { provenAt: null, failingSince: null, nextAt: null };

function shown(state: ProofState): ShownProof {
  const { failures, failure, workedAt, provenAt, checkedAt, unprovable, evidence, failingSince } = state;
  const worked = workedAt === null ? null : new Date(workedAt);
  const known = { provenAt: worked, failingSince: null, nextAt: new Date(state.nextAt) };
  if (!state.isOn)
    return { ...known, nextAt: null, state: ChannelProofState.off, text: "Turned off, so it isn't checked." };
  const since = failingSince === null ? null : new Date(failingSince);
  const why = failure ? failureText(failure) : 'The check failed.';
  if (state.isFailing) return { ...known, failingSince: since, state: ChannelProofState.failing, text: why };
  const isNewer = worked && (!checkedAt || worked > new Date(checkedAt));
  if (failures > 0 && !isNewer)
    return { ...known, failingSince: since, state: ChannelProofState.retrying, text: why };
  if (unprovable) return { ...known, state: ChannelProofState.unprovable, text: unprovableText(unprovable) };
  if (!worked) return { ...known, state: ChannelProofState.pending, text: notYet };
  const isByCheck = provenAt !== null && new Date(provenAt).getTime() === worked.getTime();
  const code = state.channel === 'halopsa' ? 'request_answered' : 'message_accepted';
  const text = evidenceText(isByCheck && evidence ? evidence : { code });
  return { ...known, state: ChannelProofState.proven, text };
}
