import type { Toast } from '#web/ui/toaster.tsx';
import { signInSentence } from './sign-in-form.ts';

/** Nothing yet while a code is demanded first. */
export const signInSuccess = (user: unknown): Toast | undefined =>
  user ? { title: 'Success', description: 'Login successful', type: 'success' } : undefined;

export const signInFailure = { title: 'Login Failed', fallback: 'Login failed', say: signInSentence };
