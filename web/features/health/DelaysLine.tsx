import { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import type { DelaysQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { clockTime } from '#web/lib/dates.ts';
import { useAskAgain } from '#web/lib/useAskAgain.ts';
import { StateLine } from '#web/ui/StateLine.tsx';

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

/** Milliseconds between two looks: what nobody reads raises no event that could tell of it. */
const LOOK_EVERY = 30_000;

type Late = DelaysQuery['teamDelays'];

/** One line above the customer's screens while the product itself is late for their team. */
export function DelaysLine(): ReactNode {
  const { data, refetch } = useQuery(Delays, { fetchPolicy: 'cache-and-network' });
  useAskAgain(LOOK_EVERY, refetch);
  const words = data && delayWords(data.teamDelays);
  if (!words) return null;
  return (
    <StateLine label="Delays" role="status" state="warning">
      {words}
    </StateLine>
  );
}

/** What is late, in sentences; empty where nothing is. */
function delayWords({ readings: [first, ...others], messagesSince }: Late): string {
  const sentences: string[] = [];
  if (first) {
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    const due = clockTime(new Date(first.dueAt));
    const verb = others.length > 0 ? 'were' : 'was';
    sentences.push(
      `We are late: ${first.controllerName}${more} ${verb} to be read at ${due}. What is wrong there since then is not known yet.`,
    );
  }
  if (messagesSince) {
    sentences.push(`Messages about alerts wait since ${clockTime(new Date(messagesSince))}; none is lost.`);
  }
  return sentences.join(' ');
}
