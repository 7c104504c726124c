/** Interval in ms between checks that npm is still running. */
const watchNpm = 500;

/**
 * Milliseconds. One Ctrl-C arrives twice, from the terminal and from npm, so only a later one counts as the
 * second.
 */
const echo = 1_000;

/**
 * Aborts when the program is asked to stop. `insist` is called the second time. The shell between npm and us
 * exits on a signal without forwarding it, so its exit counts as one.
 */
export function stopSignal(insist: () => void): AbortSignal {
  const stopping = new AbortController();
  let since = 0;
  const stop = () => {
    if (!stopping.signal.aborted) since = Date.now();
    else if (Date.now() - since > echo) insist();
    stopping.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop);

  if (process.env.npm_lifecycle_event) {
    const shell = process.ppid;
    const timer = setInterval(() => {
      if (process.ppid === shell) return;
      clearInterval(timer);
      stop();
    }, watchNpm);
    timer.unref();
  }
  return stopping.signal;
}
