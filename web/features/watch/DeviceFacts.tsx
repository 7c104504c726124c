import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { macWords } from '#web/features/maintenance/window-words.ts';
import type { DeviceFactsFieldsFragment } from '#web/gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { formatDate, formatList, formatNumber } from '#web/lib/format.ts';
import { devicePath, sitePath } from '#web/lib/places.ts';
import { Card } from '#web/ui/Card.tsx';
import { Disclosure } from '#web/ui/Disclosure.tsx';
import { Fact } from '#web/ui/Fact.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { Address, FactLink, FactList, Moment, OwnerFacts } from './Facts.tsx';

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

/** What a device is, where it is, whether it is healthy, and what it connects to. What isn't known is one line, with the reason behind it. */
export function DeviceFacts({ controllerId, reasonsAbove, ...props }: Props) {
  const details = readFragment(DeviceFactsFields, props.details);
  const { device, site, unreadReason } = details;
  const facts = factsOf(controllerId, details);
  const missing = facts.filter(({ value }) => value == null).map(({ name }) => name);
  const isUnread = unreadReason !== null && !(device.poe && details.uplink && device.clientCount !== null);
  return (
    <Card as="section" aria-label="Facts" p={{ base: 4, md: 5 }}>
      <FactList>
        {facts.map(
          ({ name, note, value }) =>
            value != null && (
              <Fact key={name} name={name} note={note}>
                {value}
              </Fact>
            ),
        )}
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
      {missing.length > 0 && (
        <chakra.div mt={4} pt={3} borderTopWidth="1px" display="flex" flexWrap="wrap" columnGap={3}>
          <Hint>{`Not reported: ${formatList(missing)}.`}</Hint>
          {isUnread && (
            <Disclosure title="Why">
              <Hint overflowWrap="anywhere">
                Only the console itself reports uplinks, PoE ports and clients.{' '}
                {!reasonsAbove.includes(unreadReason) && unreadReason}
              </Hint>
            </Disclosure>
          )}
        </chakra.div>
      )}
    </Card>
  );
}

type DeviceFact = {
  name: string;
  note?: ReactNode;
  /** `null` if UniFi hasn't reported it. */
  value: ReactNode;
};

function factsOf(controllerId: string, details: DeviceFactsFieldsFragment): DeviceFact[] {
  const { device, uplink, clientsAt, unreadReason } = details;
  return [
    { name: 'Model', value: device.model },
    {
      name: 'Firmware',
      note: device.updateAvailable === false && 'Up to date',
      value: (device.firmwareVersion !== null || device.updateAvailable) && (
        <>
          {device.firmwareVersion}
          {device.updateAvailable && (
            <div>
              <StatusDot state="info" word="Update available" />
            </div>
          )}
        </>
      ),
    },
    { name: 'IP address', value: device.ip && <Address text={device.ip} of="IP address" /> },
    {
      name: 'MAC address',
      value: device.mac && <Address text={macWords(device.mac)} of="MAC address" />,
    },
    {
      name: device.state === 'online' ? 'Up since' : 'Last started',
      value: device.startedAt && <Moment at={device.startedAt} />,
    },
    device.isConsole && !uplink
      ? { name: 'Uplink', note: details.site?.ispName, value: 'Internet' }
      : {
          name: 'Uplink',
          note: device.uplinkPort !== null && `Port ${device.uplinkPort}`,
          value: uplink && (
            <FactLink to={devicePath(controllerId, uplink.id)}>
              {uplink.name || uplink.model || macWords(uplink.mac)}
            </FactLink>
          ),
        },
    {
      name: 'Clients',
      note: clientsAt && (
        <>
          counted <RelativeTime at={clientsAt} />
        </>
      ),
      value: device.clientCount === null ? null : formatNumber(device.clientCount),
    },
    {
      name: 'PoE ports',
      note: device.poe && device.poe.limited > 0 && `${device.poe.limited} limited`,
      value: device.poe
        ? `${device.poe.inUse} of ${device.poe.total} in use`
        : unreadReason === null && <Muted as="span">None reported</Muted>,
    },
    { name: 'Adopted', value: device.adoptedAt && formatDate(new Date(device.adoptedAt)) },
  ].map((fact) => ({ ...fact, value: fact.value || null }));
}
