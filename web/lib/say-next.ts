import { useEffect, useState } from 'react';

/** What the next page says of how one got there: a toast anywhere, or a line at sign-in. */
type Place = 'toast' | 'sign-in';
export type Said = { title: string; description?: string };

const keyOf = (place: Place) => `say_next_${place}`;

/** Has the next page of this tab say something, once. For what ends with leaving the page. */
export const sayNext = (place: Place, said: Said): void =>
  sessionStorage.setItem(keyOf(place), JSON.stringify(said));

/** What there is to say at this place; gone with the next page. */
export function useSaidNext(place: Place): Said | undefined {
  const [said] = useState(() => read(place));
  useEffect(() => sessionStorage.removeItem(keyOf(place)), [place]);
  return said;
}

/** What there is to say at this place, once; for a page that is no screen of the app. */
export function takeSaid(place: Place): Said | undefined {
  const said = read(place);
  sessionStorage.removeItem(keyOf(place));
  return said;
}

function read(place: Place): Said | undefined {
  const kept = sessionStorage.getItem(keyOf(place));
  return kept === null ? undefined : (JSON.parse(kept) as Said);
}
