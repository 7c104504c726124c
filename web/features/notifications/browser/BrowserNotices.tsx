import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import type { AlertSeverity } from '#web/gql/graphql.ts';
import { onAttention } from '#web/lib/attention.ts';
import { unattended } from '#web/lib/unattended.ts';
import { MOST, noticesOf, type Begun, type Notice } from './notice.ts';
import { AlertsBegun } from './notices.gql.ts';
import { hold, isInSight, untold } from './tabs.ts';

/** What comes within so many milliseconds is told together. */
const GATHER = 1_500;
/** Between two times that something is told, in milliseconds: a storm is summed. */
const APART = 10_000;

/**
 * Shows a notice of the browser for each alert that begins while nobody looks at the product. One tab tells for all of them.
 */
export function BrowserNotices({ severities }: { severities: readonly AlertSeverity[] }) {
  const client = useApolloClient();
  const navigate = useNavigate();

  /** Open alerts, those that were raised last first. */
  const ask = useEffectEvent(async (since: string | null): Promise<readonly Begun[]> => {
    const variables = { severities: [...severities], since, first: MOST };
    const { data } = await unattended(() =>
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
      // A browser that shows notices of service workers only.
    }
  });

  useEffect(() => {
    const over = new AbortController();
    let isTeller = false;
    let since: string | null | undefined;
    let last = -Infinity;
    let timer: ReturnType<typeof setTimeout> | undefined;

    /** What was open when nobody looked any more has been seen, or could have been. */
    const begin = async () => {
      const open = await ask(null);
      untold(open);
      // Of very many, the older ones come into the answer as newer ones end: they are no news.
      since = open.length === MOST ? open.at(-1)!.timestamp : null;
    };
    const tell = async () => {
      timer = undefined;
      if (since === undefined) return begin();
      const fresh = untold(await ask(since));
      if (fresh.length === 0 || over.signal.aborted || (await isInSight())) return;
      last = Date.now();
      for (const notice of noticesOf(fresh)) show(notice);
    };
    const quietly = (act: () => Promise<void>) => void act().catch(() => undefined);
    const gather = () => {
      if (!isTeller || timer !== undefined || document.visibilityState === 'visible') return;
      timer = setTimeout(() => quietly(tell), Math.max(GATHER, last + APART - Date.now()));
    };

    let looking: AbortController | undefined;
    const look = () => {
      looking?.abort();
      looking = undefined;
      if (document.visibilityState === 'visible') {
        looking = new AbortController();
        hold('looker', looking.signal);
        since = undefined;
      } else quietly(begin);
    };

    hold('teller', over.signal, () => (isTeller = true));
    look();
    document.addEventListener('visibilitychange', look);
    const stop = onAttention(gather);
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
