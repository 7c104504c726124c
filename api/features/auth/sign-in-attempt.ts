import type { Context } from '#api/graphql/context.ts';
import type { Limit } from '#api/security/attempts/attempts.ts';
import { networkOf } from '#api/security/attempts/network.ts';
import { policyOf } from '../security/security.service.ts';
import { tellOwner } from './lockout.ts';
import { LinkState } from './link-info.ts';
import { LinkPurpose, type MailedLink } from './mailed-link.entity.ts';
import { readLink, unusable } from './mailed-links.ts';
import { passwordFits } from './password.ts';
import { accountLimit, linkLimit, networkLimit } from './sign-in-limits.ts';

/** A password that is about to be looked at, counted before that. */
export interface PasswordAttempt {
  /**
   * Looks at it. A right one is given back, whatever else stands in the way, and so is one that could not be looked at.
   * The last wrong one that is allowed locks the account and tells its owner.
   * @throws TooMany when too many are being looked at
   */
  fits(passwordHash: string | undefined, password: string): Promise<boolean>;
  /** The link that it is made with; the second factor counts against it too. */
  link: MailedLink | null;
  /** The owner is in: what others tried before is forgotten. */
  succeed(): Promise<void>;
}

/**
 * Counts an attempt at an account: against its address, known or not, and against the network it comes from. With a
 * link of the owner's it counts against that link alone: others cannot keep its holder out.
 * @throws TooMany, or a product error that carries the link's state
 */
export async function beginAttempt(
  ctx: Context,
  email: string,
  unlockToken?: string | null,
): Promise<PasswordAttempt> {
  const { app, em, request } = ctx;
  const { attempts } = app;
  const link = unlockToken ? await usableLink(em, email, unlockToken) : null;
  const policy = await policyOf(em);
  const account = accountLimit(policy);
  const network = networkOf(request.ip);
  const [limit, subject]: [Limit, string] = link ? [linkLimit(policy), link.id] : [account, email];
  if (!link) await attempts.take(networkLimit, network);
  const left = await attempts.take(limit, subject);

  async function forgive(): Promise<void> {
    if (!link) await attempts.forgive(networkLimit, network);
    await attempts.forgive(limit, subject);
  }

  return {
    link,
    async fits(passwordHash, password) {
      const fits = await passwordFits(passwordHash, password, request).catch(async (error: unknown) => {
        await forgive();
        throw error;
      });
      if (fits) await forgive();
      else if (!link && left === 0) await tellOwner(ctx, email, 'password');
      return fits;
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
