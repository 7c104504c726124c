import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApolloClient, gql, InMemoryCache } from '@apollo/client';
import { act, screen, waitFor } from '@testing-library/react';
// The copy that graphql-ws resolves to on Node; another one would refuse its schema.
import { buildSchema, GraphQLError } from 'graphql/index.js';
import { useServer as serveGraphql } from 'graphql-ws/use/ws';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { LiveStatus } from '#web/app/layouts/LiveStatus.tsx';
import { createLiveLink } from '#web/app/live-link.ts';
import { readToken, storeToken } from '#web/lib/token.ts';
import { render } from '#tests/support/render.tsx';

const AlertChanged = gql`
  subscription AlertChanged($controllerId: ID!, $after: String) {
    alertChanged(controllerId: $controllerId, after: $after) {
      cursor
    }
  }
`;

/** A server that remembers where each subscription began, also with the one `before` it, and whose line can be cut. */
async function listen(port = 0, before: { began: (string | undefined)[] } = { began: [] }) {
  const began = [...before.began];
  const tokens: unknown[] = [];
  const sockets = new Set<WebSocket>();
  const refusals: Record<string, unknown>[] = [];
  const http: Server = createServer();
  const wss = new WebSocketServer({ server: http, path: '/graphql' });
  wss.on('connection', (socket) => sockets.add(socket));
  const alertChanged = async function* ({ after }: { after?: string }) {
    began.push(after);
    yield { alertChanged: { cursor: String(Number(after) + 1) } };
    await new Promise(() => {});
  };
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  serveGraphql(
    {
      schema,
      roots: { subscription: { alertChanged } },
      onSubscribe: () => {
        const extensions = refusals.shift();
        return extensions && [new GraphQLError('Try again later', { extensions })];
      },
      onConnect: ({ connectionParams }) => void tokens.push(connectionParams?.['authToken']),
    },
    wss,
  );
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  const cut = (code?: number) =>
    sockets.forEach((socket) => (code ? socket.close(code) : socket.terminate()));
  const freeze = () => sockets.forEach((socket) => socket.pause());
  const stop = () => {
    cut();
    http.close();
  };
  return { port: (http.address() as AddressInfo).port, began, refusals, tokens, cut, freeze, stop };
}

let server: Awaited<ReturnType<typeof listen>>;
let cursors: string[];
let unsubscribe: () => void;

beforeEach(async () => {
  // The seconds of the tests are the code's own: a busy machine makes them longer.
  vi.useFakeTimers({ shouldAdvanceTime: true });
  // Node's own refuses the events of jsdom.
  vi.stubGlobal('WebSocket', WebSocket);
  storeToken('token-of-alice');
  server = await listen();
  cursors = [];
  const link = createLiveLink(() => `ws://127.0.0.1:${server.port}/graphql`);
  const client = new ApolloClient({ cache: new InMemoryCache(), link });
  render(<LiveStatus />);
  const subscription = client
    .subscribe<{ alertChanged: { cursor: string } }>({
      query: AlertChanged,
      variables: { controllerId: 'head-office', after: '7' },
      fetchPolicy: 'no-cache',
    })
    .subscribe(({ data }) => data && cursors.push(data.alertChanged.cursor));
  unsubscribe = () => subscription.unsubscribe();
  await waitFor(() => expect(cursors).toEqual(['8']));
});

afterEach(() => {
  vi.unstubAllGlobals();
  unsubscribe();
  server.stop();
});

test('the connection opens with the token and shows that it is live', async () => {
  expect(server.tokens).toEqual(['token-of-alice']);
  expect(await screen.findByText('Live')).toBeVisible();
});

test('a cut connection reconnects automatically and resumes after the last change it saw', async () => {
  await act(async () => server.cut());
  await waitFor(() => expect(cursors).toEqual(['8', '9']), { timeout: 5_000 });
  expect(server.began).toEqual(['7', '8']);
});

test('a subscription that exceeds the rate limit resumes by itself, and until then the status does not say live', async () => {
  await screen.findByText('Live');
  server.refusals.push({ code: 'TOO_MANY', retryAfter: 3 }, { code: 'NOT_READY' });
  await act(async () => server.cut());
  expect(await screen.findByText('Catching up…', {}, { timeout: 5_000 })).toBeVisible();
  await waitFor(() => expect(cursors).toEqual(['8', '9']), { timeout: 15_000 });
  expect(server.began).toEqual(['7', '8']);
  expect(await screen.findByText('Live', {}, { timeout: 5_000 })).toBeVisible();
}, 30_000);

test('while the server is unavailable the status does not say live, and it does when the server is back', async () => {
  const { port } = server;
  await act(async () => server.stop());
  expect(await screen.findByText('Reconnecting…', {}, { timeout: 4_000 })).toBeVisible();
  server = await listen(port);
  expect(await screen.findByText('Live', {}, { timeout: 10_000 })).toBeVisible();
  await waitFor(() => expect(server.began).toEqual(['8']));
}, 20_000);

test('a connection that has died silently is noticed within five seconds', async () => {
  await screen.findByText('Live');
  server.freeze();
  await act(() => vi.advanceTimersByTimeAsync(4_600));
  expect(await screen.findByText('Reconnecting…', {}, { timeout: 400 })).toBeVisible();
});

test('the browser’s offline event takes effect immediately', async () => {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  await act(async () => void window.dispatchEvent(new Event('offline')));
  expect(await screen.findByText(/^Offline since \d\d?:\d\d\s[AP]M$/)).toBeVisible();
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
});

describe('the feed resumes after the last change it saw, without a gap or a duplicate,', () => {
  const setOnline = async (value: boolean) => {
    Object.defineProperty(navigator, 'onLine', { value, configurable: true });
    await act(async () => void window.dispatchEvent(new Event(value ? 'online' : 'offline')));
  };
  const goesOn = async () => {
    await waitFor(() => expect(cursors).toEqual(['8', '9']), { timeout: 10_000 });
    expect(server.began).toEqual(['7', '8']);
    expect(await screen.findByText('Live')).toBeVisible();
  };

  test('after half a minute without a network', async () => {
    await setOnline(false);
    expect(await screen.findByText(/^Offline since \d\d?:\d\d\s[AP]M$/)).toBeVisible();
    const { port } = server;
    server.stop();
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(screen.queryByText('Live')).toBeNull();
    server = await listen(port, server);
    await setOnline(true);
    await goesOn();
  });

  test('after the server was updated', async () => {
    const { port } = server;
    await act(async () => server.cut(1001));
    server.stop();
    server = await listen(port, server);
    await goesOn();
  });

  test.each([
    ['ten minutes of sleep', 600_000],
    ['an hour in a tab in the background', 3_600_000],
  ])('after %s, in which the connection died silently and no timer ran', async (_what, passed) => {
    await screen.findByText('Live');
    server.freeze();
    vi.setSystemTime(Date.now() + passed);
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    await act(() => vi.advanceTimersByTimeAsync(4_600));
    await goesOn();
  });
});

test.each([4401, 4403])('a connection closed with %i ends the session here too', async (code) => {
  await act(async () => server.cut(code));
  await waitFor(() => expect(readToken()).toBeUndefined());
});

describe('when someone else has signed in in another tab', () => {
  test.each([4401, 4403])('the late end (%i) of the previous session doesn’t affect theirs', async (code) => {
    // A frozen tab has not heard of it.
    localStorage.setItem('auth_token', 'token-of-bob');
    await act(async () => server.cut(code));
    await waitFor(() => expect(server.tokens).toEqual(['token-of-alice', 'token-of-bob']));
    expect(readToken()).toBe('token-of-bob');
    expect(await screen.findByText('Live')).toBeVisible();
  });

  test('the connection is reopened as theirs', async () => {
    localStorage.setItem('auth_token', 'token-of-bob');
    await act(async () => void window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' })));
    await waitFor(() => expect(server.tokens).toEqual(['token-of-alice', 'token-of-bob']));
  });
});
