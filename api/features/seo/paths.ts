/**
 * First path segments that belong to the product: screens, API calls and files. No redirect can take them
 * over, and signed-in people are never redirected away from them.
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
      'manifest.webmanifest',
      'service-worker.js',
      'icons',
    ],
    ['admin', 'auth', 'register', 'verify-email', 'confirm-email', 'reset-password', 'unlock'],
    ['accept-invitation', 'alert-link', 'unsubscribe', 'packages', 'waitlist', 'subscribe'],
    ['dashboard', 'user-dashboard', 'controllers', 'site-selector', 'alerts', 'customers', 'maintenance'],
    ['wall', 'reports', 'noise'],
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

export const appPaths: readonly string[] = ['/', ...[...roots].map((root) => `/${root}`)];

/** Whether a path is the product's own. `/` is, because signed-in people see the dashboard there. */
export function isAppPath(path: string): boolean {
  const [, root = ''] = path.split('/', 2);
  return path === '/' || roots.has(root.toLowerCase());
}

/**
 * Origin of a domain: `netlantern.example` gives `https://netlantern.example`. Undefined for anything that
 * isn't a plain origin, such as a URL with a path, user or query.
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

/** Normalizes a path as browsers send it, decoding what needn't be encoded. */
export function normalizePath(path: string): string {
  return new URL(`http://x${path}`).pathname.replace(/%([\da-f]{2})/gi, (whole, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return /[\w.~-]/.test(character) ? character : whole.toUpperCase();
  });
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text) && new URL(text).username === '';
}
