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
