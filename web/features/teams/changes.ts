import { toastFailure } from '#web/ui/toaster.tsx';

/** Reports a failed change of the team. */
export function toastTeamFailure(title: string, error: unknown): void {
  toastFailure(error, { title, check: 'Reload the page to see whether it worked.' });
}
