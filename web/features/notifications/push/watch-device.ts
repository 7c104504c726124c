import type { ApolloClient } from '@apollo/client';
import { graphql, readFragment } from '#web/gql/index.ts';
import { onAttentionCount } from '#web/lib/attention-count.ts';
import { BACKGROUND_HEADER, inBackground } from '#web/lib/background-request.ts';
import { readerLocale } from '#web/lib/format.ts';
import { forgetLastKnown, writeLastKnown, type LastKnown } from '#web/lib/last-known.ts';
import { liveState, onLiveState } from '#web/lib/live-state.ts';
import { currentPlatform } from '#web/lib/platform.ts';
import { forgetDevice, pushHere } from '#web/lib/this-device.ts';
import { onTokenChange, readToken } from '#web/lib/token.ts';
import { hashHere, leaveTeamHere, registerHere } from './browser-push.ts';
import { PushSettings, PushSettingsFields } from './push.gql.ts';

export const LastKnownAlerts = graphql(`
  query LastKnownAlerts($first: Int!) {
    openAlertCount
    openAlerts(order: worst, first: $first) {
      nodes {
        id
        severity
        message
      }
    }
  }
`);

interface Watched {
  client: ApolloClient;
  /** ID of the person. */
  person: string;
  team: { id: string; name: string };
  /** Shows a path of the app, without reloading it. */
  open: (path: string) => void;
}

/** Alerts that are kept for the time without a connection. */
const MOST = 12;

/** Shortest time between two requests for them, and longest while someone looks, in milliseconds. */
const PAUSE = 30_000;
const REFRESH = 300_000;

/** Does for this browser what only the app can do. @returns what ends it */
export function watchDevice(watched: Watched): () => void {
  const over = new AbortController();
  const quietly = (work: Promise<unknown>) => void work.catch(() => undefined);
  quietly(confirmPush(watched));
  openFromNotifications(watched.open, over.signal);
  keepLastKnown(watched, over.signal);
  const stop = onTokenChange(() => {
    // The session has ended. Push notifications stay on, because sessions are shorter than nights.
    if (readToken() === undefined) quietly(forgetLastKnown());
  });
  over.signal.addEventListener('abort', stop);
  return () => over.abort();
}

/**
 * Browsers replace their subscriptions at times, and the server may have a new key. What was turned on here stays on, unless
 * it was removed from another browser, or another person has signed in.
 */
async function confirmPush({ client, person, team }: Watched): Promise<void> {
  const here = pushHere();
  if (here && here.person !== person) return forgetDevice();
  const before = here?.teams[team.id];
  if (!here || before === undefined || Notification.permission !== 'granted') return;
  const { data } = await inBackground(() =>
    client.query({ query: PushSettings, fetchPolicy: 'network-only' }),
  );
  if (!data) return;
  const { publicKey, subscriptions } = readFragment(PushSettingsFields, data.pushSettings);
  const isListed = subscriptions.some(({ endpointHash }) => endpointHash === before);
  const isSameBrowser = (await hashHere()) === before;
  if (!isListed && isSameBrowser) return leaveTeamHere(team.id);
  await registerHere(client, { publicKey, person, team: team.id }, BACKGROUND_HEADER);
}

/** Opens what a notification is about. The worker opens a new tab if this one doesn't answer. */
function openFromNotifications(open: (path: string) => void, signal: AbortSignal): void {
  const listen = ({ data, ports }: MessageEvent) => {
    const { open: path } = (data ?? {}) as { open?: unknown };
    if (typeof path !== 'string' || !path.startsWith('/')) return;
    ports[0]?.postMessage('opened');
    open(path);
  };
  navigator.serviceWorker.addEventListener('message', listen, { signal });
  navigator.serviceWorker.startMessages();
}

/** Keeps what is known for the page without a connection: the open alerts, and when that was true. */
function keepLastKnown({ client, person, team }: Watched, signal: AbortSignal): void {
  let known: LastKnown | undefined;
  let last = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = async (changes: Partial<LastKnown>) => {
    if (!known || signal.aborted || readToken() === undefined) return;
    known = { ...known, ...changes };
    await writeLastKnown(known);
  };
  const ask = async () => {
    timer = undefined;
    last = Date.now();
    const variables = { first: MOST };
    const { data } = await inBackground(() =>
      client.query({ query: LastKnownAlerts, variables, fetchPolicy: 'no-cache' }),
    );
    if (!data) return;
    known = {
      person,
      team: team.id,
      teamName: team.name,
      platformName: currentPlatform().platformName,
      at: Date.now(),
      open: data.openAlertCount,
      alerts: data.openAlerts.nodes.map(({ severity, message }) => ({ severity, message })),
      locale: readerLocale(),
      theme: localStorage.getItem('theme'),
    };
    await write({});
  };
  const quietly = (work: Promise<unknown>) => void work.catch(() => undefined);
  const soon = () => {
    timer ??= setTimeout(() => quietly(ask()), Math.max(0, last + PAUSE - Date.now()));
  };
  /** The connection was there until now, or until it was lost. */
  const note = () => {
    const { state, since } = liveState();
    quietly(write({ at: state === 'live' ? Date.now() : Math.max(known?.at ?? 0, since.getTime()) }));
  };
  const refresh = setInterval(() => {
    if (document.visibilityState === 'visible') soon();
  }, REFRESH);
  const endings = [onAttentionCount(soon), onLiveState(note), () => clearInterval(refresh)];
  const hide = () => document.visibilityState === 'hidden' && note();
  document.addEventListener('visibilitychange', hide, { signal });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    for (const end of endings) end();
  });
  quietly(ask());
}
