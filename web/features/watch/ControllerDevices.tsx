import { useQuery } from '@apollo/client/react';
import { Button, chakra, Link } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { Link as To } from 'react-router';
import { macWords } from '#web/features/maintenance/window-words.ts';
import type { WatchedDevicesQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { devicePath } from '#web/lib/places.ts';
import { GridTable } from '#web/ui/GridTable.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Results } from '#web/ui/Results.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { pagePolicies, useLoadMore } from '#web/ui/useLoadMore.ts';
import { usePages } from '#web/ui/usePages.tsx';
import { Hint, Muted, SectionTitle } from '#web/ui/text.tsx';
import { touchArea } from '#web/ui/touch.ts';
import { deviceStates, stateReasonText } from '#web/features/controllers/device-states.ts';
import { keysOf } from '#web/lib/keys-of.ts';

export const WatchedDevices = graphql(`
  query WatchedDevices($controllerId: ID!, $siteId: String, $search: String, $first: Int!, $after: ID) {
    devices(
      controllerId: $controllerId
      siteId: $siteId
      search: $search
      first: $first
      worstFirst: true
      after: $after
    ) {
      id
      name
      model
      mac
      state
      stateReason
      reportedState
      stateSince
      overLimit
    }
  }
`);

/** Rows shown at first, so that the sections below stay within reach. */
const FEW = 12;

const order = keysOf(deviceStates);

const columns = {
  base: 'auto minmax(0, 1fr)',
  lg: '6.5rem minmax(0, 2fr) minmax(0, 1fr) 10rem 8rem',
} as const;

type Place = {
  controllerId: string;
  /** `null` shows the devices of every site. */
  siteId: string | null;
};

/** The devices as of the last check, offline ones first. */
export function ControllerDevices({ controllerId, siteId }: Place) {
  const [search, setSearch] = useState('');
  const place = { controllerId, siteId };
  const { devices, error, searching, refetch, loadMore, loadingMore } = useDevices(place, search);
  // Devices that changed since they were loaded move to their new place.
  const worst = [...(devices ?? [])].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const [all, setAll] = useState(false);
  const isLong = worst.length > FEW + 2;
  const list = useRef<HTMLDivElement>(null);
  const pages = usePages(isLong && !all ? worst.slice(0, FEW) : worst, {
    nouns: ['device', 'devices'],
    list,
  });
  const find = (words: string) => {
    setSearch(words);
    pages.startOver();
  };
  return (
    <chakra.section aria-labelledby="devices">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3} mb={3}>
        <SectionTitle id="devices">Devices</SectionTitle>
        <SearchField label="Find a device" value={search} onSearch={find} searching={searching} />
      </chakra.div>
      {error && !devices && (
        <LoadFailed title="We couldn’t load the devices" error={error} onRetry={refetch} />
      )}
      {!error && (!devices || (searching && devices.length === 0)) && <SkeletonRows rows={5} />}
      {devices?.length === 0 && !searching && (
        <Muted {...panel} px={4} py={5} overflowWrap="anywhere">
          {search
            ? `No devices match “${search}”.`
            : 'No devices yet. They appear here after the first check.'}
        </Muted>
      )}
      <Results ref={list} searching={searching && !!devices}>
        {pages.rows.length > 0 && (
          <GridTable label="Devices" columns={columns} head={head}>
            {pages.rows.map((device) => (
              <DeviceRow key={device.id} device={device} controllerId={controllerId} />
            ))}
          </GridTable>
        )}
      </Results>
      {isLong && (
        <Button variant="outline" size="sm" mt={3} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${loadMore ? 'the first' : 'all'} ${worst.length} devices`}
        </Button>
      )}
      {pages.pager}
      <LoadMore more={all ? loadMore : undefined} loading={loadingMore} list={list} mt={3} />
    </chakra.section>
  );
}

const panel = { bg: 'bg.panel', borderWidth: '1px', borderRadius: 'surface' } as const;

type RowProps = { device: Device; controllerId: string };

const DeviceRow = ({
  device: { id, name, model, mac, state, stateSince, overLimit, ...words },
  controllerId,
}: RowProps) => (
  <chakra.div
    role="row"
    display="grid"
    gridTemplateColumns={columns}
    gridTemplateAreas={{ base: '"state name" "facts facts"', lg: 'none' }}
    columnGap={{ base: 2.5, lg: 4 }}
    alignItems="center"
    px={4}
    py={2}
    borderTopWidth="1px"
  >
    <chakra.div role="cell" gridArea={{ base: 'state', lg: 'auto' }}>
      <StatusDot {...deviceStates[state]} />
    </chakra.div>
    <chakra.div
      role="cell"
      gridArea={{ base: 'name', lg: 'auto' }}
      fontWeight="medium"
      minW={0}
      overflowWrap="anywhere"
    >
      <Link asChild color="fg" css={touchArea}>
        <To to={devicePath(controllerId, id)}>{name || model || macWords(mac)}</To>
      </Link>
      {overLimit && (
        <Muted as="span" fontWeight="normal">
          {' · over your package’s limit, not monitored'}
        </Muted>
      )}
      {stateReasonText(words) && (
        <Hint as="span" display="block" fontWeight="normal">
          {stateReasonText(words)}
        </Hint>
      )}
    </chakra.div>
    <chakra.div
      role="presentation"
      gridArea={{ base: 'facts', lg: 'auto' }}
      display={{ base: 'flex', lg: 'contents' }}
      flexWrap="wrap"
      columnGap={3}
      textStyle={{ base: 'sm', lg: 'md' }}
      color="fg.muted"
    >
      <chakra.span role="cell" minW={0} overflowWrap="anywhere">
        {model ?? '–'}
      </chakra.span>
      <chakra.span role="cell" fontFamily="mono" textStyle="sm">
        {macWords(mac) || '–'}
      </chakra.span>
      <chakra.span role="cell" textAlign={{ lg: 'end' }}>
        <RelativeTime at={stateSince} />
      </chakra.span>
    </chakra.div>
  </chakra.div>
);

const head = (
  <>
    <span role="columnheader">State</span>
    <span role="columnheader">Device</span>
    <span role="columnheader">Model</span>
    <span role="columnheader">MAC address</span>
    <chakra.span role="columnheader" textAlign="end">
      Since
    </chakra.span>
  </>
);

type Device = WatchedDevicesQuery['devices'][number];

/** Devices per page. */
const PAGE = 200;

/** Loads the matching devices of a place page by page, offline ones first. */
function useDevices(place: Place, search: string) {
  const variables = { ...place, search: search || null, first: PAGE };
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(WatchedDevices, {
    variables,
    ...pagePolicies,
  });
  const devices = (data ?? previousData)?.devices;
  const last = data?.devices.at(-1)?.id;
  // Whether the last page has been loaded: the one that wasn't full.
  const [end, setEnd] = useState<string>();
  const isWhole = !data || data.devices.length < PAGE || last === end;
  const { loadMore, loadingMore } = useLoadMore('devices', async () => {
    const loaded = new Set(data?.devices.map((device) => device.id));
    const { data: page } = await fetchMore({ variables: { after: last } });
    // A device that changed state meanwhile can come twice. The list keeps it in its first place.
    const added = page?.devices.findLast((device) => !loaded.has(device.id));
    if (page && page.devices.length < PAGE) setEnd(added?.id ?? last);
  });
  return {
    devices,
    error,
    searching: loading && !data,
    refetch,
    loadMore: isWhole ? undefined : loadMore,
    loadingMore,
  };
}
