import type { Context } from '#api/context.ts';
import { subjectKey, type Limit } from '#api/attempts/attempts.ts';
import { networkOf } from '#api/attempts/network.ts';
import { addJob } from '#api/jobs/queue.ts';
import { policyOf } from '../security/security.service.ts';
import { LinkState } from './link-info.ts';
import { LinkPurpose, type MailedLink } from './mailed-link.entity.ts';
import { readLink, unusable } from './mailed-links.ts';
import { accountLimit, linkLimit, networkLimit } from './sign-in-limits.ts';

/** A password that is about to be looked at, counted before that. */
export interface PasswordAttempt {
  /** It was wrong. The last one that is allowed locks the account and tells its owner. */
  fail(): Promise<void>;
  /** It was right: no failure, whatever else stands in the way. */
  forgive(): Promise<void>;
  /** The owner is in: what others tried before is forgotten. */
  succeed(): Promise<void>;
}

/**
 * Counts an attempt at an account: against its address, known or not, and against the network it comes from. With a
 * link of the owner's it counts against that link alone: others cannot keep its holder out.
 * @throws TooMany, or a product error that carries the link's state
 */
export async function beginAttempt(
  { app: { attempts }, em, request }: Context,
  email: string,
  unlockToken?: string | null,
): Promise<PasswordAttempt> {
  const link = unlockToken ? await usableLink(em, email, unlockToken) : null;
  const policy = await policyOf(em);
  const account = accountLimit(policy);
  const network = networkOf(request.ip);
  const [limit, subject]: [Limit, string] = link ? [linkLimit(policy), link.id] : [account, email];
  if (!link) await attempts.take(networkLimit, network);
  const left = await attempts.take(limit, subject);
  return {
    async fail() {
      if (link || left > 0) return;
      const lockout = { email, ipAddress: request.ip, at: new Date().toISOString() };
      await addJob(em, 'mail-lockout', lockout, { jobKey: `lockout ${subjectKey(email)}` });
    },
    async forgive() {
      if (!link) await attempts.forgive(networkLimit, network);
      await attempts.forgive(limit, subject);
    },
    succeed: () => attempts.clear(account, email),
  };
}

/** A link for another account is as wrong as none. */
async function usableLink(em: Context['em'], email: string, token: string): Promise<MailedLink> {
  const { state, link } = await readLink(em, LinkPurpose.unlock, token);
  if (state !== LinkState.valid || !link) throw unusable(state);
  if (link.user.email !== email) throw unusable(LinkState.wrong);
  return link;
}
