// The service worker: push notifications, and a page for when there is no connection. It never answers for the app's own
// pages, files or requests, so a deployed change is never hidden by it.
import { readLastKnown } from '#web/lib/last-known.ts';
import { isSitePath } from '#web/lib/site-page.ts';
import { notificationOf, type Push } from './notification.ts';
import { offlinePage } from './offline-page.ts';

/** The parts of a service worker's global scope that are used here. Its types exclude those of pages. */
interface Scope {
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<readonly Tab[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
}

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Events {
  install: Waiting;
  activate: Waiting;
  fetch: Waiting & {
    request: Request;
    preloadResponse: Promise<Response | undefined>;
    respondWith(response: Promise<Response>): void;
  };
  push: Waiting & { data: { json(): unknown } | null };
  notificationclick: Waiting & { action: string; notification: Notification };
}

interface Tab {
  url: string;
  focused: boolean;
  focus(): Promise<Tab>;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

const scope = globalThis as unknown as Scope;

/** Icon of the page without a connection. */
const icon = '/icons/any-192.png';
const iconCache = 'offline-icon';

scope.addEventListener('install', (event) => {
  const keepIcon = caches.open(iconCache).then((cache) => cache.add(icon));
  event.waitUntil(Promise.all([keepIcon.catch(() => undefined), scope.skipWaiting()]));
});

scope.addEventListener('activate', (event) => {
  // The browser asks the server while it starts this worker, so that navigating takes no longer.
  const preload = scope.registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([preload, scope.clients.claim()]));
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  if (origin !== location.origin || request.method !== 'GET') return;
  if (pathname === icon) event.respondWith(fetch(request).catch(keptIcon));
  // Public pages stay as they are.
  const isApp = !isSitePath(pathname) || searchParams.has('app');
  if (request.mode === 'navigate' && isApp) event.respondWith(navigated(event));
});

async function keptIcon(): Promise<Response> {
  return (await caches.match(icon, { ignoreSearch: true })) ?? Response.error();
}

/**
 * Whatever the server answers, even an error. Only without an answer does a page of ours take its place. On a wall, it also
 * takes the place of an error, because no one is there to reload it.
 */
async function navigated({ request, preloadResponse }: Events['fetch']): Promise<Response> {
  const isWall = new URL(request.url).pathname === '/wall';
  try {
    const response = (await preloadResponse) ?? (await fetch(request));
    if (isWall && response.status >= 500) throw new Error(`The server answered ${response.status}`);
    return response;
  } catch {
    const nonce = crypto.randomUUID();
    const known = await readLastKnown().catch(() => undefined);
    const page = offlinePage({
      known,
      now: new Date(),
      isWall,
      hasNetwork: navigator.onLine,
      icon,
      nonce,
    });
    const own = `'nonce-${nonce}'`;
    return new Response(page, {
      status: 503,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': `default-src 'none'; style-src ${own}; script-src ${own}; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      },
    });
  }
}

scope.addEventListener('push', (event) => {
  event.waitUntil(shown((event.data?.json() ?? {}) as Partial<Push>));
});

/** Someone who is looking at the app has heard of it, but browsers require that something is shown. */
async function shown(push: Partial<Push>): Promise<void> {
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const { title, options } = notificationOf(
    push,
    tabs.some(({ focused }) => focused),
  );
  await scope.registration.showNotification(title, options);
}

scope.addEventListener('notificationclick', (event) => {
  const { action, notification } = event;
  notification.close();
  const push = notification.data as Partial<Push>;
  const isAction = action === 'acknowledge' || action === 'snooze';
  event.waitUntil(isAction && push.token ? act(action, push) : open(push.url ?? '/alerts'));
});

/** Milliseconds for which a tab may take to say that it opens something. */
const patience = 1000;

/** Shows an address in a tab of the app that is open already, without reloading it. If there is none, opens one. */
async function open(url: string): Promise<void> {
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const apps = tabs.filter((tab) => !isSitePath(new URL(tab.url).pathname));
  const tab = apps.find((one) => one.focused) ?? apps[0];
  if (tab && (await handedTo(tab, url))) return;
  await scope.clients.openWindow(url);
}

async function handedTo(tab: Tab, url: string): Promise<boolean> {
  await tab.focus().catch(() => undefined);
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', () => resolve(true), { once: true });
    port1.start();
    setTimeout(() => resolve(false), patience);
  });
  tab.postMessage({ open: url }, [port2]);
  return answered;
}

const documents = {
  acknowledge: 'mutation ($token: String!) { done: acknowledgeByLink(token: $token) { changed } }',
  snooze: 'mutation ($token: String!) { done: snoozeByLink(token: $token, minutes: 60) { changed } }',
};

/** Minutes are in the document. */
const outcomes = {
  acknowledge: { done: 'Acknowledged', late: 'Already acknowledged or over', failed: 'Not acknowledged' },
  snooze: { done: 'Snoozed for 1 hour', late: 'Already snoozed or over', failed: 'Not snoozed' },
};

/** Acknowledges or snoozes by the token of the notification, which needs no sign-in, and shows the result in its place. */
async function act(action: keyof typeof documents, push: Partial<Push>): Promise<void> {
  const said = outcomes[action];
  const { problem, changed } = await sent(documents[action], push.token!);
  const after = problem
    ? { ...push, title: said.failed, body: `${problem}\n${push.title ?? ''}` }
    : { ...push, title: changed ? said.done : said.late, body: push.title ?? '', token: undefined };
  const { title, options } = notificationOf({ ...after, lasting: false }, true);
  await scope.registration.showNotification(title, options);
}

async function sent(query: string, token: string): Promise<{ problem?: string; changed?: boolean }> {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { token } }),
    });
    const { data, errors } = (await response.json()) as {
      data?: { done?: { changed: boolean } } | null;
      errors?: { message: string }[];
    };
    return data?.done ? { changed: data.done.changed } : { problem: errors?.[0]?.message ?? 'Try again.' };
  } catch {
    return { problem: 'There is no connection. Try again when there is.' };
  }
}
