/** The text with a full stop, unless it already ends a sentence. */
export function sentence(text: string): string {
  const said = text.trim();
  return /[.!?…]$/.test(said) ? said : `${said}.`;
}
