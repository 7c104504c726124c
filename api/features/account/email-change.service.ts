import { Field, ObjectType } from 'type-graphql';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import type { Limit } from '#api/security/attempts/attempts.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { Conflict, Invalid, Refused } from '#api/lib/errors.ts';
import { endSessions, publishSessionsEnded } from '#api/live/sessions.ts';
import type { Answer } from '#api/graphql/schema/answer.ts';
import { record } from '../audit/audit.service.ts';
import { normalEmail, User } from '../users/user.entity.ts';
import {
  reauthenticate,
  lockReauthenticated,
  type Reauthenticated,
} from '../auth/sign-in/reauthenticate.store.ts';
import {
  countRequest,
  mayEmail,
  lockAddress,
  issueLink,
  readLink,
  redeemLink,
  revokeLinks,
} from '../auth/registration/email-links.store.ts';
import { LinkPurpose, linkTo, EmailLink } from '../auth/registration/email-link.entity.ts';
import { addEmail } from '../email/outbox.store.ts';
import type { EmailChangeInput, NewEmailInput } from './account.input.ts';
import { addressInUse, changeRequested, addressChanged, confirmAddress } from './emails.ts';

@ObjectType({ description: 'An email address change that has not been confirmed yet.' })
export class PendingEmailChange {
  @Field({ description: 'New email address.' })
  email!: string;

  @Field(() => Date, { description: 'When the confirmation link expires.' })
  expiresAt!: Date;
}

/** Address changes per person and hour. */
const perPerson: Limit = {
  name: 'change-email',
  attempts: 5,
  seconds: 3600,
  message: 'Too many requests to change your address. Try again later.',
};

/** Emails a link to the new address. Response and work are the same whether or not the address is taken. */
export async function requestEmailChange(ctx: ViewerContext, input: NewEmailInput): Promise<Answer> {
  const { app, viewer } = ctx;
  const email = normalEmail(input.email);
  if (email === viewer.user.email) throw new Invalid({ email: 'This is already your address' });
  const confirmed = await reauthenticate(ctx, input);
  await app.attempts.take(perPerson, viewer.user.id);
  await emailBothAddresses(ctx, email, confirmed, await mayEmail(ctx, 'change', email));
  return { message: `We sent a link to ${email}. Your address changes once you confirm it there.` };
}

/**
 * If `mails` is false, the new address has received enough emails. The change is still pending, as the
 * response says.
 */
async function emailBothAddresses(
  ctx: ViewerContext,
  email: string,
  confirmed: Reauthenticated,
  mails: boolean,
): Promise<void> {
  const { app } = ctx;
  await ctx.em.transactional(async (em) => {
    const user = await lockReauthenticated(em, ctx, confirmed);
    const token = await issueLink(em, user, LinkPurpose.change_email, email);
    const letter = (await em.findOne(User, { email }))
      ? addressInUse(`${app.config.publicUrl}/auth`)
      : confirmAddress(linkTo(app.config, '/confirm-email', token));
    if (mails) await addEmail(em, email, letter);
    await addEmail(em, user.email, changeRequested(email));
  });
}

/** Switches to the confirmed address. @throws Conflict if it was taken in the meantime */
export async function confirmEmailChange(ctx: Context, { token }: EmailChangeInput): Promise<Answer> {
  await countRequest(ctx, 'links');
  const { email, ended } = await ctx.em
    .transactional(async (em) => changeEmail(em, ctx, token))
    .catch((error: unknown) => {
      throw error instanceof UniqueConstraintViolationException ? addressTaken() : error;
    });
  publishSessionsEnded(ctx.app.pubsub, ended);
  return { message: `Your email address is now ${email}.` };
}

async function changeEmail(em: EntityManager, ctx: Context, token: string) {
  const { link } = await readLink(em, LinkPurpose.change_email, token);
  if (link) await lockAddress(em, link.email);
  const { user, email } = await redeemLink(em, LinkPurpose.change_email, token);
  if (user.suspended) throw new Refused('Your account has been deactivated');
  if (await em.findOne(User, { email })) throw addressTaken();
  const before = user.email;
  user.email = email;
  await em.flush();
  await revokeLinks(em, user);
  // The link's holder may differ from the person signed in here.
  const viewer = ctx.viewer?.user.id === user.id ? ctx.viewer : null;
  const ended = await endSessions(em, { userId: user.id, exceptId: viewer?.session?.id });
  await addEmail(em, before, addressChanged(email));
  await record(
    em,
    { viewer, request: ctx.request },
    {
      actor: email,
      action: 'user.change_email',
      subject: before,
      subjectId: user.id,
      before: { email: before },
      after: { email },
    },
  );
  return { email, ended };
}

function addressTaken(): Conflict {
  return new Conflict("This address now belongs to another account. Your address hasn't changed.");
}

/** The pending change, if any. Doesn't reveal whether the address is taken. */
export function pendingEmailChange({ em, viewer }: ViewerContext): Promise<PendingEmailChange | null> {
  return em.findOne(EmailLink, pendingLink(viewer.user), { orderBy: { createdAt: 'desc' } });
}

/** Cancels the change. Against a concurrent confirmation, the first one wins. */
export async function cancelEmailChange({ em, viewer }: ViewerContext): Promise<boolean> {
  return (await em.nativeUpdate(EmailLink, pendingLink(viewer.user), { expiresAt: new Date() })) > 0;
}

function pendingLink(user: User): FilterQuery<EmailLink> {
  return { user, purpose: LinkPurpose.change_email, usedAt: null, expiresAt: { $gt: new Date() } };
}
