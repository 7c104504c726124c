import { useQuery } from '@apollo/client/react';
import { chakra, Link } from '@chakra-ui/react';
import { useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import type { UplinkChangesQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { devicePath } from '#web/lib/places.ts';
import { Card, DividedList } from '#web/ui/Card.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Hint, Muted, SectionHead, SectionTitle } from '#web/ui/text.tsx';
import { pagePolicies, useLoadMore } from '#web/ui/useLoadMore.ts';

export const UplinkChanges = graphql(`
  query UplinkChanges($controllerId: ID!, $siteId: String!, $first: Int!, $after: ID) {
    uplinkChanges(controllerId: $controllerId, siteId: $siteId, first: $first, after: $after) {
      nodes {
        id
        at
        deviceId
        deviceName
        fromName
        fromPort
        toName
        toPort
      }
      nextCursor
    }
  }
`);

type Change = UplinkChangesQuery['uplinkChanges']['nodes'][number];

/** Changes per page. */
const PAGE = 20;

/** When devices of a site were connected elsewhere, newest first. */
export function UplinkHistory({ controllerId, siteId }: { controllerId: string; siteId: string }) {
  const { data, error, refetch, fetchMore } = useQuery(UplinkChanges, {
    variables: { controllerId, siteId, first: PAGE },
    ...pagePolicies,
  });
  const page = data?.uplinkChanges;
  const list = useRef<HTMLDivElement>(null);
  const { loadMore, loadingMore } = useLoadMore('changes', () =>
    fetchMore({ variables: { after: page?.nextCursor } }),
  );
  return (
    <chakra.section aria-labelledby="uplink-changes">
      <SectionHead>
        <SectionTitle id="uplink-changes">Uplink changes</SectionTitle>
        <Hint as="span">Last 90 days</Hint>
      </SectionHead>
      {error && !page && (
        <LoadFailed title="We couldn’t load the uplink changes" error={error} onRetry={refetch} />
      )}
      {!page && !error && <SkeletonRows rows={3} />}
      {page && (
        <Card ref={list} px={4} py={page.nodes.length > 0 ? 1 : 4}>
          {page.nodes.length === 0 ? (
            <Muted>No changes. When a device is connected to another device or port, it appears here.</Muted>
          ) : (
            <DividedList aria-labelledby="uplink-changes">
              {page.nodes.map((change) => (
                <chakra.li
                  key={change.id}
                  display="flex"
                  flexWrap="wrap"
                  justifyContent="space-between"
                  columnGap={4}
                  py={2}
                >
                  <chakra.span minW={0} overflowWrap="anywhere">
                    {change.deviceId ? (
                      <Link asChild color="fg" fontWeight="medium">
                        <RouterLink to={devicePath(controllerId, change.deviceId)}>
                          {change.deviceName}
                        </RouterLink>
                      </Link>
                    ) : (
                      change.deviceName
                    )}
                    {` moved from ${fromWords(change)} to ${toWords(change)}`}
                  </chakra.span>
                  <Hint as="span">
                    <RelativeTime at={change.at} />
                  </Hint>
                </chakra.li>
              ))}
            </DividedList>
          )}
        </Card>
      )}
      <LoadMore more={page?.nextCursor ? loadMore : undefined} loading={loadingMore} list={list} mt={3} />
    </chakra.section>
  );
}

const place = (name: string, port: number | null): string => (port === null ? name : `${name} port ${port}`);

const fromWords = ({ fromName, fromPort }: Change): string => place(fromName, fromPort);

function toWords({ fromName, toName, toPort }: Change): string {
  return fromName === toName && toPort !== null ? `port ${toPort}` : place(toName, toPort);
}
