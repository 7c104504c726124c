import { randomUUID } from 'node:crypto';
import type { Context } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { addJob } from '#api/jobs/queue.ts';
import type { Answer } from '#api/graphql/schema/answer.ts';
import { vault } from '#api/security/secrets.ts';
import { packages } from '../packages/packages.service.ts';
import { passwordProblem } from '../security/password-policy.ts';
import { policyOf } from '../security/security.service.ts';
import { normalEmail } from '../users/normal-email.ts';
import { countCall, mayMail } from './joining-limits.ts';
import { hashPassword } from './password.ts';
import type { RegisterInput } from './register.input.ts';

/** What a registration is once it was found right; the job `register` goes on from here. */
export interface Registration {
  /** Becomes the account's and the mail's, so that the job does its work once however often it runs. */
  id: string;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  companyName: string;
  websiteUrl: string | null;
  packageId: string | null;
  agreed: boolean;
  /** False once the address was mailed often enough. What a registration changes it changes all the same. */
  mails: boolean;
}

const answer = { message: 'Please check your email to verify your account.' };

/**
 * Takes a registration. Whether its address has an account is only looked up by a job, so neither the answer nor its
 * time can tell. @throws Invalid or TooMany, likewise whoever is known
 */
export async function register(ctx: Context, input: RegisterInput): Promise<Answer> {
  await countCall(ctx, 'registrations');
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
    mails: await mayMail(ctx, 'register', email),
  };
  const { id } = registration;
  await addJob(ctx.em, 'register', {
    id,
    sealed: vault.seal(JSON.stringify(registration), 'job.register', id),
  });
  return answer;
}

/**
 * One on sale. A form without a choice has the agreement instead, and gets the first of the price list that can be tried
 * out; null where nothing is on sale. @throws Invalid
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
