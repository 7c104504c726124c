/** Ids longer than 16 characters keep their first and last 8, as documented for host ids. */
export const shorten = (id: string): string => (id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-8)}` : id);

/** A longer name would not fit on a button; there it stands whole in the sentence above. */
const MOST_ON_BUTTON = 24;

/** A name as a button has it. */
export function onButton(name: string): string {
  const letters = [...name];
  return letters.length > MOST_ON_BUTTON ? `${letters.slice(0, MOST_ON_BUTTON).join('')}…` : name;
}
