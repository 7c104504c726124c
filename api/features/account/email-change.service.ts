import { Field, ObjectType } from 'type-graphql';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import type { Limit } from '#api/security/attempts/attempts.ts';
import type { Context, CustomerContext } from '#api/graphql/context.ts';
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

/** Changes of address that one person may ask for in an hour. */
const perPerson: Limit = {
  name: 'change-email',
  attempts: 5,
  seconds: 3600,
  message: 'Too many requests to change your address. Try again later.',
};

/** Mails a link to the new address. The answer and the work are the same whether the address is taken or not. */
export async function requestEmailChange(ctx: CustomerContext, input: NewEmailInput): Promise<Answer> {
  const { app, viewer } = ctx;
  const email = normalEmail(input.email);
  if (email === viewer.user.email) throw new Invalid({ email: 'This is already your address' });
  const confirmed = await reauthenticate(ctx, input);
  await app.attempts.take(perPerson, viewer.user.id);
  await emailBothAddresses(ctx, email, confirmed, await mayEmail(ctx, 'change', email));
  return { message: `We sent a link to ${email}. Your address changes once you confirm it there.` };
}

/** The new address has had its share of mails where `mails` is false; the change waits all the same, as it is said. */
async function emailBothAddresses(
  ctx: CustomerContext,
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

/** Makes the confirmed address the one to sign in with. @throws Conflict when it was taken meanwhile */
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
  // Whoever holds the link need not be whoever is signed in here.
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

/** The change that still waits for somebody to open its link, if any. Whether the address is taken is not told. */
export function pendingEmailChange({ em, viewer }: CustomerContext): Promise<PendingEmailChange | null> {
  return em.findOne(EmailLink, pendingLink(viewer.user), { orderBy: { createdAt: 'desc' } });
}

/** Ends the link; the address stays as it is. Against somebody who opens it just then the first of both wins. */
export async function cancelEmailChange({ em, viewer }: CustomerContext): Promise<boolean> {
  return (await em.nativeUpdate(EmailLink, pendingLink(viewer.user), { expiresAt: new Date() })) > 0;
}

function pendingLink(user: User): FilterQuery<EmailLink> {
  return { user, purpose: LinkPurpose.change_email, usedAt: null, expiresAt: { $gt: new Date() } };
}
