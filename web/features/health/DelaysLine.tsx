import { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import type { DelaysQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { formatTime } from '#web/lib/format.ts';
import { usePolling } from '#web/lib/usePolling.ts';
import { Banner } from '#web/ui/Banner.tsx';

export const Delays = graphql(`
  query Delays {
    teamDelays {
      readings {
        controllerId
        controllerName
        dueAt
      }
      messagesSince
    }
  }
`);

/** Polling interval in milliseconds. A delay causes no event, so it has to be polled. */
const POLL_INTERVAL_MS = 30_000;

type Late = DelaysQuery['teamDelays'];

/** A line above a team's screens while Netlantern itself is behind for their team. */
export function DelaysLine(): ReactNode {
  const { data, refetch } = useQuery(Delays, { fetchPolicy: 'cache-and-network' });
  usePolling(POLL_INTERVAL_MS, refetch);
  const words = data && delayWords(data.teamDelays);
  if (!words) return null;
  return (
    <Banner label="Delays" role="status" state="warning">
      {words}
    </Banner>
  );
}

/** One sentence for each kind of delay, or an empty list. */
function delayWords({ readings: [first, ...others], messagesSince }: Late): string {
  const sentences: string[] = [];
  if (first) {
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    const due = formatTime(new Date(first.dueAt));
    const verb = others.length > 0 ? 'were' : 'was';
    sentences.push(
      `We’re running late: ${first.controllerName}${more} ${verb} due for a check at ${due}. Problems since then don’t show yet.`,
    );
  }
  if (messagesSince) {
    sentences.push(
      `Alert notifications have been delayed since ${formatTime(new Date(messagesSince))}. None are lost.`,
    );
  }
  return sentences.join(' ');
}
