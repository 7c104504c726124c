import type { Context } from '#api/graphql/context.ts';
import { Invalid, type FieldErrors } from '#api/lib/errors.ts';
import { hashPassword } from '../auth/sign-in/password-hash.ts';
import { passwordProblem } from '../security/password-policy.ts';
import { policyOf } from '../security/security.service.ts';
import type { Invitation } from '../teams/invitation.entity.ts';
import type { User } from '../users/user.entity.ts';
import type { AcceptInvitationInput } from './invitation.input.ts';

/** What somebody says of themselves who accepts an invitation without an account. */
export type NewPerson = Pick<
  User,
  'firstName' | 'lastName' | 'companyName' | 'passwordHash' | 'agreedToTermsAt'
>;

/** @throws Invalid with a sentence for each field that is missing or not good enough */
export async function newPerson(
  { em, request }: Context,
  input: AcceptInvitationInput,
  { email, team }: Invitation,
): Promise<NewPerson> {
  const firstName = input.firstName?.trim() ?? '';
  const lastName = input.lastName?.trim() ?? '';
  const { password, confirmPassword } = input;
  const wrong: FieldErrors = {};
  if (!firstName) wrong['firstName'] = 'First name is required';
  if (!lastName) wrong['lastName'] = 'Last name is required';
  if (!password) wrong['password'] = 'Password is required';
  else {
    const known = [email, firstName, lastName, team.name];
    const problem = passwordProblem(password, await policyOf(em), known);
    if (problem) wrong['password'] = problem;
    else if (confirmPassword !== password) wrong['confirmPassword'] = 'Passwords do not match';
  }
  if (!password || Object.keys(wrong).length > 0) throw new Invalid(wrong);
  const passwordHash = await hashPassword(password, request);
  return { firstName, lastName, companyName: team.name, passwordHash, agreedToTermsAt: new Date() };
}
