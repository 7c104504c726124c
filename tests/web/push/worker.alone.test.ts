import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { writeLastKnown, type LastKnown } from '#web/lib/last-known.ts';

interface Shown extends NotificationOptions {
  title: string;
  actions: { action: string }[];
  renotify: boolean;
}

const shown: Shown[] = [];
let tabs: {
  url: string;
  focused: boolean;
  focus: () => Promise<unknown>;
  postMessage: (said: unknown, ports: MessagePort[]) => void;
}[];
const opened: string[] = [];

/** The caches of a browser, as far as they are used here. */
class FakeCaches {
  readonly #kept = new Map<string, string>();
  open = async () => ({
    add: async () => undefined,
    put: async (key: string, response: Response) => void this.#kept.set(key, await response.text()),
  });
  match = async (key: string) => (this.#kept.has(key) ? new Response(this.#kept.get(key)) : undefined);
  delete = async () => this.#kept.clear();
}

// The worker listens as soon as it is loaded.
Object.assign(globalThis, {
  registration: {
    showNotification: async (title: string, options: Shown) => void shown.push({ ...options, title }),
  },
  clients: { matchAll: async () => tabs, openWindow: async (url: string) => void opened.push(url) },
  skipWaiting: async () => undefined,
});
await import('#web/service-worker/worker.ts');

beforeEach(() => {
  shown.length = 0;
  opened.length = 0;
  tabs = [];
  vi.stubGlobal('caches', new FakeCaches());
});
afterEach(() => vi.unstubAllGlobals());

/** Dispatches an event and waits for what the worker does about it. */
async function happens(name: string, fields: object): Promise<Response | undefined> {
  const work: Promise<unknown>[] = [];
  let response: Promise<Response> | undefined;
  const event = Object.assign(new Event(name), fields, {
    waitUntil: (promise: Promise<unknown>) => void work.push(promise),
    respondWith: (promise: Promise<Response>) => void (response = promise),
  });
  window.dispatchEvent(event);
  await Promise.all(work);
  return response;
}

const alert = {
  title: '▲ Critical: AP Lobby (Head Office), device offline',
  body: 'AP Lobby (Head Office) has been offline since 14:02 UTC.',
  tag: 'alert-1',
  url: '/alerts/alert-1',
  at: 1_795_720_839_141,
  silent: false,
  lasting: true,
  token: 'secret',
};
const pushed = (push: object) => happens('push', { data: { json: () => push } });
const clicked = (action: string, data: object = alert) =>
  happens('notificationclick', { action, notification: { close: () => undefined, data } });

describe('A push', () => {
  test('is shown with its buttons, and replaces an earlier one of the same alert', async () => {
    await pushed(alert);
    expect(shown).toMatchObject([
      {
        title: alert.title,
        body: alert.body,
        tag: 'alert-1',
        silent: false,
        renotify: true,
        requireInteraction: true,
      },
    ]);
    expect(shown[0]!.actions.map(({ action }) => action)).toEqual(['acknowledge', 'snooze']);
  });

  test('about a recovery is silent and has no buttons', async () => {
    await pushed({ ...alert, token: undefined, silent: true, lasting: false });
    expect(shown).toMatchObject([{ silent: true, renotify: false, actions: [] }]);
  });

  test('is silent while someone looks at the app', async () => {
    tabs = [
      { url: 'http://x/alerts', focused: true, focus: async () => undefined, postMessage: () => undefined },
    ];
    await pushed(alert);
    expect(shown).toMatchObject([{ silent: true }]);
  });

  test('that a newer server sends in another form is shown all the same', async () => {
    await pushed({ title: 'Something new' });
    expect(shown).toMatchObject([{ title: 'Something new', actions: [] }]);
  });
});

describe('A click', () => {
  const answers = (body: object) =>
    vi.stubGlobal(
      'fetch',
      vi.fn().mockImplementation(async () => new Response(JSON.stringify(body))),
    );

  test.each([
    ['acknowledge', { changed: true }, 'Acknowledged'],
    ['acknowledge', { changed: false }, 'Already acknowledged or over'],
    ['snooze', { changed: true }, 'Snoozed for 1 hour'],
  ])('on %s sends the token and shows the result: %o', async (action, done, title) => {
    answers({ data: { done } });
    await clicked(action);
    const [address, request] = vi.mocked(fetch).mock.calls[0]!;
    expect(address).toBe('/graphql');
    expect(JSON.parse(String(request!.body))).toMatchObject({
      query: expect.stringContaining(`${action}ByLink`) as string,
      variables: { token: 'secret' },
    });
    expect(shown).toMatchObject([{ title, tag: 'alert-1', silent: true, actions: [] }]);
    expect(opened).toEqual([]);
  });

  test('on a button that is refused says why, and leaves the buttons', async () => {
    answers({ data: null, errors: [{ message: 'This link is no longer valid.' }] });
    await clicked('acknowledge');
    expect(shown[0]!.title).toBe('Not acknowledged');
    expect(shown[0]!.body).toContain('This link is no longer valid.');
    expect(shown[0]!.actions).toHaveLength(2);
  });

  test('without a connection says so', async () => {
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('offline')));
    await clicked('snooze');
    expect(shown[0]).toMatchObject({ title: 'Not snoozed', body: expect.stringContaining('no connection') });
  });

  test('elsewhere opens the alert in a tab of the app that is open, or in a new one', async () => {
    const told: unknown[] = [];
    const tab = (url: string, answersBack: boolean) => ({
      url,
      focused: false,
      focus: async () => undefined,
      postMessage: (said: unknown, [port]: MessagePort[]) => {
        told.push(said);
        if (answersBack) port!.postMessage('opened', []);
      },
    });
    tabs = [tab('http://x/', true), tab('http://x/alerts', true)];
    await clicked('');
    expect([told, opened]).toEqual([[{ open: '/alerts/alert-1' }], []]);
    // Only a public page is open.
    tabs = [tab('http://x/packages', true)];
    await clicked('');
    expect(opened).toEqual(['/alerts/alert-1']);
  });
});

describe('Without a connection', () => {
  const known: LastKnown = {
    person: 'alice',
    team: 'team-alice',
    platformName: 'Nacht & Söhne',
    teamName: '<b>Archer</b>',
    at: Date.now() - 12 * 60_000,
    open: 14,
    alerts: [{ severity: 'critical', message: 'AP "<script>" has been offline since 14:02 UTC' }],
    theme: 'dark',
  };
  const navigates = (path: string, mode = 'navigate') =>
    happens('fetch', {
      request: { url: `${location.origin}${path}`, method: 'GET', mode },
      preloadResponse: Promise.resolve(undefined),
    });
  const isAway = () => vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('offline')));

  test('a page of the app says since when, and what was known then', async () => {
    isAway();
    await writeLastKnown(known);
    const response = (await navigates('/alerts'))!;
    const html = await response.text();
    expect(response.status).toBe(503);
    expect(html).toMatch(/Last connected .+ \(12 min ago\)\./);
    expect(html).toContain('14 open alerts at');
    expect(html).toContain('AP &quot;&lt;script&gt;&quot; has been offline');
    expect(html).toContain('&lt;b&gt;Archer&lt;/b&gt;');
    expect(html).toContain('and 13 more');
    expect(html).toContain('Nacht &amp; Söhne');
    const [, nonce] = /script-src 'nonce-([\w-]+)'/.exec(response.headers.get('content-security-policy')!)!;
    expect(html).toContain(`<script nonce="${nonce}">`);
  });

  test('nothing is shown about anyone who has signed out', async () => {
    isAway();
    const html = await (await navigates('/alerts'))!.text();
    expect(html).toContain('No alerts are stored on this device.');
    expect(html).not.toContain('open alert');
  });

  test.each([
    ['a public page', '/packages', 'navigate'],
    ['a request', '/graphql', 'cors'],
    ['a script', '/assets/index-1.js', 'no-cors'],
  ])('%s is left to the browser', async (_, path, mode) => {
    isAway();
    expect(await navigates(path, mode)).toBeUndefined();
  });

  test.each([
    ['there is no connection', isAway],
    [
      'the server answers with an error',
      () => vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response('busy', { status: 502 }))),
    ],
  ])('a wall says that it isn’t live while %s, and comes back by itself', async (_, happened) => {
    happened();
    await writeLastKnown(known);
    const html = await (await navigates('/wall'))!.text();
    expect(html).toContain('The wall comes back by itself once we can.');
    expect(html).toContain('setInterval');
    expect(html).not.toContain('Sign in');
    // Whoever is signed in in this browser isn't who looks at the wall.
    expect(html).not.toContain('open alert');
  });

  test('whatever the server answers is shown, also an error', async () => {
    vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response('busy', { status: 503 })));
    expect(await (await navigates('/alerts'))!.text()).toBe('busy');
  });
});
