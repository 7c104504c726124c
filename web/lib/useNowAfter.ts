import { useEffect, useState } from 'react';

/** The longest delay of a timer, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** Now, in milliseconds since 1970. Updates as each of the moments passes, so that nothing expired stays on screen. */
export function useNowAfter(moments: readonly (string | null | undefined)[]): number {
  const [now, setNow] = useState(() => Date.now());
  const ahead = moments.map((moment) => Date.parse(moment ?? '')).filter((moment) => moment > now);
  const next = ahead.length > 0 ? Math.min(...ahead) : undefined;
  useEffect(() => {
    if (next === undefined) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(Math.max(next - Date.now(), 0) + 1, LONGEST));
    return () => clearTimeout(timer);
  }, [next, now]);
  return now;
}
