/** The text with exactly one end: a full stop where it has none of its own. */
export function sentence(text: string): string {
  const said = text.trim();
  return /[.!?…]$/.test(said) ? said : `${said}.`;
}
