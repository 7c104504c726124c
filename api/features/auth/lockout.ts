import type { Context } from '#api/graphql/context.ts';
import { subjectKey } from '#api/security/attempts/attempts.ts';
import { addJob } from '#api/jobs/queue.ts';

/** A lock that its owner is told of. */
export interface LockoutTold {
  email: string;
  /** What was guessed at. Whoever guesses codes knows the password. */
  guessed: 'password' | 'code';
  ipAddress: string | null;
  /** ISO 8601. */
  at: string;
}

/** Has the owner told, once per lock; also for an address without an account, so that its sign-in takes as long. */
export async function tellOwner(
  { em, request }: Pick<Context, 'em' | 'request'>,
  email: string,
  guessed: LockoutTold['guessed'],
): Promise<void> {
  const told: LockoutTold = { email, guessed, ipAddress: request.ip, at: new Date().toISOString() };
  await addJob(em, 'mail-lockout', told, { jobKey: `lockout ${guessed} ${subjectKey(email)}` });
}
