import type { ReactNode } from 'react';
import { detailOf } from '#web/lib/server-errors.ts';
import { SeePackages } from './NotWatched.tsx';

/** What would help where a controller was refused: another package, where that is why. */
export function wayOn(error: unknown): ReactNode {
  const reason = detailOf(error, 'reason');
  return (reason === 'plan_limit' || reason === 'inactive') && <SeePackages />;
}
