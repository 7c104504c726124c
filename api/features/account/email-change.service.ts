import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Limit } from '#api/attempts/attempts.ts';
import type { Context, CustomerContext } from '#api/context.ts';
import { Conflict, Invalid, Refused } from '#api/errors.ts';
import { endSessions, ringSessions } from '#api/events/sessions.ts';
import type { Answer } from '#api/schema/answer.ts';
import { record } from '../audit/audit.service.ts';
import { normalEmail } from '../auth/auth.service.ts';
import { confirmPerson } from '../auth/confirm-person.ts';
import { LinkPurpose, MailedLink } from '../auth/mailed-link.entity.ts';
import { issueLink, linkTo, takeLink } from '../auth/mailed-links.ts';
import { addMail } from '../email/outbox.ts';
import { User } from '../users/user.entity.ts';
import type { EmailChangeInput, NewEmailInput } from './account.input.ts';
import { addressInUse, changeAsked, changeMade, confirmAddress } from './account.letters.ts';

const says = 'Too many changes of address were asked for. Try again later.';
/** Mails that one person may cause in an hour, and that one address may get because of others. */
const perPerson: Limit = { name: 'change-email', attempts: 5, seconds: 3600, says };
const perAddress: Limit = { name: 'change-email-to', attempts: 3, seconds: 3600, says };

/** Mails a link to the new address. The answer and the work are the same whether the address is taken or not. */
export async function requestEmailChange(ctx: CustomerContext, input: NewEmailInput): Promise<Answer> {
  const { app, viewer } = ctx;
  const email = normalEmail(input.email);
  if (email === viewer.user.email) throw new Invalid({ email: 'This is your address already' });
  await confirmPerson(ctx, input);
  await app.attempts.take(perPerson, viewer.user.id);
  await app.attempts.take(perAddress, email);
  await ctx.em.transactional(async (em) => {
    const token = await issueLink(em, viewer.user, LinkPurpose.change_email, email);
    const letter = (await em.findOne(User, { email }))
      ? addressInUse(`${app.config.publicUrl}/auth`)
      : confirmAddress(linkTo(app.config, '/confirm-email', token));
    await addMail(em, email, letter);
    await addMail(em, viewer.user.email, changeAsked(email));
  });
  return { message: `We sent a link to ${email}. Your address changes when you open it.` };
}

/** Makes the confirmed address the one to sign in with. @throws Conflict when it was taken meanwhile */
export async function confirmEmailChange(ctx: Context, { token }: EmailChangeInput): Promise<Answer> {
  const { email, ended } = await ctx.em
    .transactional(async (em) => changeEmail(em, ctx, token))
    .catch((error: unknown) => {
      throw error instanceof UniqueConstraintViolationException ? taken() : error;
    });
  ringSessions(ctx.app.bell, ended);
  return { message: `Your email address is now ${email}.` };
}

async function changeEmail(em: EntityManager, ctx: Context, token: string) {
  const { user, email } = await takeLink(em, LinkPurpose.change_email, token);
  if (user.suspended) throw new Refused('Your account has been deactivated');
  if (await em.findOne(User, { email })) throw taken();
  const before = user.email;
  user.email = email;
  await em.flush();
  const now = new Date();
  const open = { user, usedAt: null, expiresAt: { $gt: now } };
  await em.nativeUpdate(MailedLink, open, { expiresAt: now });
  const isOwn = ctx.viewer?.user.id === user.id;
  const ended = await endSessions(em, {
    userId: user.id,
    exceptId: isOwn ? ctx.viewer?.session?.id : null,
  });
  await record(em, ctx, {
    action: 'user.change_email',
    subject: before,
    subjectId: user.id,
    before: { email: before },
    after: { email },
  });
  await addMail(em, before, changeMade(email));
  return { email, ended };
}

function taken(): Conflict {
  return new Conflict('This address belongs to another account by now. Your address stays as it is.');
}
