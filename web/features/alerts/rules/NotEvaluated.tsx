import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import type { NotEvaluatedFieldsFragment } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { usePolling } from '#web/lib/usePolling.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { conditionWords } from '../alert-words.ts';

export const NotEvaluatedFields = graphql(`
  fragment NotEvaluatedFields on NotEvaluated {
    since
    reason
    conditions
    controllerId
    deviceCount
  }
`);

export const NotEvaluatedRules = graphql(`
  query NotEvaluatedRules {
    alertRules {
      id
      notEvaluated {
        ...NotEvaluatedFields
      }
    }
  }
`);

export const NotEvaluatedControllers = graphql(`
  query NotEvaluatedControllers {
    controllers {
      id
      notEvaluated {
        ...NotEvaluatedFields
      }
    }
  }
`);

type Gap = NotEvaluatedFieldsFragment;

/** What rules haven't been able to evaluate for longer than their duration, on the page of the controller or device. */
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
    {formatDateTime(new Date(since))} (<RelativeTime at={since} />
    ): {reason}
  </>
);

/** Polled, because each reading may change it and no event announces that. In milliseconds. */
const EVERY = 60_000;

type Gaps = readonly NotEvaluatedFieldsFragment[];

/** By rule: what it hasn't been able to evaluate. */
export function useNotEvaluatedRules(): (ruleId: string) => Gaps | undefined {
  const { data, refetch } = useQuery(NotEvaluatedRules, { fetchPolicy: 'cache-and-network' });
  usePolling(EVERY, refetch);
  return (ruleId) => {
    const rule = data?.alertRules.find(({ id }) => id === ruleId);
    return rule && readFragment(NotEvaluatedFields, rule.notEvaluated);
  };
}

/** What rules haven't been able to evaluate on a controller. */
export function useNotEvaluatedOn(controllerId: string): Gaps | undefined {
  const { data, refetch } = useQuery(NotEvaluatedControllers, { fetchPolicy: 'cache-and-network' });
  usePolling(EVERY, refetch);
  const controller = data?.controllers.find(({ id }) => id === controllerId);
  return controller && readFragment(NotEvaluatedFields, controller.notEvaluated);
}
