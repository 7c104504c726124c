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
