import { ApolloLink, CombinedGraphQLErrors } from '@apollo/client';
import { createClient, type Client } from 'graphql-ws';
import { print } from 'graphql';
import { Observable } from 'rxjs';
import { forgetRefusedToken, noteRefusal, onTokenChange, readToken } from '#web/lib/token.ts';
import { reportBehind, reportLiveState } from '#web/lib/live-state.ts';
import { isTransient, retryAfterOf } from '#web/lib/server-errors.ts';
import { dateOrder, here, hourCycle } from '#web/lib/time-zones.ts';

/** A ping every 2.5 s with a 2 s timeout makes the live mark accurate within five seconds. */
const PING_EVERY = 2_500;
const PONG_WITHIN = 2_000;
/** After this long without a connection, the mark says "Offline" instead of "Reconnecting". */
const OFFLINE_AFTER = 10_000;
const LONGEST_WAIT = 15_000;
/** The server's close codes for an ended session. */
const SESSION_ENDED = [4401, 4403];

const closeCodeOf = (event: unknown): number | undefined =>
  typeof event === 'object' && event !== null && 'code' in event ? Number(event.code) : undefined;

/** After this long without a refusal, a subscription that was refused counts as accepted. The server doesn't say so. */
const ACCEPTED_AFTER = 2_000;

/** Random between half and all of a doubling second; cut short when the browser says the network is back. */
function backOff(attempt: number): Promise<void> {
  const wait = Math.min(LONGEST_WAIT, 1_000 * 2 ** Math.min(attempt, 6)) * (0.5 + Math.random() / 2);
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      document.removeEventListener('visibilitychange', go);
      resolve();
    };
    const timer = setTimeout(go, wait);
    window.addEventListener('online', go);
    document.addEventListener('visibilitychange', go);
  });
}

type Line = {
  client: Client;
  /** The token of the latest connection. */
  sentToken: () => string | undefined;
  /** Whether a close ended this browser's session. A previous person's connection is reopened instead. */
  isOver: (event: unknown) => boolean;
};

function connect(url: () => string): Line {
  let sent: string | undefined;
  let pongTimer: ReturnType<typeof setTimeout> | undefined;
  let offlineTimer: ReturnType<typeof setTimeout> | undefined;
  const lost = () => {
    clearTimeout(pongTimer);
    clearTimeout(offlineTimer);
    reportLiveState(navigator.onLine ? 'reconnecting' : 'offline');
    offlineTimer = setTimeout(() => reportLiveState('offline'), OFFLINE_AFTER);
  };
  const isAnothers = () => readToken() !== undefined && readToken() !== sent;
  const isRejection = (event: unknown) => SESSION_ENDED.includes(closeCodeOf(event) ?? 0);
  const isOver = (event: unknown) => isRejection(event) && !isAnothers();
  const client = createClient({
    url,
    connectionParams: () => ({ authToken: (sent = readToken()), timeZone: here, hourCycle, dateOrder }),
    lazyCloseTimeout: 3_000,
    connectionAckWaitTimeout: 4_000,
    keepAlive: PING_EVERY,
    retryAttempts: Infinity,
    retryWait: backOff,
    shouldRetry: (event) => !isOver(event),
    on: {
      connected: () => {
        clearTimeout(offlineTimer);
        reportLiveState('live');
      },
      ping: (received) => {
        if (!received) pongTimer = setTimeout(() => client.terminate(), PONG_WITHIN);
      },
      pong: (received) => {
        if (received) clearTimeout(pongTimer);
      },
      closed: (event) => {
        // Closed because there are no more subscribers, so it isn't a loss.
        if (closeCodeOf(event) === 1000) return reportLiveState('reconnecting');
        lost();
        if (!isRejection(event)) return;
        noteRefusal(sent);
        forgetRefusedToken();
      },
    },
  });
  // The browser knows immediately when the network is lost. The socket would notice seconds later.
  window.addEventListener('offline', () => {
    reportLiveState('offline');
    client.terminate();
  });
  // Someone else signed in in another tab, so this connection belongs to the previous person.
  onTokenChange(() => isAnothers() && client.terminate());
  return { client, sentToken: () => sent, isOver };
}

/**
 * What is sent for a subscription, again after every reconnect. A subscription that takes `after` and
 * answers with cursors resumes behind the last cursor seen, so nothing is missed and nothing comes twice.
 */
function resumable(operation: ApolloLink.Operation) {
  let after: string | undefined;
  return {
    payload: {
      query: print(operation.query),
      operationName: operation.operationName,
      get variables() {
        return after === undefined ? operation.variables : { ...operation.variables, after };
      },
    },
    saw(answer: ApolloLink.Result) {
      for (const field of Object.values(answer.data ?? {})) {
        if (typeof field === 'object' && field !== null && 'cursor' in field) after = String(field.cursor);
      }
    },
  };
}

/** Subscriptions over one WebSocket that opens on demand and always reconnects. */
export function createLiveLink(url: () => string): ApolloLink {
  let line: Line | undefined;
  return new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        const { payload, saw } = resumable(operation);
        let stop = () => {};
        let failures = 0;
        let timer: ReturnType<typeof setTimeout> | undefined;
        const isOn = () => reportBehind(observer, false);
        /** Over a rate limit or while the server fails, screens would freeze without their subscriptions. */
        const startLater = async (refusal: CombinedGraphQLErrors) => {
          reportBehind(observer, true);
          const pause = (retryAfterOf(refusal) ?? 0) * 1_000;
          await Promise.all([backOff(failures++), new Promise((resolve) => setTimeout(resolve, pause))]);
          if (observer.closed) return;
          timer = setTimeout(isOn, ACCEPTED_AFTER);
          start();
        };
        const start = () => {
          const { client, sentToken, isOver } = (line ??= connect(url));
          stop = client.subscribe<Record<string, unknown>, Record<string, unknown>>(payload, {
            next: (answer) => {
              failures = 0;
              isOn();
              operation.setContext({ sentToken: sentToken() });
              saw(answer);
              observer.next(answer);
            },
            complete: () => observer.complete(),
            error: (reason) => {
              operation.setContext({ sentToken: sentToken() });
              clearTimeout(timer);
              const refusal = Array.isArray(reason) && new CombinedGraphQLErrors({ errors: reason });
              if (refusal && isTransient(refusal)) void startLater(refusal);
              else if (refusal) observer.error(refusal);
              else if (isOver(reason)) observer.complete();
              else void backOff(failures++).then(() => !observer.closed && start());
            },
          });
        };
        start();
        return () => {
          clearTimeout(timer);
          isOn();
          stop();
        };
      }),
  );
}

/** The connection to this page's own server. */
export const liveLink = createLiveLink(() => `${window.location.origin.replace(/^http/, 'ws')}/graphql`);
