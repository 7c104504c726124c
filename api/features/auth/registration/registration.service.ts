import { randomUUID } from 'node:crypto';
import type { Context } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { addJob } from '#api/jobs/queue.ts';
import type { Answer } from '#api/graphql/schema/answer.ts';
import { vault } from '#api/security/secrets.ts';
import { packages } from '#api/features/packages/packages.service.ts';
import { passwordProblem } from '#api/features/security/password-policy.ts';
import { policyOf } from '#api/features/security/security.service.ts';
import { normalEmail } from '#api/features/users/user.entity.ts';
import { countRequest, mayEmail, readLink, redeemLink } from './email-links.store.ts';
import { hashPassword } from '../sign-in/password-hash.service.ts';
import type { RegisterInput, EmailInput, LinkInput } from '../auth.input.ts';
import { LinkState, type EmailLinkInfo, LinkPurpose } from './email-link.entity.ts';

/** A validated registration, which the job `register` processes. */
export interface Registration {
  /** ID of the account and its email, so that the job is idempotent. */
  id: string;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  companyName: string;
  websiteUrl: string | null;
  packageId: string | null;
  agreed: boolean;
  /** False if the address has received enough emails. The registration still takes effect. */
  mails: boolean;
}

const answer = { message: 'Please check your email to verify your account.' };

/**
 * Accepts a registration. Only a job looks up whether the address has an account, so neither the response nor
 * its timing reveals it. @throws Invalid or TooMany, whether or not the address is known
 */
export async function register(ctx: Context, input: RegisterInput): Promise<Answer> {
  await countRequest(ctx, 'registrations');
  const email = normalEmail(input.email);
  const [firstName, lastName, companyName] = [input.firstName, input.lastName, input.companyName].map(
    (text) => text.trim(),
  ) as [string, string, string];
  const packageId = await chosenPackage(ctx, input);
  const known = [email, firstName, lastName, companyName];
  const problem = passwordProblem(input.password, await policyOf(ctx.em), known);
  if (problem) throw new Invalid({ password: problem });
  const registration: Registration = {
    id: randomUUID(),
    email,
    passwordHash: await hashPassword(input.password, ctx.request),
    firstName,
    lastName,
    companyName,
    websiteUrl: input.websiteUrl || null,
    packageId,
    agreed: input.agreeToTerms === true,
    mails: await mayEmail(ctx, 'register', email),
  };
  const { id } = registration;
  await addJob(ctx.em, 'register', {
    id,
    sealed: vault.seal(JSON.stringify(registration), 'job.register', id),
  });
  return answer;
}

/**
 * Validates the chosen package. The form without a choice sends the agreement instead, and gets the first
 * package on the price list with a trial. `null` if nothing is on sale. @throws Invalid
 */
async function chosenPackage(
  ctx: Context,
  { packageId, agreeToTerms }: RegisterInput,
): Promise<string | null> {
  const onSale = await packages(ctx);
  if (!packageId && agreeToTerms) return (onSale.find(({ price }) => price !== '0') ?? onSale[0])?.id ?? null;
  const chosen = isId(packageId ?? '') && onSale.find(({ id }) => id === packageId?.toLowerCase());
  if (!chosen) throw new Invalid({ packageId: 'Please select a package' });
  return chosen.id;
}

/** Verifies an address with a link. @throws a product error with the link's state, or TooMany */
export async function verifyEmail(ctx: Context, { token }: LinkInput): Promise<Answer> {
  await countRequest(ctx, 'links');
  await ctx.em.transactional(async (em) => {
    const { user } = await redeemLink(em, LinkPurpose.verify_email, token);
    user.emailVerifiedAt ??= new Date();
    await em.flush();
  });
  return { message: 'Your email address is verified. You can sign in now.' };
}

/** Requests a new link. A job does the lookup. @throws TooMany */
export async function resendVerification(ctx: Context, input: EmailInput): Promise<Answer> {
  await countRequest(ctx, 'mailRequests');
  const email = normalEmail(input.email);
  if (await mayEmail(ctx, 'resend', email)) await addJob(ctx.em, 'mail-verification', { email });
  return { message: 'If this address is waiting to be verified, a new link is on its way.' };
}

/** Reads a link's state without using it. @throws TooMany */
export async function emailLink(ctx: Context, purpose: LinkPurpose, token: string): Promise<EmailLinkInfo> {
  await countRequest(ctx, 'links');
  const { state, link } = await readLink(ctx.em, purpose, token);
  return { state, email: state === LinkState.valid && link ? link.email : null };
}
