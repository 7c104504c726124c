import { useApolloClient } from '@apollo/client/react';
import { type ComponentType, lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { graphql } from '#web/gql/index.ts';
import { isSignedOut } from '#web/lib/server-errors.ts';
import { forgetRefusedToken, noteRefusal, readToken } from '#web/lib/token.ts';
import { SignOut } from '../auth.gql.ts';

const KeepSession = graphql(`
  mutation KeepSession {
    keepSession
  }
`);

const question = () => import('./IdleDialog.tsx');

/** Where it cannot be loaded nobody is asked, and the time runs out all the same. */
const IdleDialog = lazy<ComponentType<{ secondsLeft: number; onStay: () => void }>>(() =>
  question().then(
    (m) => ({ default: m.IdleDialog }),
    () => ({ default: () => null }),
  ),
);

/** Milliseconds after which the question is fetched: it is not needed at the start, and the network may be gone when it is. */
const FETCH_AFTER = 10_000;

/** Asks a minute before the policy ends the session for want of a sign of the person. */
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

/** What a person does, and a program in the page does not. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'] as const;

/** A laptop wakes up, a tab comes to the front: timers may have stood still. */
const wakings = ['focus', 'pageshow', 'visibilitychange'] as const;

/**
 * Tells the server of the person, and ends the session here when there was no sign of them for so many minutes.
 * @returns the seconds left while they are being asked, and their answer
 */
function useIdleWatch(minutes: number): { secondsLeft?: number; stay: () => void } {
  const client = useApolloClient();
  const [clock] = useState(() => new IdleClock(Date.now()));
  const [secondsLeft, setSecondsLeft] = useState<number>();

  const keep = () => {
    client.mutate({ mutation: KeepSession }).catch((error: unknown) => {
      if (isSignedOut(error)) forgetRefusedToken();
    });
  };

  // As if the server had refused the token; it hears of it in the background, should it count otherwise.
  const end = () => {
    const headers = { authorization: `Bearer ${readToken()}` };
    client.mutate({ mutation: SignOut, context: { headers } }).catch(() => undefined);
    noteRefusal(readToken());
    forgetRefusedToken({
      title: `You were signed out after ${minutes} minutes without activity.`,
      description: 'Sign in to go on.',
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
    // The first touch of a laptop that slept too long is no sign of life in time.
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

/** Where the tabs of a browser tell each other of their person: milliseconds since 1970. */
const KEY = 'last_input';

/** At most so often the server hears that somebody is there, in milliseconds. */
const KEEP_EVERY = 60_000;

/** How long before the end the person is asked, in milliseconds. */
const WARN_FOR = 60_000;

/** Input within this is one, in milliseconds: a moving pointer says nothing new sixty times a second. */
const THROTTLE = 1_000;

/** When somebody last did something here or in another tab, and when the server last heard of it. */
class IdleClock {
  #input = 0;
  #told = 0;

  constructor(now: number) {
    this.#note(now);
    // The page has just been served to its session.
    this.#told = now;
  }

  /** Notes input, unless it was noted a moment ago. */
  input(now: number): void {
    if (now - this.#input >= THROTTLE) this.#note(now);
  }

  /** Milliseconds since the last input in any tab. */
  idle(now: number): number {
    const elsewhere = Number(localStorage.getItem(KEY));
    if (elsewhere > this.#input && elsewhere <= now) this.#input = elsewhere;
    return now - this.#input;
  }

  /** Whether the server is to hear of input that it does not know of; asked again only after a minute. */
  takeTurn(now: number): boolean {
    if (this.#input <= this.#told || now - this.#told < KEEP_EVERY) return false;
    this.#told = now;
    return true;
  }

  /** It hears of it now, whenever it last did. */
  tellNow(now: number): void {
    this.#note(now);
    this.#told = now;
  }

  #note(now: number): void {
    this.#input = now;
    localStorage.setItem(KEY, String(now));
  }
}
