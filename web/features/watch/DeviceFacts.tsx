import { macWords } from '#web/features/maintenance/window-words.ts';
import type { DeviceFactsFieldsFragment } from '#web/gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { formatDate, formatNumber } from '#web/lib/format.ts';
import { devicePath, sitePath } from '#web/lib/places.ts';
import { Card } from '#web/ui/Card.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { Address, Fact, FactLink, FactList, Moment, NotReported, OwnerFacts } from './Facts.tsx';

export const DeviceFactsFields = graphql(`
  fragment DeviceFactsFields on DeviceDetails {
    device {
      id
      hostId
      mac
      model
      state
      isConsole
      firmwareVersion
      updateAvailable
      ip
      startedAt
      adoptedAt
      uplinkPort
      clientCount
      poe {
        total
        inUse
        limited
      }
    }
    controllerName
    site {
      id
      siteId
      name
      ispName
      customer {
        ...CustomerMarkFields
      }
      tags
    }
    uplink {
      id
      name
      model
      mac
    }
    clientsAt
    unreadReason
  }
`);

type Props = {
  controllerId: string;
  details: FragmentType<typeof DeviceFactsFields>;
  /** Reasons that the page gives anyway. */
  reasonsAbove: readonly string[];
};

/** What a device is, where it is, whether it is healthy, and what it connects to. */
export function DeviceFacts({ controllerId, reasonsAbove, ...props }: Props) {
  const details = readFragment(DeviceFactsFields, props.details);
  const { device, site, unreadReason } = details;
  const isUnread = unreadReason !== null && !(device.poe && details.uplink && device.clientCount !== null);
  return (
    <Card as="section" aria-label="Facts" p={{ base: 4, md: 5 }}>
      <FactList>
        <Fact name="Model">{device.model ?? <NotReported />}</Fact>
        <Fact name="Firmware" note={device.updateAvailable === false && 'Up to date'}>
          {device.firmwareVersion ?? <NotReported />}
          {device.updateAvailable && (
            <div>
              <StatusDot state="info" word="Update available" />
            </div>
          )}
        </Fact>
        <Fact name="IP address">
          {device.ip ? <Address text={device.ip} of="IP address" /> : <NotReported />}
        </Fact>
        <Fact name="MAC address">
          {device.mac ? <Address text={macWords(device.mac)} of="MAC address" /> : <NotReported />}
        </Fact>
        <Fact name={device.state === 'online' ? 'Up since' : 'Last started'}>
          {device.startedAt ? <Moment at={device.startedAt} /> : <NotReported />}
        </Fact>
        <Uplink controllerId={controllerId} details={details} />
        <Fact
          name="Clients"
          note={
            device.clientCount !== null &&
            details.clientsAt && (
              <>
                counted <RelativeTime at={details.clientsAt} />
              </>
            )
          }
        >
          {device.clientCount === null ? <NotReported /> : formatNumber(device.clientCount)}
        </Fact>
        <Fact name="PoE ports" note={device.poe && device.poe.limited > 0 && `${device.poe.limited} limited`}>
          {device.poe ? (
            `${device.poe.inUse} of ${device.poe.total} in use`
          ) : (
            <NotReported words={unreadReason === null ? 'None reported' : undefined} />
          )}
        </Fact>
        <Fact name="Adopted">
          {device.adoptedAt ? formatDate(new Date(device.adoptedAt)) : <NotReported />}
        </Fact>
        <Fact name="Site">
          {site ? (
            <FactLink to={sitePath(controllerId, site.siteId)}>{site.name}</FactLink>
          ) : (
            <Muted as="span">Not read yet</Muted>
          )}
        </Fact>
        <Fact name="Controller">
          <FactLink to={`/controllers/${controllerId}`}>{details.controllerName}</FactLink>
        </Fact>
        <OwnerFacts customer={site?.customer} tags={site?.tags ?? []} />
      </FactList>
      {isUnread && (
        <Hint mt={4} pt={3} borderTopWidth="1px" overflowWrap="anywhere">
          Only the console itself reports uplinks, PoE ports and clients.{' '}
          {!reasonsAbove.includes(unreadReason) && unreadReason}
        </Hint>
      )}
    </Card>
  );
}

type UplinkProps = { controllerId: string; details: DeviceFactsFieldsFragment };

/** What it connects to: another device, or the internet. */
function Uplink({ controllerId, details: { device, site, uplink } }: UplinkProps) {
  if (device.isConsole && !uplink) {
    return (
      <Fact name="Uplink" note={site?.ispName}>
        Internet
      </Fact>
    );
  }
  return (
    <Fact name="Uplink" note={uplink && device.uplinkPort && `Port ${device.uplinkPort}`}>
      {uplink ? (
        <FactLink to={devicePath(controllerId, uplink.id)}>
          {uplink.name || uplink.model || macWords(uplink.mac)}
        </FactLink>
      ) : (
        <NotReported />
      )}
    </Fact>
  );
}
