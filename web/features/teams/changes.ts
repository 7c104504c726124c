import { sentenceOf } from '#web/lib/server-errors.ts';
import { toast } from '#web/ui/toaster.tsx';

/** Says what the server said, or that nothing was changed. */
export function toastFailure(title: string, error: unknown): void {
  toast({ title, description: sentenceOf(error, 'Nothing was changed. Please try again.'), type: 'error' });
}
