import * as yup from 'yup';

const SIX_DIGITS = 'Please enter a 6-digit verification code';

/** The code of the app, as documented: required, six characters. */
export const codeRules = yup.object({
  mfaToken: yup.string().required(SIX_DIGITS).length(6, SIX_DIGITS),
});

/** Blanks, dashes and capitals are the server's to read as it likes. */
export const recoveryCodeRules = yup.object({
  mfaToken: yup.string().trim().required('Please enter one of your recovery codes'),
});

const documented = [
  [
    'Invalid email or password',
    'The email or password you entered is incorrect. Please check your credentials and try again.',
  ],
  ['verify your email', 'Please check your email and click the verification link before logging in.'],
  ['deactivated', 'Your account has been deactivated. Please contact support for assistance.'],
] as const;

/** What the person reads for what the server said. */
export const signInSentence = (said: string): string =>
  documented.find(([part]) => said.includes(part))?.[1] ?? said;

/** Whether the server lets nobody in before the address is verified. */
export const isUnverified = (said: string | undefined): boolean =>
  said?.includes('verify your email') ?? false;
