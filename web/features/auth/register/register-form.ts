import * as yup from 'yup';
import { yupFor } from '#web/lib/yup-for.ts';
import type { Toast } from '#web/ui/toaster.tsx';

/** Registering twice is harmless: a known address gets another email. */
export const registrationCheck =
  'Check your inbox for our email. If it doesn’t arrive within a few minutes, try again.';

const nobody = { firstName: '', lastName: '', companyName: '', email: '', password: '', confirmPassword: '' };

/** Initial values of the Register tab of /auth. */
export const emptyTab = { ...nobody, websiteUrl: '', packageId: '', agreeToTerms: false };

/** Initial values of /register. */
export const emptyPage = { ...nobody, agreeToTerms: false };

/** Required on /auth. The schema makes it optional because /register doesn't ask for it. */
export const tabRules = yupFor('RegisterInput').shape({
  packageId: yup.string().required('Please select a package'),
});

export const pageRules = yupFor('RegisterInput');
export const resetRules = yupFor('ResetPasswordInput');

/*The documented toast for an invalid form.
 * @param said the messages under its fields
 * @param minLength of a password
 */
export function refusalToast(
  said: Partial<Record<string, unknown>>,
  typed: Partial<Record<string, unknown>>,
  minLength: number,
): Toast | undefined {
  const { confirmPassword, password, packageId, agreeToTerms } = said;
  const [first, second] = [String(typed['password'] ?? ''), String(typed['confirmPassword'] ?? '')];
  if (typeof confirmPassword === 'string' && second.trim() && second !== first) {
    return { title: 'Password Mismatch', description: confirmPassword, type: 'error' };
  }
  if (typeof password === 'string' && first.trim() && [...first].length < minLength) {
    return { title: 'Password Too Short', description: password, type: 'error' };
  }
  if (typeof packageId === 'string') return { title: packageId, type: 'error' };
  if (typeof agreeToTerms === 'string') {
    return { title: 'Terms Required', description: agreeToTerms, type: 'error' };
  }
  return undefined;
}

/** The next step after registering. */
export const verifyFirst = (email: string) => ({
  title: 'Check your email',
  description: `We sent an email to ${email}. Follow its link to verify your address, then sign in.`,
});
