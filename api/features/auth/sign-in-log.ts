import type { Context, CustomerContext } from '#api/graphql/context.ts';
import { subjectKey } from '#api/security/attempts/attempts.ts';
import { ProductError } from '#api/lib/errors.ts';

/** Who tried: by the id of the account, if there is one. */
export interface Who {
  email: string;
  userId?: string;
}

type Attempted = 'sign-in' | 'confirmation';

const said: Record<Attempted, string> = { 'sign-in': 'A sign-in', confirmation: 'A confirmation' };

/**
 * One line for each sign-in and each refusal (ASVS 16.3.1). Addresses that were typed in are written as the start of
 * their SHA-256: equal ones can be seen to be equal.
 */
export function logSignIn(ctx: Context, outcome: string, who: Who): void {
  log(ctx, 'sign-in', outcome, who);
}

/** Tries a sign-in, and writes a line when it is refused. */
export function logRefusedSignIn<T>(ctx: Context, who: Who, attempt: () => Promise<T>): Promise<T> {
  return logRefusals(ctx, 'sign-in', who, attempt);
}

/** The same where somebody who is signed in proves once more who they are. */
export function logRefusedProof<T>(ctx: CustomerContext, attempt: () => Promise<T>): Promise<T> {
  const { id: userId, email } = ctx.viewer.user;
  return logRefusals(ctx, 'confirmation', { email, userId }, attempt);
}

async function logRefusals<T>(
  ctx: Context,
  event: Attempted,
  who: Who,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof ProductError) log(ctx, event, error.message, who);
    throw error;
  }
}

function log({ app, request }: Context, event: Attempted, outcome: string, { email, userId }: Who): void {
  const account = subjectKey(email).slice(0, 16);
  app.log.info({ event, outcome, account, userId, from: request.ip, reqId: request.id }, said[event]);
}
