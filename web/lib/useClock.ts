import { useEffect, useState } from 'react';

type Listener = (now: number) => void;

/** One timer that every component with the same interval shares. */
function clock(everyMs: number): (listener: Listener) => () => void {
  const listeners = new Set<Listener>();
  let timer: ReturnType<typeof setInterval> | undefined;
  return (listener) => {
    listeners.add(listener);
    timer ??= setInterval(() => {
      const now = Date.now();
      for (const one of listeners) one(now);
    }, everyMs);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };
}

const clocks = { second: clock(1_000), quarter: clock(15_000) };

type Pace = keyof typeof clocks;

/** Now, in milliseconds since 1970. Updates each second, or each quarter of a minute; `pace` may depend on the time. */
export function useClock(pace: Pace | ((now: number) => Pace)): number {
  const [now, setNow] = useState(() => Date.now());
  const each = typeof pace === 'function' ? pace(now) : pace;
  useEffect(() => clocks[each](setNow), [each]);
  return now;
}
