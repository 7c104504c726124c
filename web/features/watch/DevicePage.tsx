import { useQuery } from '@apollo/client/react';
import { Button, chakra, Link, Stack } from '@chakra-ui/react';
import { Link as RouterLink, useParams } from 'react-router';
import { unreadPlace, PlaceAlerts } from '#web/features/alerts/PlaceAlerts.tsx';
import { RecentAlerts } from '#web/features/alerts/history/RecentAlerts.tsx';
import { NotEvaluatedFields, NotEvaluatedNote } from '#web/features/alerts/rules/NotEvaluated.tsx';
import { SeePackages } from '#web/features/controllers/ControllerStatus.tsx';
import { WatchedPlan } from '#web/features/controllers/controllers.gql.ts';
import { deviceStates, stateReasonText } from '#web/features/controllers/device-states.ts';
import { MaintenanceNotice } from '#web/features/maintenance/MaintenanceNotice.tsx';
import { MuteActions } from '#web/features/maintenance/MuteActions.tsx';
import { macWords } from '#web/features/maintenance/window-words.ts';
import { DeviceMetrics } from '#web/features/metrics/DeviceMetrics.tsx';
import type { DeviceInPlaceQuery, NotEvaluatedFieldsFragment } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { formatCount } from '#web/lib/format.ts';
import { devicePath } from '#web/lib/places.ts';
import { isMissing } from '#web/lib/server-errors.ts';
import { usePolling } from '#web/lib/usePolling.ts';
import { Card } from '#web/ui/Card.tsx';
import { ExternalLink } from '#web/ui/icons.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Hint, SectionTitle } from '#web/ui/text.tsx';
import { DeviceFacts } from './DeviceFacts.tsx';
import { NotInController } from './NotInController.tsx';
import { WhyNotified } from './WhyNotified.tsx';

export const DeviceInPlace = graphql(`
  query DeviceInPlace($controllerId: ID!, $deviceId: ID!) {
    deviceDetails(controllerId: $controllerId, deviceId: $deviceId) {
      device {
        id
        hostId
        name
        model
        mac
        state
        stateReason
        reportedState
        stateSince
        url
        overLimit
        notEvaluated {
          ...NotEvaluatedFields
        }
      }
      site {
        id
        name
        customer {
          id
        }
        tags
      }
      cause {
        id
        deviceName
        siteName
      }
      connected {
        id
        name
        model
        mac
        state
        stateReason
        reportedState
        uplinkPort
      }
      connectedCount
      ...DeviceFactsFields
    }
  }
`);

/** Devices are read about once a minute. */
const EVERY = 60_000;

/** What a device is, whether it is well, what hangs on it, what was measured, and why people were or weren't notified. */
export function DevicePage() {
  const { id = '', device = '' } = useParams();
  return <OneDevice key={`${id} ${device}`} controllerId={id} deviceId={device} />;
}

function OneDevice({ controllerId, deviceId }: { controllerId: string; deviceId: string }) {
  const variables = { controllerId, deviceId };
  const { data, error, refetch } = useQuery(DeviceInPlace, { variables, fetchPolicy: 'cache-and-network' });
  usePolling(EVERY, refetch);
  const details = data?.deviceDetails;
  if (!details && error && isMissing(error))
    return (
      <NotInController what="Device" controllerId={controllerId}>
        It may belong to another team, or its console no longer lists it.
      </NotInController>
    );
  if (!details) {
    return (
      <>
        <PageHeader title="Device" />
        {error ? (
          <LoadFailed title="We couldn’t load this device" error={error} onRetry={refetch} />
        ) : (
          <Card>
            <SkeletonRows rows={4} />
          </Card>
        )}
      </>
    );
  }
  const { device, site } = details;
  const { hostId, mac, state } = device;
  const place = { controllerId, siteId: hostId, siteName: site?.name ?? '', deviceMac: mac };
  const gaps = readFragment(NotEvaluatedFields, device.notEvaluated);
  return (
    <>
      <PageHeader
        title={titleOf(device)}
        description={<Headline device={device} cause={details.cause} />}
        action={
          <chakra.div display="flex" flexWrap="wrap" gap={2}>
            {mac && <MuteActions place={place} />}
            <OpenInUnifi url={device.url} />
          </chakra.div>
        }
      />
      <Stack gap={6}>
        {gaps.length > 0 && <NotEvaluatedNote gaps={forOne(gaps)} />}
        <DeviceFacts
          controllerId={controllerId}
          details={details}
          reasonsAbove={gaps.map(({ reason }) => reason)}
        />
        {mac && (
          <chakra.div>
            <MaintenanceNotice
              controllerId={controllerId}
              siteId={hostId}
              deviceMac={mac}
              site={{ customerId: site?.customer?.id, tags: site?.tags ?? [] }}
            />
            <PlaceAlerts
              place={{ controllerId, siteId: hostId, deviceMac: mac }}
              name={titleOf(device)}
              unknown={
                device.overLimit ? (
                  <BeyondLimit />
                ) : details.cause ? (
                  <PartOf cause={details.cause} />
                ) : (
                  state === 'unknown' && unreadPlace
                )
              }
            />
          </chakra.div>
        )}
        <Connected controllerId={controllerId} details={details} />
        <DeviceMetrics controllerId={controllerId} deviceId={deviceId} />
        {mac && <RecentAlerts controllerId={controllerId} deviceMac={mac} />}
        <WhyNotified controllerId={controllerId} deviceId={deviceId} />
      </Stack>
    </>
  );
}

type Details = DeviceInPlaceQuery['deviceDetails'];

const titleOf = ({ name, model, mac }: { name: string; model?: string | null; mac: string }): string =>
  name || model || macWords(mac);

/** A line that says how it is. */
function Headline({ device, cause }: Pick<Details, 'device' | 'cause'>) {
  return (
    <chakra.span display="flex" flexWrap="wrap" alignItems="center" columnGap={2}>
      <StatusDot {...deviceStates[device.state]} />
      {stateReasonText(device) && <span>{stateReasonText(device)} ·</span>}
      <span>
        changed <RelativeTime at={device.stateSince} />
      </span>
      {cause && (
        <span>
          {'· down because of '}
          <Link asChild>
            <RouterLink to={`/alerts/${cause.id}`}>{cause.deviceName ?? cause.siteName}</RouterLink>
          </Link>
        </span>
      )}
      {device.overLimit && <span>· over your package’s device limit, so not monitored</span>}
    </chakra.span>
  );
}

/** Why a device that is down has no alert of its own. */
const PartOf = ({ cause }: { cause: NonNullable<Details['cause']> }) => (
  <>
    It’s part of the alert of{' '}
    <Link asChild>
      <RouterLink to={`/alerts/${cause.id}`}>{cause.deviceName ?? cause.siteName}</RouterLink>
    </Link>
    .
  </>
);

/** Why no alerts can be raised for a device that the package doesn't cover, and what to do about it. */
function BeyondLimit() {
  const most = useQuery(WatchedPlan).data?.subscription.usage?.maxDevices;
  return (
    <>
      It isn’t monitored, because your package allows{' '}
      {most == null ? 'fewer devices' : formatCount(most, 'device')}. To monitor it, choose a larger package
      or fewer sites. <SeePackages />
    </>
  );
}

/** The page of its console at UniFi, in a tab of its own. */
export const OpenInUnifi = ({ url }: { url: string }) => (
  <Button asChild variant="outline">
    <a href={url} target="_blank" rel="noreferrer">
      <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
      Open in UniFi
    </a>
  </Button>
);

/** The devices that connect to it, those with problems first. */
function Connected({ controllerId, details }: { controllerId: string; details: Details }) {
  const { connected, connectedCount } = details;
  if (connectedCount === 0) return null;
  return (
    <chakra.section aria-labelledby="connected">
      <SectionTitle id="connected" mb={3}>
        Connected devices
      </SectionTitle>
      <Card overflow="hidden">
        <chakra.ul
          aria-labelledby="connected"
          listStyleType="none"
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
          mt="-1px"
        >
          {connected.map((device) => (
            <chakra.li
              key={device.id}
              display="flex"
              alignItems="center"
              gap={3}
              px={4}
              py={2}
              minW={0}
              borderTopWidth="1px"
            >
              <chakra.span w="6rem" flexShrink={0}>
                <StatusDot {...deviceStates[device.state]} />
              </chakra.span>
              <Link asChild color="fg" fontWeight="medium">
                <RouterLink to={devicePath(controllerId, device.id)}>{titleOf(device)}</RouterLink>
              </Link>
              <Hint as="span" ms="auto" whiteSpace="nowrap">
                {stateReasonText(device) ?? placeText(device)}
              </Hint>
            </chakra.li>
          ))}
        </chakra.ul>
      </Card>
      {connectedCount > connected.length && (
        <Hint mt={2}>{`${connectedCount - connected.length} more are online or unknown.`}</Hint>
      )}
    </chakra.section>
  );
}

/** "U7 Pro · port 7". */
const placeText = ({ model, uplinkPort }: Details['connected'][number]): string =>
  [model, uplinkPort && `port ${uplinkPort}`].filter(Boolean).join(' · ');

/** Don't show the count of devices here. */
const forOne = (gaps: readonly NotEvaluatedFieldsFragment[]) =>
  gaps.map((gap) => ({ ...gap, deviceCount: null }));
