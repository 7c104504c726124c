/** The text with a full stop, unless it already ends a sentence. */
export function sentence(text: string): string {
  const said = text.trim();
  return /[.!?…]$/.test(said) ? said : `${said}.`;
}

/** The text with a capital first letter: "all devices" becomes "All devices". */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
