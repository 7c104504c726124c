/**
 * The origin that somebody means by a domain: `netlantern.example` is `https://netlantern.example`. Undefined for what is none,
 * or is more than one: a path, a person, a query.
 */
export function originOf(domain: string): string | undefined {
  const typed = domain.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (/[\s\\]/.test(typed) || !URL.canParse(address)) return undefined;
  const { protocol, hostname, pathname, search, hash, username, password, origin } = new URL(address);
  const isPlain = pathname === '/' && !search && !hash && !username && !password;
  const isHost = /^[^.]+(\.[^.]+)+$|^localhost$|^\[/.test(hostname);
  return isPlain && isHost && /^https?:$/.test(protocol) ? origin : undefined;
}

/** A path as browsers send it, with one spelling for each: what need not be encoded is not. */
export function plainPath(path: string): string {
  return new URL(`http://x${path}`).pathname.replace(/%([\da-f]{2})/gi, (whole, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return /[\w.~-]/.test(character) ? character : whole.toUpperCase();
  });
}

/** Whether a text is a whole address of the web. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text) && new URL(text).username === '';
}
