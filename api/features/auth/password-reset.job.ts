import type { App } from '#api/config/app.ts';
import { addMail } from '../email/outbox.ts';
import { User } from '../users/user.entity.ts';
import { resetPasswordLetter } from './joining-letters.ts';
import { lockAddress } from './lock-address.ts';
import { LinkPurpose } from './mailed-link.entity.ts';
import { issueLink } from './mailed-links.ts';

/** Mails a link to choose a new password to an address that has an account, and nothing to any other. */
export async function mailPasswordReset({ config, orm }: App, { email }: { email: string }): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await lockAddress(em, email);
    const user = await em.findOne(User, { email });
    if (!user) return;
    const token = await issueLink(em, user, LinkPurpose.reset_password);
    await addMail(em, email, resetPasswordLetter(config, token));
  });
}
