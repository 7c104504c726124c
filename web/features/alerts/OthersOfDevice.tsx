import { useQuery } from '@apollo/client/react';
import { chakra, Link } from '@chakra-ui/react';
import { useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import type { AlertInDetailQuery, AlertsOfDeviceQuery } from '#web/gql/graphql.ts';
import { span } from '#web/lib/dates.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { StateShape, stateWord } from '#web/ui/StateShape.tsx';
import { pagePolicies, useLoadMore } from '#web/ui/useLoadMore.ts';
import { AlertsOfDevice } from './alert-page.gql.ts';
import { momentOf } from './moment.ts';
import { typeWords } from './words.ts';

/** Rows that come at once. */
const PAGE = 10;

type Alert = AlertInDetailQuery['alert'];
type Other = AlertsOfDeviceQuery['alertHistory']['nodes'][number];

/** What else was wrong with the same device, the newest first. */
export function OthersOfDevice({ alert }: { alert: Alert }) {
  const variables = { ...sameDevice(alert), first: PAGE };
  const { data, error, refetch, fetchMore } = useQuery(AlertsOfDevice, { variables, ...pagePolicies });
  const page = data?.alertHistory;
  const { loadMore, loadingMore } = useLoadMore('alerts', () =>
    fetchMore({
      variables: { after: page?.nextCursor },
      updateQuery: (before, { fetchMoreResult: { alertHistory: more } }) => ({
        alertHistory: { ...more, nodes: [...before.alertHistory.nodes, ...more.nodes] },
      }),
    }),
  );
  const list = useRef<HTMLUListElement>(null);
  const others = page?.nodes.filter(({ id }) => id !== alert.id);
  const what = alert.deviceMac ? 'device' : 'console';
  return (
    <chakra.section aria-labelledby="others" display="contents">
      <chakra.h2 id="others" fontWeight="semibold">
        {`Other alerts of the ${what}`}
      </chakra.h2>
      {!page && !error && <SkeletonRows rows={3} />}
      {!page && error && (
        <LoadFailed title="Its other alerts could not be loaded" error={error} onRetry={refetch} />
      )}
      {others?.length === 0 && !page?.nextCursor && (
        <chakra.p color="fg.muted">{`None: nothing else of this ${what} is kept.`}</chakra.p>
      )}
      {others && others.length > 0 && (
        <chakra.ul ref={list} listStyleType="none" css={{ '& > li + li': { borderTopWidth: '1px' } }}>
          {others.map((one) => (
            <OtherRow key={one.id} other={one} />
          ))}
        </chakra.ul>
      )}
      <LoadMore more={page?.nextCursor ? loadMore : undefined} loading={loadingMore} list={list} />
    </chakra.section>
  );
}

const sameDevice = ({ controllerId, deviceMac, siteId, type }: Alert) =>
  deviceMac ? { controllerId, deviceMac } : { controllerId, siteId, type };

const OtherRow = ({ other: { id, severity, type, timestamp, resolvedAt, ruleName } }: { other: Other }) => (
  <chakra.li display="flex" gap={2.5} py={2} fontVariantNumeric="tabular-nums">
    <chakra.span color={`state.${severity}`} mt={1} role="img" aria-label={stateWord[severity]}>
      <StateShape state={severity} size={12} />
    </chakra.span>
    <chakra.div flex={1} minW={0} overflowWrap="anywhere">
      <p>
        <Link asChild>
          <RouterLink to={`/alerts/${id}`}>{typeWords[type]}</RouterLink>
        </Link>
        {ruleName !== typeWords[type] && <chakra.span color="fg.muted">{` · ${ruleName}`}</chakra.span>}
      </p>
      <chakra.p textStyle="sm" color="fg.muted">
        <time dateTime={timestamp}>{momentOf(timestamp)}</time>
        {resolvedAt == null
          ? ', open'
          : `, over after ${span(Date.parse(resolvedAt) - Date.parse(timestamp))}`}
      </chakra.p>
    </chakra.div>
  </chakra.li>
);
