/** Minimum time between two refetches after live changes, in milliseconds. Thousands can change together. */
const PAUSE = 1_000;

/**
 * Runs `act` at once. Calls that come before a pause is over, or before `act` has finished, cause one more run after both:
 * a response that is already on its way may be older than the change. The second function cancels what is pending.
 */
export function throttle(act: () => unknown): [run: () => void, cancel: () => void] {
  let current: object | undefined;
  let again = false;
  const run = async () => {
    if (current) {
      again = true;
      return;
    }
    const mine = (current = {});
    await Promise.allSettled([act(), new Promise((resolve) => setTimeout(resolve, PAUSE))]);
    if (current !== mine) return;
    current = undefined;
    if (again) {
      again = false;
      void run();
    }
  };
  const cancel = () => {
    current = undefined;
    again = false;
  };
  return [() => void run(), cancel];
}

/**
 * Calls `act` with the first value at once, then at most once in every `pause` milliseconds with the latest value. The second
 * function drops what is pending.
 */
export function latestOf<T>(
  act: (value: T) => void,
  pause: number,
): [take: (value: T) => void, drop: () => void] {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: { value: T } | undefined;
  const take = (value: T) => {
    if (timer !== undefined) {
      pending = { value };
      return;
    }
    act(value);
    timer = setTimeout(() => {
      timer = undefined;
      const next = pending;
      pending = undefined;
      if (next) take(next.value);
    }, pause);
  };
  const drop = () => {
    clearTimeout(timer);
    timer = pending = undefined;
  };
  return [take, drop];
}
