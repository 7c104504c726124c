import { useEffect, useState } from 'react';

/** Between two steps, in milliseconds, as documented. */
export const STEP_LASTS = 6_000;

/** Goes through the steps by itself until the last, unless it is stopped; whoever asked for less motion begins stopped. */
export function useSteps(count: number) {
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);
  const isLast = at === count - 1;
  useEffect(() => {
    if (!isPlaying || isLast) return;
    const timer = setTimeout(() => setAt(at + 1), STEP_LASTS);
    return () => clearTimeout(timer);
  }, [at, isPlaying, isLast]);
  return {
    at,
    isPlaying: isPlaying && !isLast,
    stop: () => setPlaying(false),
    /** From the last step it begins again. */
    play: () => {
      if (isLast) setAt(0);
      setPlaying(true);
    },
    /** Whoever chooses a step looks at it: nothing moves on under their eyes. */
    jump: (step: number) => {
      setAt(step);
      setPlaying(false);
    },
  };
}
