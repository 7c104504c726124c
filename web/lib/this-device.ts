// What the app keeps in this browser about one person: that they receive push notifications here, and what was last known.
import { forgetLastKnown } from './last-known.ts';

/** Push notifications in this browser. */
export interface PushHere {
  /** ID of the person who turned them on. */
  person: string;
  /** Hash of the browser's endpoint for each team that sends here, by the team's ID. */
  teams: Record<string, string>;
  /** Severities that they receive. */
  severities: string[];
}

const KEY = 'push_here';

export function pushHere(): PushHere | undefined {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** `undefined` forgets it. */
export function setPushHere(here: PushHere | undefined): void {
  try {
    if (here) localStorage.setItem(KEY, JSON.stringify(here));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage, the app asks the server again on its next start.
  }
}

/** This browser's push subscription. Undefined if there is none, or it can't have one. */
export async function browserSubscription(): Promise<PushSubscription | undefined> {
  const { serviceWorker } = navigator as Partial<Pick<Navigator, 'serviceWorker'>>;
  const registration = await serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? undefined;
}

/** Forgets everything about the person who signs out. The push service refuses later notifications. */
export async function forgetDevice(): Promise<void> {
  const hasPush = pushHere() !== undefined;
  setPushHere(undefined);
  await Promise.allSettled([
    forgetLastKnown(),
    hasPush && browserSubscription().then((subscription) => subscription?.unsubscribe()),
  ]);
}
