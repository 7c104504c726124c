import { chakra } from '@chakra-ui/react';
import { conditionWords } from './words.ts';
import type { NotEvaluatedFieldsFragment } from '#web/gql/graphql.ts';
import { dayAndTime } from '#web/lib/dates.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';

type Gap = NotEvaluatedFieldsFragment;

/** What rules haven't been able to evaluate for longer than their duration, on the page of what it is about. */
export function NotEvaluatedNote({ gaps }: { gaps: readonly Gap[] | undefined }) {
  if (!gaps?.length) return null;
  return (
    <Notice state="warning" title="Not evaluated">
      <chakra.ul listStyleType="none">
        {gaps.map((gap) => (
          <li key={gap.reason}>
            {gap.conditions.map((condition) => conditionWords[condition]).join(', ')}{' '}
            <NotEvaluatedWords gap={gap} />
          </li>
        ))}
      </chakra.ul>
    </Notice>
  );
}

/** "not evaluated on 3 devices since 21 Nov 2026, 14:02 (14 min ago): UniFi didn't respond in time." */
export const NotEvaluatedWords = ({ gap: { since, reason, deviceCount } }: { gap: Gap }) => (
  <>
    not evaluated{deviceCount ? ` on ${deviceCount} ${deviceCount === 1 ? 'device' : 'devices'}` : ''} since{' '}
    {dayAndTime(new Date(since))} (<RelativeTime at={since} />
    ): {reason}
  </>
);
