import type { ReactNode } from 'react';
import { detailOf } from '#web/lib/server-errors.ts';
import { SeePackages } from './NotWatched.tsx';

/** What a controller that was not connected is told under. */
export const refusalTitle = (error: unknown): string =>
  detailOf(error, 'reason') === 'plan_limit' ? 'Plan limit reached' : 'Connection Failed';

/** What would help where a controller was refused: another package, where that is why. */
export function wayOn(error: unknown): ReactNode {
  const reason = detailOf(error, 'reason');
  return (reason === 'plan_limit' || reason === 'inactive') && <SeePackages />;
}
