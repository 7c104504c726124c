import type { CustomerContext } from '#api/context.ts';
import { Invalid } from '#api/errors.ts';
import { endSessions, ringSessions } from '#api/events/sessions.ts';
import type { Answer } from '#api/schema/answer.ts';
import { record } from '../audit/audit.service.ts';
import { addMail } from '../email/outbox.ts';
import { passwordProblem } from '../security/password-policy.ts';
import { policyOf } from '../security/security.service.ts';
import { User } from '../users/user.entity.ts';
import type { ChangePasswordInput } from './change-password.input.ts';
import { confirmPerson } from './confirm-person.ts';
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
  await confirmPerson(ctx, { password: input.currentPassword, mfaToken: input.mfaToken }, 'currentPassword');

  const before = user.passwordHash;
  const passwordHash = await hashPassword(password);
  const ended = await em.transactional(async (em) => {
    // Of two who change it at the same moment, the second no longer knows the password.
    const changed = await em.nativeUpdate(User, { id: user.id, passwordHash: before }, { passwordHash });
    if (changed === 0) throw new Invalid({ currentPassword: 'The password is not right' });
    await voidLinks(em, user);
    await addMail(em, user.email, passwordChanged(ctx));
    const ended = await endSessions(em, { userId: user.id, exceptId: viewer.passId });
    await record(em, ctx, { action: 'user.password_change', subject: user.email, subjectId: user.id });
    return ended;
  });
  ringSessions(app.bell, ended);
  return { message: 'Password changed. Your other sessions have ended.' };
}
