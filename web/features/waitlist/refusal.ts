import { failureWords, readServerError } from '#web/lib/server-errors.ts';
import type { Toast } from '#web/ui/toaster.tsx';

/** The documented toast for whatever kept an address from the waitlist. */
export function refusalOf(error: unknown): Toast {
  const { code, fields } = readServerError(error);
  if (code === 'CONFLICT')
    return {
      title: 'Already on waitlist',
      description:
        "This email is already registered for the waitlist. We'll notify you when registration opens!",
      type: 'error',
    };
  const isAboutPackage = Boolean(fields['packageId'] ?? fields['packageName']) && !fields['email'];
  if (code === 'BAD_USER_INPUT' && !isAboutPackage)
    return {
      title: 'Invalid information',
      description: 'Please check your email address and try again.',
      type: 'error',
    };
  const check = 'Try again. An address that’s already on the list isn’t added twice.';
  return {
    ...failureWords(error, { title: 'Error', fallback: 'Failed to join waitlist', check }),
    type: 'error',
  };
}
