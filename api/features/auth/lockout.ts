import type { Context } from '#api/graphql/context.ts';
import { subjectKey } from '#api/security/attempts/attempts.ts';
import type { Lockout } from '#api/jobs/contracts.ts';
import { addJob } from '#api/jobs/queue.ts';

/** Has the owner told, once per lock; also for an address without an account, so that its sign-in takes as long. */
export async function tellOwner(
  { em, request }: Pick<Context, 'em' | 'request'>,
  email: string,
  guessed: Lockout['guessed'],
): Promise<void> {
  const told: Lockout = { email, guessed, ipAddress: request.ip, at: new Date().toISOString() };
  await addJob(em, 'mail-lockout', told, { jobKey: `lockout ${guessed} ${subjectKey(email)}` });
}
