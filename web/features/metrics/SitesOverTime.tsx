import { useQuery } from '@apollo/client/react';
import { chakra, Link } from '@chakra-ui/react';
import { memo, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { OldestControllersQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { formatPercent } from '#web/lib/format.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { pagePolicies } from '#web/ui/useLoadMore.ts';
import { Hint, SectionTitle } from '#web/ui/text.tsx';
import { Card } from '#web/ui/Card.tsx';
import { AvailabilityStrip } from './AvailabilityStrip.tsx';

/** The oldest controllers. */
export const OldestControllers = graphql(`
  query OldestControllers($first: Int!) {
    controllers(first: $first) {
      id
      name
      selectedSiteName
      selectedSiteCount
      totalSites
    }
  }
`);

/** A controller's availability. */
export const SiteOverTime = graphql(`
  query SiteOverTime($controllerId: ID!, $from: DateTimeISO!) {
    siteMetrics(controllerId: $controllerId, from: $from) {
      until
      at
      online
      offline
      uptimePercent
      measuredUntil
      reachability {
        from
        until
        seen
        problem
      }
    }
  }
`);

/** The most strips drawn, because each is a query of its own. The other controllers have their own pages. */
const MOST = 6;

const DAYS = 14;
const day = 86_400_000;

type Watched = OldestControllersQuery['controllers'][number];

/** The availability of the oldest controllers over the last two weeks. @param total the number of controllers */
export const SitesOverTime = memo(function SitesOverTime({ total }: { total: number }) {
  const { data } = useQuery(OldestControllers, { variables: { first: MOST }, ...pagePolicies });
  const [from] = useState(() => new Date(Date.now() - DAYS * day).toISOString());
  const others = total - MOST;
  if (!data) return null;
  return (
    <chakra.section aria-labelledby="sites-over-time" mt={8}>
      <SectionTitle id="sites-over-time">{`Availability, last ${DAYS} days`}</SectionTitle>
      <Hint mb={3}>
        Uptime: seconds that devices were online ÷ seconds they were online or offline. Unknown time isn't
        counted.
      </Hint>
      <Card css={{ '& > * + *': { borderTopWidth: '1px' } }}>
        {data.controllers.map((controller) => (
          <SiteRow key={controller.id} controller={controller} from={from} />
        ))}
      </Card>
      {others > 0 && <Hint mt={2}>{`${others} more. See each controller’s page.`}</Hint>}
    </chakra.section>
  );
});

function SiteRow({
  controller: { id, name, selectedSiteName, selectedSiteCount, totalSites },
  from,
}: {
  controller: Watched;
  from: string;
}) {
  const { data, error } = useQuery(SiteOverTime, { variables: { controllerId: id, from } });
  const site = data?.siteMetrics;
  const severalSites =
    selectedSiteCount && `${selectedSiteCount} of ${totalSites ?? selectedSiteCount} sites`;
  return (
    <chakra.div px={4} py={3}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" columnGap={3} mb={2}>
        <chakra.h3 overflowWrap="anywhere">
          <Link asChild variant="plain" color="fg" fontWeight="medium">
            <RouterLink to={`/controllers/${id}`}>
              {[name, selectedSiteName ?? severalSites].filter(Boolean).join(' · ')}
            </RouterLink>
          </Link>
        </chakra.h3>
        <chakra.span ms="auto" textStyle="sm" fontVariantNumeric="tabular-nums">
          {error && !site && 'Couldn’t load'}
          {site && uptimeWords(site.uptimePercent)}
        </chakra.span>
        {site?.measuredUntil && (
          <Hint as="span">
            measured <RelativeTime at={site.measuredUntil} />
          </Hint>
        )}
      </chakra.div>
      <chakra.div minH={7}>{site && <AvailabilityStrip site={site} brief />}</chakra.div>
    </chakra.div>
  );
}

const uptimeWords = (percent: number | null): string =>
  percent === null ? 'No data yet' : `Uptime ${formatPercent(percent, 2)}`;
