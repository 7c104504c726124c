import type { App } from '#api/config/app.ts';
import type { Lockout } from '#api/jobs/contracts.ts';
import { addMail } from '../email/outbox.ts';
import { policyOf } from '../security/security.service.ts';
import { User } from '../users/user.entity.ts';

import { LinkPurpose } from './mailed-link.entity.ts';
import { issueLink } from './mailed-links.ts';
import { accountLocked } from './sign-in-letters.ts';

/**
 * Tells the owner of an account that it was locked. The job is there for addresses without an account too, so that a
 * sign-in takes as long for them; whoever could not sign in anyhow is told nothing.
 */
export async function mailLockout(
  { config, orm }: App,
  { email, guessed, ipAddress, at }: Lockout,
): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    const user = await em.findOne(User, { email, suspended: false, emailVerifiedAt: { $ne: null } });
    if (!user) return;
    const { maxLoginAttempts: attempts, lockoutDuration: duration } = await policyOf(em);
    const token = await issueLink(em, user, LinkPurpose.unlock);
    const letter = accountLocked(config, {
      guessed,
      attempts,
      duration,
      at: new Date(at),
      ipAddress,
      token,
      user,
    });
    await addMail(em, user.email, letter);
  });
}
