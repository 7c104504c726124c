import { Button, chakra, Link } from '@chakra-ui/react';
import { Fragment, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { AlertCausesQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import { devicePath } from '#web/lib/places.ts';
import { DividedList } from '#web/ui/Card.tsx';
import { FilterField, MANY } from '#web/ui/FilterField.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { touchArea } from '#web/ui/touch.ts';
import { usePages } from '#web/ui/usePages.tsx';
import { macWords } from '#web/features/maintenance/window-words.ts';
import { momentOf } from '../alert-words.ts';

/** Only this many affected devices are loaded. */
export const MAX_AFFECTED = 200;

/** Devices shown at first. */
const SHOWN = 10;

/** What an alert is the cause of, and what it is part of. Asked only of alerts that have either. */
export const AlertCauses = graphql(`
  query AlertCauses($id: ID!, $first: Int!) {
    alert(id: $id) {
      id
      controllerId
      affectedCount
      affectedSiteCount
      affectedSites {
        controllerId
        hostId
        name
        customerName
        line
        since
        until
      }
      resolvedAt
      cause {
        id
        deviceName
        siteName
      }
      folded {
        id
        deviceName
        siteName
      }
      affected(first: $first) {
        nextCursor
        nodes {
          mac
          name
          since
          until
        }
      }
    }
  }
`);

type Causes = AlertCausesQuery['alert'];
type Affected = Causes['affected']['nodes'][number];

type Props = { causes: Causes; Heading: 'h2' | 'h3' };

/** The devices that are or were down behind an alert's device or port, and since when. */
export function AffectedDevices({ causes, Heading }: Props) {
  const { controllerId, affectedCount, resolvedAt, affected, folded } = causes;
  const [filter, setFilter] = useState('');
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const words = filter.trim().toLowerCase();
  const matches = affected.nodes.filter(
    ({ name, mac }) => name.toLowerCase().includes(words) || mac.toLowerCase().includes(words),
  );
  const isShort = !showsAll && words === '' && matches.length > SHOWN;
  const pages = usePages(isShort ? matches.slice(0, SHOWN) : matches, { nouns: ['device', 'devices'], list });
  if (!affectedCount) return null;
  const down = affected.nodes.filter(({ until }) => until == null).length;
  const choose = (text: string) => {
    setFilter(text);
    pages.startOver();
  };
  return (
    <chakra.section aria-labelledby="affected" fontVariantNumeric="tabular-nums">
      <chakra.div display="flex" flexWrap="wrap" alignItems="end" columnGap={4} rowGap={2} mb={2}>
        <div>
          <chakra.h3 as={Heading} id="affected" fontWeight="semibold">
            Affected devices
          </chakra.h3>
          <Muted>
            {countWords(affectedCount, resolvedAt == null && !affected.nextCursor ? down : undefined)}
          </Muted>
        </div>
        {affected.nodes.length >= MANY && (
          <FilterField label="Filter affected devices" value={filter} onChange={choose} />
        )}
      </chakra.div>
      {matches.length === 0 && <Muted>{`No affected devices match “${filter.trim()}”.`}</Muted>}
      <DividedList ref={list} aria-labelledby="affected">
        {pages.rows.map((device) => (
          <DeviceRow key={device.mac} device={device} controllerId={controllerId} />
        ))}
      </DividedList>
      {pages.pager}
      {isShort && (
        <Button variant="outline" size="sm" mt={2} onClick={() => setShowsAll(true)}>
          {`Show all ${formatNumber(matches.length)}`}
        </Button>
      )}
      {affected.nextCursor && (
        <Hint
          mt={2}
        >{`Only the first ${formatNumber(MAX_AFFECTED)} are shown, those that are down first.`}</Hint>
      )}
      {folded.length > 0 && <FoldedAlerts folded={folded} />}
    </chakra.section>
  );
}

/** "12 devices have been down at the same time, and 3 still are." */
function countWords(count: number, down: number | undefined): string {
  if (down === count) return `${formatCount(count, 'device')} behind it ${count === 1 ? 'is' : 'are'} down.`;
  if (down === undefined) return `${formatCount(count, 'device')} behind it went down.`;
  const still = down === 0 ? 'none still is' : `${formatNumber(down)} still ${down === 1 ? 'is' : 'are'}`;
  return `${formatCount(count, 'device')} behind it went down, and ${still}.`;
}

const DeviceRow = ({ device, controllerId }: { device: Affected; controllerId: string }) => (
  <chakra.li
    display="flex"
    flexWrap="wrap"
    alignItems="baseline"
    justifyContent="space-between"
    columnGap={4}
    py={2}
  >
    <chakra.span minW={0} overflowWrap="anywhere">
      <Link asChild css={touchArea}>
        <RouterLink to={devicePath(controllerId, device.mac)}>
          {device.name || macWords(device.mac)}
        </RouterLink>
      </Link>
    </chakra.span>
    <Hint as="span">
      {device.until == null
        ? `down since ${momentOf(device.since)}`
        : `down from ${momentOf(device.since)} to ${momentOf(device.until)}`}
    </Hint>
  </chakra.li>
);

/** Alerts that were raised before their cause was found. */
export const FoldedAlerts = ({ folded }: { folded: Causes['folded'] }) => (
  <Hint mt={2} overflowWrap="anywhere">
    {'Had alerts of their own before: '}
    {folded.map(({ id, deviceName, siteName }, at) => (
      <Fragment key={id}>
        {at > 0 && ', '}
        <Link asChild css={touchArea}>
          <RouterLink to={`/alerts/${id}`}>{deviceName ?? siteName}</RouterLink>
        </Link>
      </Fragment>
    ))}
  </Hint>
);
