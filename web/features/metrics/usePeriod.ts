import { useMemo, useState } from 'react';

const hour = 3_600_000;

/** How far back measurements can be looked at, in hours. */
export const periods = [
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last 24 hours' },
  { value: '168', label: 'Last 7 days' },
  { value: '336', label: 'Last 14 days' },
  { value: '720', label: 'Last 30 days' },
];

export type Period = { hours: string; setHours: (hours: string) => void; from: string };

/** The time that is looked at: a day until another is chosen. */
export function usePeriod(): Period {
  const [hours, setHours] = useState('24');
  const from = useMemo(() => new Date(Date.now() - Number(hours) * hour).toISOString(), [hours]);
  return { hours, setHours, from };
}
