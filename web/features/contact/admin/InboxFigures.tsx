import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { span } from '#web/lib/dates.ts';
import { Figure } from '#web/ui/Figure.tsx';
import { FigureStrip } from '#web/ui/FigureStrip.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { ContactFigures } from './inbox.gql.ts';

/** What waits, and how long people waited for the first answer against what the contact page promises. */
export function InboxFigures() {
  const { data, error, refetch } = useQuery(ContactFigures, { fetchPolicy: 'cache-and-network' });
  const [now] = useState(() => Date.now());
  if (!data && error)
    return (
      <chakra.div mb={6}>
        <LoadFailed title="The figures could not be loaded" error={error} onRetry={refetch} />
      </chakra.div>
    );
  const figures = data?.contactFigures;
  const { unread = 0, answered = 0, worstSeconds, overdue = 0, promisedHours = 24 } = figures ?? {};
  const { medianSeconds, oldestOpenAt } = figures ?? {};
  const promise = `Promised: within ${promisedHours} h`;
  return (
    <chakra.section aria-label="Figures" mb={6}>
      <FigureStrip columns={{ base: '1fr 1fr', lg: 'repeat(4, 1fr)' }}>
        <Figure
          label="Unanswered"
          value={figures?.open.toLocaleString()}
          note={`${unread.toLocaleString()} new`}
        />
        <Figure
          label="Waiting longest"
          value={figures && (oldestOpenAt ? span(now - Date.parse(oldestOpenAt)) : 'Nobody')}
          note={
            overdue > 0 ? (
              <StatusDot state="warning" word={`${overdue.toLocaleString()} over ${promisedHours} h`} />
            ) : (
              promise
            )
          }
        />
        <Figure
          label="First response, median"
          value={inWords(figures && medianSeconds)}
          note={
            typeof worstSeconds === 'number'
              ? `Longest ${span(worstSeconds * 1000)}, ${answered.toLocaleString()} answered in 30 days`
              : 'Of the last 30 days'
          }
        />
        <Figure
          label="Answered late"
          value={figures?.late.toLocaleString()}
          note={`After more than ${promisedHours} h, in 30 days`}
        />
      </FigureStrip>
    </chakra.section>
  );
}

const inWords = (seconds: number | null | undefined) =>
  typeof seconds === 'number' ? span(seconds * 1000) : seconds;
