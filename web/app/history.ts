import { createPath, UNSAFE_createBrowserHistory as createBrowserHistory, type To } from 'react-router';
import { isSitePath } from '#web/lib/site-page.ts';
import { readToken } from '#web/lib/token.ts';

/**
 * The browser's history, in which some steps load a page instead of changing the screen: between the public site and
 * the app, so that scripts which administrators enter for visitors never run where somebody is signed in.
 */
function createHistory(loads: (path: string) => boolean) {
  const history = createBrowserHistory({ v5Compat: true });
  const { push, replace } = history;
  const addressOf = (to: To) => (typeof to === 'string' ? to : createPath(to));
  const loadsPage = (to: To) => loads(new URL(addressOf(to), window.location.href).pathname);
  return Object.assign(history, {
    push: (to: To, state?: unknown) =>
      loadsPage(to) ? window.location.assign(addressOf(to)) : push(to, state),
    replace: (to: To, state?: unknown) =>
      loadsPage(to) ? window.location.replace(addressOf(to)) : replace(to, state),
  });
}

/** A visitor's pages are the site's; who is signed in sees screens of the app under the same paths. */
export const appHistory = () => createHistory((path) => !readToken() && isSitePath(path));

/** Each page of the site comes from the server, with its head and whatever else stands in it. */
export const siteHistory = () => createHistory((path) => path !== window.location.pathname);
