/** Shortest time between two refetches that live changes cause, in milliseconds: thousands can change together. */
const PAUSE = 1_000;

/** Runs `act` at once, and again after a pause if it was called meanwhile. The second function cancels what is pending. */
export function throttled(act: () => void): [run: () => void, cancel: () => void] {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const run = () => {
    if (timer !== undefined) {
      again = true;
      return;
    }
    act();
    timer = setTimeout(() => {
      timer = undefined;
      if (again) {
        again = false;
        run();
      }
    }, PAUSE);
  };
  return [run, () => clearTimeout(timer)];
}
