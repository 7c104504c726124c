import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { isSignedOut } from '#web/lib/server-errors.ts';
import { forgetRefusedToken, noteRefusal, readToken } from '#web/lib/token.ts';
import { SignOut } from './auth.gql.ts';
import { IdleClock, WARN_FOR } from './idle-clock.ts';
import { KeepSession } from './idle-watch.gql.ts';

/** What a person does, and a program in the page does not. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'] as const;

/** A laptop wakes up, a tab comes to the front: timers may have stood still. */
const wakings = ['focus', 'pageshow', 'visibilitychange'] as const;

/**
 * Tells the server of the person, and ends the session here when there was no sign of them for so many minutes.
 * @returns the seconds left while they are being asked, and their answer
 */
export function useIdleWatch(minutes: number): { secondsLeft?: number; stay: () => void } {
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
