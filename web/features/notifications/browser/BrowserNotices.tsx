import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import type { AlertsBegunQuery, AlertSeverity } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { onAttentionCount } from '#web/lib/attention-count.ts';
import { useSession } from '#web/features/auth/useSession.ts';
import { inBackground } from '#web/lib/background-request.ts';
import { pushedSeverities } from '../push/browser-push.ts';

export const AlertsBegun = graphql(`
  query AlertsBegun($severities: [AlertSeverity!], $since: DateTimeISO, $first: Int!) {
    alertHistory(severities: $severities, since: $since, open: true, first: $first) {
      nodes {
        id
        severity
        message
        deviceName
        siteName
        timestamp
      }
    }
  }
`);

/** Alerts that start within this many milliseconds share one notification. */
const GATHER_FOR = 1_500;
/** Shortest time between two rounds of notices, in milliseconds, so that a storm arrives as one. */
const MIN_GAP = 10_000;

/**
 * Shows a browser notification for each alert that begins while the product isn't visible. One tab does so for all tabs.
 */
export function BrowserNotices({ severities }: { severities: readonly AlertSeverity[] }) {
  const client = useApolloClient();
  const navigate = useNavigate();
  const team = useSession().user?.team?.id;

  /** Open alerts, those that were raised last first. What arrives here as a push notification isn't shown twice. */
  const ask = useEffectEvent(async (since: string | null): Promise<readonly NewAlert[]> => {
    const pushed = pushedSeverities(team);
    const wanted = severities.filter((one) => !pushed.includes(one));
    if (wanted.length === 0) return [];
    const variables = { severities: wanted, since, first: MOST };
    const { data } = await inBackground(() =>
      client.query({ query: AlertsBegun, variables, fetchPolicy: 'no-cache' }),
    );
    return data?.alertHistory.nodes ?? [];
  });

  const show = useEffectEvent((notice: Notice) => {
    try {
      const icon = document.querySelector<HTMLLinkElement>('link[rel~="icon"]')?.href;
      const shown = new Notification(notice.title, { body: notice.body, tag: notice.tag, icon });
      shown.addEventListener('click', () => {
        window.focus();
        shown.close();
        void navigate(notice.to);
      });
    } catch {
      // Some browsers only allow notifications from service workers.
    }
  });

  useEffect(() => {
    const over = new AbortController();
    let isNotifier = false;
    let since: string | null | undefined;
    let last = -Infinity;
    let timer: ReturnType<typeof setTimeout> | undefined;

    /** Alerts that were open when the product was hidden count as seen. */
    const begin = async () => {
      const open = await ask(null);
      takeUnseen(open);
      // With more alerts than fit, older ones enter the response as newer ones end. They aren't new.
      since = open.length === MOST ? open.at(-1)!.timestamp : null;
    };
    const notify = async () => {
      timer = undefined;
      if (since === undefined) return begin();
      const fresh = takeUnseen(await ask(since));
      if (fresh.length === 0 || over.signal.aborted || (await isInSight())) return;
      last = Date.now();
      for (const notice of noticesOf(fresh)) show(notice);
    };
    const quietly = (act: () => Promise<void>) => void act().catch(() => undefined);
    const gather = () => {
      if (!isNotifier || timer !== undefined || document.visibilityState === 'visible') return;
      timer = setTimeout(() => quietly(notify), Math.max(GATHER_FOR, last + MIN_GAP - Date.now()));
    };

    let looking: AbortController | undefined;
    const look = () => {
      looking?.abort();
      looking = undefined;
      if (document.visibilityState === 'visible') {
        looking = new AbortController();
        holdLock('viewer', looking.signal);
        since = undefined;
      } else quietly(begin);
    };

    holdLock('notifier', over.signal, () => (isNotifier = true));
    look();
    document.addEventListener('visibilitychange', look);
    const stop = onAttentionCount(gather);
    return () => {
      over.abort();
      looking?.abort();
      clearTimeout(timer);
      stop();
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return null;
}

export type NewAlert = AlertsBegunQuery['alertHistory']['nodes'][number];

/** A notification's text and link. */
interface Notice {
  title: string;
  body: string;
  to: string;
  /** A notification replaces an earlier one with the same tag. */
  tag: string;
}

/** Alerts per request. Beyond this, we only know that there are more. */
const MOST = 100;

/** Up to this many alerts get a notification each. More than that share one. */
const mostSingly = 3;

const severities: readonly AlertSeverity[] = ['critical', 'error', 'warning', 'info'];

const word: Record<AlertSeverity, string> = {
  critical: 'Critical',
  error: 'Error',
  warning: 'Warning',
  info: 'Info',
};

/** Notifications for new alerts: one each, or a single one for many. */
function noticesOf(begun: readonly NewAlert[]): Notice[] {
  if (begun.length > mostSingly) return [summaryNotice(begun)];
  return begun.map(({ id, severity, message, deviceName, siteName }) => ({
    title: `${word[severity]}: ${deviceName ?? siteName}`,
    body: message,
    to: `/alerts/${id}`,
    tag: id,
  }));
}

function summaryNotice(begun: readonly NewAlert[]): Notice {
  const counts = severities.flatMap((severity) => {
    const count = begun.filter((one) => one.severity === severity).length;
    return count > 0 ? [`${count} ${word[severity].toLowerCase()}`] : [];
  });
  const sites = [...new Set(begun.map(({ siteName }) => siteName))];
  const where = sites.length > 2 ? `${sites.length} sites` : sites.join(' and ');
  return {
    title: `${begun.length < MOST ? begun.length : `${MOST} or more`} new alerts`,
    body: `${counts.join(', ')} at ${where}`,
    to: '/alerts',
    tag: begun[0]!.id,
  };
}

/** Ids of alerts this browser has already shown or notified of, newest last, and how many are kept. */
const KEY = 'browser_notices_told';
const mostKept = 300;

/** Returns the alerts not seen yet and marks all of them as seen, in every tab. */
function takeUnseen<T extends { id: string }>(alerts: readonly T[]): T[] {
  const seen = seenIds();
  const fresh = alerts.filter(({ id }) => !seen.includes(id));
  const ids = alerts.map(({ id }) => id);
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify([...seen.filter((id) => !ids.includes(id)), ...ids].slice(-mostKept)),
    );
  } catch {
    // Without storage, only the tab that notifies remembers them.
  }
  return fresh;
}

function seenIds(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

const NOTIFIER = 'netlantern-teller';
const VIEWER = 'netlantern-in-sight';

/** Holds a lock until the signal ends it. A browser without locks grants it to every tab. */
function holdLock(name: 'notifier' | 'viewer', signal: AbortSignal, onHeld?: () => void): void {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  if (!locks) {
    onHeld?.();
    return;
  }
  const held = () => {
    onHeld?.();
    return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  };
  const [lock, mode] = name === 'notifier' ? [NOTIFIER, 'exclusive' as const] : [VIEWER, 'shared' as const];
  locks.request(lock, { mode, signal }, held).catch(() => undefined);
}

/** Whether the product is visible in any tab of this browser. */
async function isInSight(): Promise<boolean> {
  if (document.visibilityState === 'visible') return true;
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  const held = (await locks?.query())?.held ?? [];
  return held.some(({ name }) => name === VIEWER);
}
