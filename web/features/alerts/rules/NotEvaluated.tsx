import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import type { NotEvaluatedFieldsFragment } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { formatCount, formatDateTime } from '#web/lib/format.ts';
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
type Gaps = readonly Gap[];

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
const NotEvaluatedWords = ({ gap: { since, reason, deviceCount } }: { gap: Gap }) => (
  <>
    not evaluated{deviceCount ? ` on ${formatCount(deviceCount, 'device')}` : ''} <Since at={since} />:{' '}
    {reason}
  </>
);

/** One line for what a rule can't evaluate, however many controllers that is about. Why is behind it, a line for each reason. */
export function NotEvaluatedSummary({ gaps }: { gaps: Gaps }) {
  if (gaps.length === 0) return null;
  const byReason = [...Map.groupBy(gaps, ({ reason }) => reason)];
  return (
    <chakra.details textStyle="sm" overflowWrap="anywhere">
      <chakra.summary
        cursor="pointer"
        w="fit-content"
        borderRadius="sm"
        color="state.warning"
        css={{ '@media (pointer: coarse)': { py: 3 } }}
      >
        {`Not evaluated${extentOf(gaps)}`}
      </chakra.summary>
      <chakra.ul listStyleType="none" color="fg.muted">
        {byReason.map(([reason, same]) => (
          <chakra.li key={reason} _firstLetter={{ textTransform: 'uppercase' }}>
            {byReason.length > 1 && `${extentOf(same).trim()} `}
            <Since at={same.map(({ since }) => since).toSorted()[0]!} />: {reason}
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.details>
  );
}

/** " on 1,800 devices across 30 controllers". Without a count it's about whole controllers. */
function extentOf(gaps: Gaps): string {
  const devices = gaps.reduce((sum, { deviceCount }) => sum + (deviceCount ?? 0), 0);
  const controllers = new Set(gaps.map(({ controllerId }) => controllerId)).size;
  const several = controllers > 1 ? formatCount(controllers, 'controller') : '';
  if (devices === 0) return several && ` on ${several}`;
  return ` on ${formatCount(devices, 'device')}${several && ` across ${several}`}`;
}

const Since = ({ at }: { at: string }) => (
  <>
    since {formatDateTime(new Date(at))} (<RelativeTime at={at} />)
  </>
);

/** Polled, because each reading may change it and no event announces that. In milliseconds. */
const EVERY = 60_000;

/** By rule: what it hasn't been able to evaluate. */
export function useNotEvaluatedRules(): { of: (ruleId: string) => Gaps | undefined; isPending: boolean } {
  const { data, error, refetch } = useQuery(NotEvaluatedRules, { fetchPolicy: 'cache-and-network' });
  usePolling(EVERY, refetch);
  return {
    of: (ruleId) => {
      const rule = data?.alertRules.find(({ id }) => id === ruleId);
      return rule && readFragment(NotEvaluatedFields, rule.notEvaluated);
    },
    isPending: !data && !error,
  };
}

/** What rules haven't been able to evaluate on a controller. */
export function useNotEvaluatedOn(controllerId: string): Gaps | undefined {
  const { data, refetch } = useQuery(NotEvaluatedControllers, { fetchPolicy: 'cache-and-network' });
  usePolling(EVERY, refetch);
  const controller = data?.controllers.find(({ id }) => id === controllerId);
  return controller && readFragment(NotEvaluatedFields, controller.notEvaluated);
}
