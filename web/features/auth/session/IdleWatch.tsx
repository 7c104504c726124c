import { useApolloClient } from '@apollo/client/react';
import { type ComponentType, lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { graphql } from '#web/gql/index.ts';
import { isSignedOut } from '#web/lib/server-errors.ts';
import { forgetRefusedToken, noteRefusal, readToken } from '#web/lib/token.ts';
import { SignOut } from '../auth.gql.ts';

const ExtendSession = graphql(`
  mutation ExtendSession {
    extendSession
  }
`);

const question = () => import('./IdleDialog.tsx');

/** If it can't be loaded, the session times out without asking. */
const IdleDialog = lazy<ComponentType<{ secondsLeft: number; onStay: () => void }>>(() =>
  question().then(
    (m) => ({ default: m.IdleDialog }),
    () => ({ default: () => null }),
  ),
);

/** Delay before the dialog is prefetched, in milliseconds, because the network may be down when it is needed. */
const FETCH_AFTER = 10_000;

/** Asks a minute before the policy ends an idle session. */
export function IdleWatch({ minutes }: { minutes: number }) {
  const { secondsLeft, stay } = useIdleWatch(minutes);
  useEffect(() => {
    const timer = setTimeout(() => void question().catch(() => undefined), FETCH_AFTER);
    return () => clearTimeout(timer);
  }, []);
  if (secondsLeft === undefined) return null;
  return (
    <Suspense>
      <IdleDialog secondsLeft={secondsLeft} onStay={stay} />
    </Suspense>
  );
}

/** Events that only a person triggers. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'] as const;

/** Timers may have been paused while the laptop slept or the tab was hidden. */
const wakings = ['focus', 'pageshow', 'visibilitychange'] as const;

/*Reports activity to the server, and ends the session here after the given number of idle minutes.
 * @returns the seconds left while the dialog is open, and a callback for its answer
 */
function useIdleWatch(minutes: number): { secondsLeft?: number; stay: () => void } {
  const client = useApolloClient();
  const [clock] = useState(() => new IdleClock(Date.now()));
  const [secondsLeft, setSecondsLeft] = useState<number>();

  const keep = () => {
    client.mutate({ mutation: ExtendSession }).catch((error: unknown) => {
      if (isSignedOut(error)) forgetRefusedToken();
    });
  };

  // Acts as if the server had rejected the token, and revokes it in the background.
  const end = () => {
    const headers = { authorization: `Bearer ${readToken()}` };
    client.mutate({ mutation: SignOut, context: { headers } }).catch(() => undefined);
    noteRefusal(readToken());
    forgetRefusedToken({
      title: `You were signed out after ${minutes} minutes of inactivity.`,
      description: 'Sign in to continue.',
    });
  };

  const look = useEffectEvent(() => {
    const now = Date.now();
    const left = minutes * 60_000 - clock.idle(now);
    if (left <= 0) return end();
    setSecondsLeft(left <= WARN_FOR ? Math.ceil(left / 1000) : undefined);
    if (clock.takeTurn(now)) keep();
  });

  const sign = useEffectEvent(() => {
    // Input after the timeout has passed comes too late.
    look();
    const left = minutes * 60_000 - clock.idle(Date.now());
    if (left > WARN_FOR) clock.input(Date.now());
  });

  useEffect(() => {
    const onSign = () => sign();
    const onWaking = () => look();
    const timer = setInterval(onWaking, 1000);
    signs.forEach((name) => window.addEventListener(name, onSign, { passive: true, capture: true }));
    wakings.forEach((name) => window.addEventListener(name, onWaking, { capture: true }));
    return () => {
      clearInterval(timer);
      signs.forEach((name) => window.removeEventListener(name, onSign, { capture: true }));
      wakings.forEach((name) => window.removeEventListener(name, onWaking, { capture: true }));
    };
  }, []);

  const stay = () => {
    clock.tellNow(Date.now());
    setSecondsLeft(undefined);
    keep();
  };
  return { secondsLeft, stay };
}

/** Storage key that shares the last activity between tabs, in milliseconds since 1970. */
const KEY = 'last_input';

/** Minimum interval between activity reports to the server, in milliseconds. */
const KEEP_EVERY = 60_000;

/** How long before the timeout the dialog opens, in milliseconds. */
const WARN_FOR = 60_000;

/** Throttle for input events, in milliseconds. */
const THROTTLE = 1_000;

/** The last activity in any tab, and the last report to the server. */
class IdleClock {
  #input = 0;
  #told = 0;

  constructor(now: number) {
    this.#note(now);
    // Loading the page counts as activity.
    this.#told = now;
  }

  /** Records input, throttled. */
  input(now: number): void {
    if (now - this.#input >= THROTTLE) this.#note(now);
  }

  /** Milliseconds since the last input in any tab. */
  idle(now: number): number {
    const elsewhere = Number(localStorage.getItem(KEY));
    if (elsewhere > this.#input && elsewhere <= now) this.#input = elsewhere;
    return now - this.#input;
  }

  /** Whether there is unreported input, at most once a minute. */
  takeTurn(now: number): boolean {
    if (this.#input <= this.#told || now - this.#told < KEEP_EVERY) return false;
    this.#told = now;
    return true;
  }

  /** Reports now, regardless of the interval. */
  tellNow(now: number): void {
    this.#note(now);
    this.#told = now;
  }

  #note(now: number): void {
    this.#input = now;
    localStorage.setItem(KEY, String(now));
  }
}
