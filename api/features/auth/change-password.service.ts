import type { CustomerContext } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import { endSessions, ringSessions } from '#api/live/sessions.ts';
import type { Answer } from '#api/graphql/schema/answer.ts';
import { record } from '../audit/audit.service.ts';
import { addMail } from '../email/outbox.ts';
import { passwordProblem } from '../security/password-policy.ts';
import { policyOf } from '../security/security.service.ts';
import type { ChangePasswordInput } from './change-password.input.ts';
import { confirmPerson, lockConfirmed } from './confirm-person.ts';
import { voidLinks } from './mailed-links.ts';
import { hashPassword } from './password.ts';
import { passwordChanged } from './sign-in-letters.ts';

/** Sets a new password; other sessions and mailed links end with the old one. @throws Invalid or TooMany */
export async function changePassword(ctx: CustomerContext, input: ChangePasswordInput): Promise<Answer> {
  const { app, em, viewer } = ctx;
  const { user } = viewer;
  const { password, confirmPassword } = input;
  if (password !== confirmPassword) throw new Invalid({ confirmPassword: 'Passwords do not match' });
  const known = [user.email, user.firstName, user.lastName, user.companyName];
  const problem = passwordProblem(password, await policyOf(em), known);
  if (problem) throw new Invalid({ password: problem });
  const proof = { password: input.currentPassword, mfaToken: input.mfaToken };
  const confirmed = await confirmPerson(ctx, proof, 'currentPassword');

  const passwordHash = await hashPassword(password, ctx.request);
  const ended = await em.transactional(async (em) => {
    // Of two who change it at the same moment, the second no longer knows the password.
    const user = await lockConfirmed(em, ctx, confirmed);
    user.passwordHash = passwordHash;
    await em.flush();
    await voidLinks(em, user);
    await addMail(em, user.email, passwordChanged(ctx, user));
    const ended = await endSessions(em, { userId: user.id, exceptId: viewer.passId });
    await record(em, ctx, { action: 'user.password_change', subject: user.email, subjectId: user.id });
    return ended;
  });
  ringSessions(app.bell, ended);
  return { message: 'Password changed. Your other sessions have ended.' };
}
