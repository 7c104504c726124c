import { useQuery } from '@apollo/client/react';
import { chakra, Link } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { CustomerMark } from '#web/features/customers/parts.tsx';
import { devicesText } from '#web/features/controllers/controller-state.ts';
import type { ControllerSitesQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { sitePath } from '#web/lib/places.ts';
import { Card, DividedList } from '#web/ui/Card.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { waiting } from '#web/ui/Loading.tsx';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Hint, SectionTitle } from '#web/ui/text.tsx';
import { pagePolicies, useLoadMore } from '#web/ui/useLoadMore.ts';
import { touchRow } from '#web/ui/touch.ts';
import { siteStates } from '#web/features/controllers/device-states.ts';

export const ControllerSitesPage = graphql(`
  query ControllerSites($controllerId: ID!, $first: Int!, $after: ID) {
    controllerSites(controllerId: $controllerId, first: $first, after: $after) {
      id
      siteId
      name
      state
      openAlerts
      customer {
        ...CustomerMarkFields
      }
      devices {
        total
        offline
        impaired
      }
    }
  }
`);

/** Sites per page. */
const PAGE = 50;

/** The sites that a controller monitors, if there are several: those with problems first. */
export function ControllerSites({ controllerId }: { controllerId: string }) {
  const { data, error, refetch, fetchMore } = useQuery(ControllerSitesPage, {
    variables: { controllerId, first: PAGE },
    ...pagePolicies,
  });
  const list = useRef<HTMLDivElement>(null);
  const sites = data?.controllerSites;
  const [isWhole, setWhole] = useState(false);
  const { loadMore, loadingMore } = useLoadMore('sites', async () => {
    const { data: page } = await fetchMore({ variables: { after: sites?.at(-1)?.id } });
    setWhole((page?.controllerSites.length ?? 0) < PAGE);
  });
  if (error && !sites)
    return <LoadFailed title="We couldn’t load the sites" error={error} onRetry={refetch} />;
  if (!sites) return <div hidden {...waiting} />;
  if (sites.length < 2) return null;
  return (
    <chakra.section aria-labelledby="sites">
      <SectionTitle id="sites" mb={3}>
        Sites
      </SectionTitle>
      <Card ref={list} overflow="hidden">
        <DividedList aria-labelledby="sites">
          {sites.map((site) => (
            <SiteRow key={site.id} site={site} controllerId={controllerId} />
          ))}
        </DividedList>
      </Card>
      <LoadMore
        more={isWhole || sites.length < PAGE ? undefined : loadMore}
        loading={loadingMore}
        list={list}
        mt={3}
      />
    </chakra.section>
  );
}

type Site = ControllerSitesQuery['controllerSites'][number];

const SiteRow = ({ site, controllerId }: { site: Site; controllerId: string }) => (
  <chakra.li
    display="grid"
    gridTemplateColumns={{ base: '6rem minmax(0, 1fr)', md: '6.5rem minmax(0, 2fr) minmax(0, 1fr) 16rem' }}
    columnGap={4}
    alignItems="center"
    position="relative"
    px={4}
    py={2}
  >
    <StatusDot {...siteStates[site.state]} />
    <Link asChild color="fg" fontWeight="medium" overflowWrap="anywhere" justifySelf="start" css={touchRow}>
      <RouterLink to={sitePath(controllerId, site.siteId)}>{site.name}</RouterLink>
    </Link>
    <chakra.span gridColumn={{ base: '2', md: 'auto' }} minW={0}>
      {site.customer && <CustomerMark customer={site.customer} />}
    </chakra.span>
    <Hint as="span" gridColumn={{ base: '2', md: 'auto' }} textAlign={{ md: 'end' }}>
      {siteWords(site)}
    </Hint>
  </chakra.li>
);

/** "2 open alerts · 1 of 12 devices down". */
function siteWords({ openAlerts, devices: { total, offline, impaired } }: Site): string {
  const down = offline + impaired;
  const alerts = openAlerts === 1 ? '1 open alert' : `${openAlerts} open alerts`;
  const devices = down > 0 ? `${down} of ${devicesText(total)} down` : devicesText(total);
  return openAlerts > 0 ? `${alerts} · ${devices}` : devices;
}
