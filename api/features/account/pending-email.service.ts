import type { FilterQuery } from '@mikro-orm/postgresql';
import type { CustomerContext } from '#api/graphql/context.ts';
import { LinkPurpose, MailedLink } from '../auth/joining/mailed-link.entity.ts';
import type { User } from '../users/user.entity.ts';
import type { PendingEmailChange } from './pending-email.ts';

/** The change that still waits for somebody to open its link, if any. Whether the address is taken is not told. */
export function pendingEmailChange({ em, viewer }: CustomerContext): Promise<PendingEmailChange | null> {
  return em.findOne(MailedLink, waiting(viewer.user), { orderBy: { createdAt: 'desc' } });
}

/** Ends the link; the address stays as it is. Against somebody who opens it just then the first of both wins. */
export async function cancelEmailChange({ em, viewer }: CustomerContext): Promise<boolean> {
  return (await em.nativeUpdate(MailedLink, waiting(viewer.user), { expiresAt: new Date() })) > 0;
}

function waiting(user: User): FilterQuery<MailedLink> {
  return { user, purpose: LinkPurpose.change_email, usedAt: null, expiresAt: { $gt: new Date() } };
}
