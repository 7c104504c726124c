import { useEffect, useState } from 'react';

/** Milliseconds between two steps, as documented. */
export const STEP_LASTS = 6_000;

/** Advances through the steps to the last one while it plays. */
export function useSteps(count: number) {
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const isLast = at === count - 1;
  useEffect(() => {
    if (!isPlaying || isLast) return;
    const timer = setTimeout(() => setAt(at + 1), STEP_LASTS);
    return () => clearTimeout(timer);
  }, [at, isPlaying, isLast]);
  return {
    at,
    isPlaying: isPlaying && !isLast,
    /** Starts from the first step. People who prefer reduced motion start it themselves. */
    begin: () => {
      setAt(0);
      setPlaying(!matchMedia('(prefers-reduced-motion: reduce)').matches);
    },
    stop: () => setPlaying(false),
    /** Starts over after the last step. */
    play: () => {
      if (isLast) setAt(0);
      setPlaying(true);
    },
    /** Stops at a step, so that it doesn't change while someone looks at it. */
    jump: (step: number) => {
      setAt(step);
      setPlaying(false);
    },
  };
}
