import type { Context } from '#api/graphql/context.ts';
import { addJob } from '#api/jobs/queue.ts';
import type { Answer } from '#api/graphql/schema/answer.ts';
import { normalEmail } from '../users/normal-email.ts';
import { countCall, mayMail } from './joining-limits.ts';
import { LinkState, type MailedLinkInfo } from './link-info.ts';
import type { EmailInput, LinkInput } from './link.input.ts';
import { LinkPurpose } from './mailed-link.entity.ts';
import { readLink, takeLink } from './mailed-links.ts';

/** Uses a verification link up. @throws a product error that carries the link's state, or TooMany */
export async function verifyEmail(ctx: Context, { token }: LinkInput): Promise<Answer> {
  await countCall(ctx, 'links');
  await ctx.em.transactional(async (em) => {
    const { user } = await takeLink(em, LinkPurpose.verify_email, token);
    user.emailVerifiedAt ??= new Date();
    await em.flush();
  });
  return { message: 'Your email address is verified. You can sign in now.' };
}

/** Asks for a new link. Looks nobody up: a job does. @throws TooMany */
export async function resendVerification(ctx: Context, input: EmailInput): Promise<Answer> {
  await countCall(ctx, 'mailRequests');
  const email = normalEmail(input.email);
  if (await mayMail(ctx, 'resend', email)) await addJob(ctx.em, 'mail-verification', { email });
  return { message: 'If this address is waiting to be verified, a new link is on its way.' };
}

/** What a link is worth now; it is not used by asking. @throws TooMany */
export async function mailedLink(ctx: Context, purpose: LinkPurpose, token: string): Promise<MailedLinkInfo> {
  await countCall(ctx, 'links');
  const { state, link } = await readLink(ctx.em, purpose, token);
  return { state, email: state === LinkState.valid && link ? link.email : null };
}
