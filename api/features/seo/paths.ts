/**
 * First parts of the paths that belong to the product itself: screens, calls, files. No rule of the operator takes them away,
 * and nobody who is signed in is sent elsewhere from them.
 */
const roots = new Set(
  [
    ['api', 'graphql', 'hooks', 'dev', 'healthz', 'readyz', 'metrics', '.well-known'],
    [
      'assets',
      'uploads',
      'site',
      'pictures',
      'mark.svg',
      'theme.js',
      'favicon.ico',
      'robots.txt',
      'sitemap.xml',
    ],
    ['admin', 'auth', 'register', 'verify-email', 'confirm-email', 'reset-password', 'unlock'],
    ['accept-invitation', 'alert-link', 'unsubscribe', 'packages', 'waitlist', 'subscribe'],
    ['dashboard', 'user-dashboard', 'controllers', 'site-selector', 'alerts', 'maintenance'],
    [
      'integrate',
      'schema.graphql',
      'integrations',
      'halopsa-setup',
      'billing',
      'team',
      'settings',
      '2fa-setup',
    ],
  ].flat(),
);

/** The same, as paths. */
export const appPaths: readonly string[] = ['/', ...[...roots].map((root) => `/${root}`)];

/** Whether a path is the product's own. `/` is: it is the dashboard of those who are signed in. */
export function isAppPath(path: string): boolean {
  const [, root = ''] = path.split('/', 2);
  return path === '/' || roots.has(root.toLowerCase());
}

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
export function normalizePath(path: string): string {
  return new URL(`http://x${path}`).pathname.replace(/%([\da-f]{2})/gi, (whole, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return /[\w.~-]/.test(character) ? character : whole.toUpperCase();
  });
}

/** Whether a text is a whole address of the web. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text) && new URL(text).username === '';
}
