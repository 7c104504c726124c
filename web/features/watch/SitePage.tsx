import { useQuery } from '@apollo/client/react';
import { chakra, Stack } from '@chakra-ui/react';
import { useParams } from 'react-router';
import { PlaceAlerts, unreadDevices, unreadPlace } from '#web/features/alerts/PlaceAlerts.tsx';
import { RecentAlerts } from '#web/features/alerts/history/RecentAlerts.tsx';
import { devicesText } from '#web/features/controllers/controller-state.ts';
import { MaintenanceNotice } from '#web/features/maintenance/MaintenanceNotice.tsx';
import { MuteActions } from '#web/features/maintenance/MuteActions.tsx';
import { SiteInternet } from '#web/features/metrics/InternetLines.tsx';
import { ControllerMetrics } from '#web/features/metrics/ControllerMetrics.tsx';
import type { SiteInPlaceQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { formatNumber } from '#web/lib/format.ts';
import { isMissing } from '#web/lib/server-errors.ts';
import { usePolling } from '#web/lib/usePolling.ts';
import { Card } from '#web/ui/Card.tsx';
import { Fact } from '#web/ui/Fact.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Hint } from '#web/ui/text.tsx';
import { ControllerDevices } from './ControllerDevices.tsx';
import { siteStates } from '#web/features/controllers/device-states.ts';
import { DeviceCounts } from '#web/features/controllers/DeviceCounts.tsx';
import { OpenInUnifi } from './DevicePage.tsx';
import { FactLink, FactList, Moment, NotReported, OwnerFacts } from './Facts.tsx';
import { NotInController } from './NotInController.tsx';

const SiteTopology = lazyPart(() => import('./topology/SiteTopology.tsx').then((m) => m.SiteTopology));

export const SiteInPlace = graphql(`
  query SiteInPlace($controllerId: ID!, $siteId: String!) {
    siteDetails(controllerId: $controllerId, siteId: $siteId) {
      id
      siteId
      name
      controllerName
      url
      state
      stateReason
      stateSince
      version
      osVersion
      hardware
      ispName
      wifiClients
      wiredClients
      guestClients
      countedAt
      backedUpAt
      devices {
        total
        online
        offline
        impaired
        busy
        unknown
        updatable
      }
      customer {
        id
        ...CustomerMarkFields
      }
      tags
    }
  }
`);

/** Sites are read about once a minute. */
const EVERY = 60_000;

/** What a site is, whether it is well, its devices, and what was measured there. */
export function SitePage() {
  const { id = '', site = '' } = useParams();
  return <OneSite key={`${id} ${site}`} controllerId={id} siteId={site} />;
}

function OneSite({ controllerId, siteId }: { controllerId: string; siteId: string }) {
  const variables = { controllerId, siteId };
  const { data, error, refetch } = useQuery(SiteInPlace, { variables, fetchPolicy: 'cache-and-network' });
  usePolling(EVERY, refetch);
  const site = data?.siteDetails;
  if (!site && error && isMissing(error))
    return (
      <NotInController what="Site" controllerId={controllerId}>
        It may belong to another team, or its controller hasn’t read it yet.
      </NotInController>
    );
  if (!site) {
    return (
      <>
        <PageHeader title="Site" />
        {error ? (
          <LoadFailed title="We couldn’t load this site" error={error} onRetry={refetch} />
        ) : (
          <Card>
            <SkeletonRows rows={4} />
          </Card>
        )}
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={site.name}
        description={
          <chakra.span display="flex" flexWrap="wrap" alignItems="center" columnGap={2}>
            <StatusDot {...siteStates[site.state]} />
            {site.stateSince && (
              <span>
                changed <RelativeTime at={site.stateSince} />
              </span>
            )}
            {site.stateReason && <span>{`· ${site.stateReason}`}</span>}
          </chakra.span>
        }
        action={
          <chakra.div display="flex" flexWrap="wrap" gap={2}>
            <MuteActions place={{ controllerId, siteId, siteName: site.name }} />
            <OpenInUnifi url={site.url} />
          </chakra.div>
        }
      />
      <PageTabs
        tabs={[
          {
            name: 'overview',
            title: 'Overview',
            content: <Overview controllerId={controllerId} site={site} />,
          },
          {
            name: 'topology',
            title: 'Topology',
            content: <SiteTopology controllerId={controllerId} siteId={siteId} />,
          },
        ]}
      />
    </>
  );
}

type Site = SiteInPlaceQuery['siteDetails'];
type SiteProps = { controllerId: string; site: Site };

function Overview({ controllerId, site }: SiteProps) {
  const { siteId } = site;
  return (
    <Stack gap={6}>
      <SiteFacts controllerId={controllerId} site={site} />
      <chakra.div>
        <MaintenanceNotice
          controllerId={controllerId}
          siteId={siteId}
          site={{ customerId: site.customer?.id, tags: site.tags }}
        />
        <PlaceAlerts
          place={{ controllerId, siteId }}
          name={site.name}
          unknown={
            site.state === 'unknown' ? unreadPlace : site.devices.unknown > 0 && unreadDevices(site.devices)
          }
        />
      </chakra.div>
      <SiteInternet controllerId={controllerId} siteId={siteId} siteName={site.name} />
      <ControllerMetrics controllerId={controllerId} siteId={siteId} />
      <ControllerDevices controllerId={controllerId} siteId={siteId} />
      <RecentAlerts controllerId={controllerId} siteId={siteId} />
    </Stack>
  );
}

const SiteFacts = ({ controllerId, site }: SiteProps) => (
  <Card as="section" aria-label="Facts" p={{ base: 4, md: 5 }}>
    <FactList>
      <Fact name="Devices" note={<DeviceCounts counts={site.devices} />}>
        {formatNumber(site.devices.total)}
      </Fact>
      <Clients site={site} />
      <Fact name="Internet provider">{site.ispName ?? <NotReported />}</Fact>
      <Fact name="Console">{site.hardware ?? <NotReported />}</Fact>
      <Fact name="Network version">{site.version ?? <NotReported />}</Fact>
      <Fact name="UniFi OS version">{site.osVersion ?? <NotReported />}</Fact>
      <Fact name="Firmware updates">
        {site.devices.updatable > 0 ? (
          <StatusDot state="info" word={`For ${devicesText(site.devices.updatable)}`} />
        ) : (
          'None available'
        )}
      </Fact>
      <Fact name="Latest backup">{site.backedUpAt ? <Moment at={site.backedUpAt} /> : <NotReported />}</Fact>
      <Fact name="Controller">
        <FactLink to={`/controllers/${controllerId}`}>{site.controllerName}</FactLink>
      </Fact>
      <OwnerFacts customer={site.customer} tags={site.tags} />
    </FactList>
  </Card>
);

function Clients({ site: { wifiClients, wiredClients, guestClients, countedAt } }: { site: Site }) {
  if (wifiClients === null || wiredClients === null) {
    return (
      <Fact name="Clients">
        <NotReported />
      </Fact>
    );
  }
  const guests = guestClients ? `, including ${guestClients} ${guestClients === 1 ? 'guest' : 'guests'}` : '';
  return (
    <Fact
      name="Clients"
      note={
        <>
          {`${wifiClients} on Wi-Fi, ${wiredClients} wired${guests}`}
          {countedAt && (
            <Hint as="div">
              counted <RelativeTime at={countedAt} />
            </Hint>
          )}
        </>
      }
    >
      {formatNumber(wifiClients + wiredClients)}
    </Fact>
  );
}
