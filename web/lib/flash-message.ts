import { useEffect, useState } from 'react';

/** Where the next page shows the message: as a toast, or above the sign-in form. */
type Place = 'toast' | 'sign-in';
export type FlashMessage = { title: string; description?: string };

const keyOf = (place: Place) => `say_next_${place}`;

/** Shows a message once on the next page of this tab. For actions that end by leaving the page. */
export const setFlashMessage = (place: Place, said: FlashMessage): void =>
  sessionStorage.setItem(keyOf(place), JSON.stringify(said));

/** The message for this place, until the next page. */
export function useFlashMessage(place: Place): FlashMessage | undefined {
  const [said] = useState(() => read(place));
  useEffect(() => sessionStorage.removeItem(keyOf(place)), [place]);
  return said;
}

/** Reads and removes the message. For pages outside of the app. */
export function takeFlashMessage(place: Place): FlashMessage | undefined {
  const said = read(place);
  sessionStorage.removeItem(keyOf(place));
  return said;
}

function read(place: Place): FlashMessage | undefined {
  const kept = sessionStorage.getItem(keyOf(place));
  return kept === null ? undefined : (JSON.parse(kept) as FlashMessage);
}
