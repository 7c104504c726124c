/** The pages of the public site, which the server renders. */
const sitePaths: readonly string[] = [
  '/',
  '/old',
  '/packages',
  '/contact',
  '/waitlist',
  '/privacy',
  '/terms',
];

export const isSitePath = (path: string): boolean => sitePaths.includes(path.replace(/\/+$/, '') || '/');

/** Whether this page was written by the server, or is being written. */
export const isSitePage = (): boolean =>
  typeof document === 'undefined' || document.documentElement.hasAttribute('data-site');

/** Parameter that requests the app instead of a page of the site. `web/site/loader.js` sends it. */
const APP = 'app';

/** Shows the address as the person knows it. Call it before the router reads the address. */
export function withoutAppParameter(): void {
  const address = new URL(window.location.href);
  if (!address.searchParams.has(APP)) return;
  address.searchParams.delete(APP);
  window.history.replaceState(null, '', address);
}
