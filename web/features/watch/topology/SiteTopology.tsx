import { useQuery } from '@apollo/client/react';
import { Button, chakra, Link, Stack } from '@chakra-ui/react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { graphql } from '#web/gql/index.ts';
import { onAttentionCount } from '#web/lib/attention-count.ts';
import { useLiveRefetch } from '#web/lib/live-refetch.ts';
import { devicePath } from '#web/lib/places.ts';
import { useScreenSize } from '#web/lib/screen-width.ts';
import { usePolling } from '#web/lib/usePolling.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterField } from '#web/ui/FilterField.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Hint, SectionTitle } from '#web/ui/text.tsx';
import { TopologyDrawing } from './TopologyDrawing.tsx';
import { TopologyList } from './TopologyList.tsx';
import {
  alertWords,
  ancestorsOf,
  belowWords,
  buildTrees,
  findDevices,
  groups,
  lookOf,
  nameOf,
  openAtFirst,
  shownNodes,
  sourceWords,
  stateWords,
  type TreeNode,
  troubles,
  uplinkWords,
} from './tree.ts';
import { UplinkHistory } from './UplinkChanges.tsx';

export const SiteTopologyQuery = graphql(`
  query SiteTopology($controllerId: ID!, $siteId: String!) {
    siteTopology(controllerId: $controllerId, siteId: $siteId) {
      devices {
        id
        name
        model
        role
        isConsole
        state
        stateReason
        reportedState
        alertId
        alertSeverity
        causeAlertId
        causeName
        causePort
        uplinkDeviceId
        uplinkPort
        uplinkKind
        uplinkSource
        uplinkSeenAt
        uplinkProblem
      }
      unreadReason
    }
  }
`);

/** Sites are read about once a minute. */
const EVERY = 60_000;

/** Between two refetches after live changes. A site can have thousands of devices. */
const PAUSE = 5_000;

type Place = { controllerId: string; siteId: string };

/** What each device of a site connects to, and how that changed. */
export function SiteTopology(place: Place) {
  const { data, error, refetch } = useQuery(SiteTopologyQuery, {
    variables: place,
    // Nothing else shows these objects, and the cache takes seconds to file thousands of them.
    fetchPolicy: 'no-cache',
  });
  usePolling(EVERY, refetch);
  const update = useLiveRefetch(refetch, PAUSE);
  useEffect(() => onAttentionCount(update), [update]);
  const topology = data?.siteTopology;
  return (
    <Stack gap={6}>
      {!topology && error && (
        <LoadFailed title="We couldn’t load the topology" error={error} onRetry={refetch} />
      )}
      {!topology && !error && <SkeletonRows rows={6} />}
      {topology?.devices.length === 0 && (
        <Card>
          <EmptyState title="No devices yet">
            They appear here after the first check, with what they connect to.
          </EmptyState>
        </Card>
      )}
      {topology && topology.devices.length > 0 && <UplinkTree {...place} topology={topology} />}
      <UplinkHistory {...place} />
    </Stack>
  );
}

type Topology = { devices: Parameters<typeof buildTrees>[0]; unreadReason: string | null };

function UplinkTree({ controllerId, topology }: Place & { topology: Topology }) {
  const { devices, unreadReason } = topology;
  const trees = useMemo(() => buildTrees(devices), [devices]);
  const nodes = useMemo(
    () => new Map(shownNodes(trees, () => true).map(({ node }) => [node.key, node])),
    [trees],
  );
  const branches = useBranches(trees);
  const isPhone = useScreenSize() === 'phone';
  const [chosenView, setView] = useSearchParam('view');
  const isList = (chosenView ?? (isPhone ? 'list' : 'drawing')) === 'list';
  const troubled = useMemo(() => troubles(trees), [trees]);
  const [start] = useState(() => (troubled[0] ?? trees[0]!).key);
  const [active, setActive] = useState(start);
  const [shownAt, setShownAt] = useState(0);
  const activeNode = nodes.get(active) ?? trees[0]!;
  const jumpTo = (node: TreeNode) => {
    branches.openAll(ancestorsOf(node));
    setActive(node.key);
    setShownAt((before) => before + 1);
  };
  const showNextTrouble = () => {
    const next = troubled[(troubled.indexOf(activeNode) + 1) % troubled.length];
    if (next) jumpTo(next);
  };
  const isKnown = devices.some(({ uplinkDeviceId }) => uplinkDeviceId !== null);
  const shared = { controllerId, trees, isOpen: branches.isOpen, onToggle: branches.toggle };
  return (
    <chakra.section aria-labelledby="topology">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3} mb={3}>
        <SectionTitle id="topology">Uplinks</SectionTitle>
        <Button variant="outline" size="sm" onClick={() => setView(isList ? 'drawing' : 'list')}>
          {isList ? 'View as drawing' : 'View as list'}
        </Button>
        {troubled.length > 0 && (
          <Button variant="outline" size="sm" onClick={showNextTrouble}>
            {`Next problem (${troubled.length})`}
          </Button>
        )}
        <Search trees={trees} onJump={jumpTo} />
      </chakra.div>
      {(!isKnown || unreadReason) && (
        <chakra.div mb={3}>
          <Notice state="unknown" title={isKnown ? 'Uplinks can’t be read now' : 'No uplinks known yet'}>
            {unreadReason ??
              'Only the console itself reports them. Reading every device takes several minutes.'}
          </Notice>
        </chakra.div>
      )}
      {isList ? (
        <Card p={{ base: 2, md: 3 }}>
          <TopologyList {...shared} found={shownAt > 0 ? active : undefined} shownAt={shownAt} />
        </Card>
      ) : (
        <>
          <chakra.div srOnly>
            <TopologyList {...shared} found={undefined} shownAt={0} isHidden />
          </chakra.div>
          <TopologyDrawing
            {...shared}
            active={activeNode.key}
            onActivate={setActive}
            start={start}
            shownAt={shownAt}
          />
          <Selected controllerId={controllerId} node={activeNode} />
        </>
      )}
      <Hint mt={2}>
        The time of a reading is stored every six hours, so an uplink may have been read more recently than
        shown.
      </Hint>
    </chakra.section>
  );
}

/** Which branches are open. Large trees start with some closed, and people's choices stay. */
function useBranches(trees: readonly TreeNode[]) {
  const usual = useMemo(() => openAtFirst(trees), [trees]);
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOpen = useCallback(({ key }: TreeNode) => chosen.get(key) ?? usual.has(key), [chosen, usual]);
  const toggle = useCallback(
    ({ key }: TreeNode) =>
      setChosen((before) => new Map(before).set(key, !(before.get(key) ?? usual.has(key)))),
    [usual],
  );
  const openAll = (nodes: readonly TreeNode[]) =>
    setChosen((before) => new Map([...before, ...nodes.map(({ key }) => [key, true] as const)]));
  return { isOpen, toggle, openAll };
}

/** Jumps to the first match while typing, and to the next one with Enter. */
function Search({ trees, onJump }: { trees: readonly TreeNode[]; onJump: (node: TreeNode) => void }) {
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const found = useMemo(() => findDevices(trees, search), [trees, search]);
  const show = (words: string) => {
    setSearch(words);
    setAt(0);
    const [first] = findDevices(trees, words);
    if (first) onJump(first);
  };
  const showNext = () => {
    const next = (at + 1) % Math.max(1, found.length);
    setAt(next);
    const node = found[next];
    if (node) onJump(node);
  };
  const count =
    found.length === 0 ? 'No matches' : `${Math.min(at, found.length - 1) + 1} of ${found.length}`;
  return (
    <>
      <Hint as="span" role="status" ms={{ md: 'auto' }}>
        {search.trim() ? count : ''}
      </Hint>
      <chakra.div css={{ '& > *': { marginInlineStart: 0 } }} w={{ base: 'full', md: 'auto' }}>
        <FilterField label="Find a device in the tree" value={search} onChange={show} onEnter={showNext} />
      </chakra.div>
    </>
  );
}

/** What is known about the selected node. */
function Selected({ controllerId, node }: { controllerId: string; node: TreeNode }) {
  const { device, problem } = node;
  const facts = [device?.model, uplinkWords(node), belowWords(node)].filter(Boolean).join(' · ');
  return (
    <Card aria-label="Selected" as="section" mt={2} px={4} py={2.5}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={3}>
        {device ? (
          <>
            <StatusDot
              state={lookOf(device)}
              word={[stateWords(device), alertWords(device)].filter(Boolean).join(' · ')}
            />
            <Link asChild color="fg" fontWeight="medium">
              <RouterLink to={devicePath(controllerId, device.id)}>{device.name}</RouterLink>
            </Link>
            <AlertLinks node={node} />
          </>
        ) : (
          <chakra.span fontWeight="medium">{nameOf(node)}</chakra.span>
        )}
      </chakra.div>
      <Hint as="div">
        {problem ? `${groups[problem].reason} ` : ''}
        {facts}
        {device?.uplinkSource && device.uplinkSeenAt && (
          <>
            {facts && ' · '}
            {sourceWords[device.uplinkSource]}, read <RelativeTime at={device.uplinkSeenAt} />
          </>
        )}
      </Hint>
    </Card>
  );
}

function AlertLinks({ node: { device } }: { node: TreeNode }) {
  const alertId = device?.alertId ?? device?.causeAlertId;
  if (!alertId) return null;
  return (
    <Link asChild>
      <RouterLink to={`/alerts/${alertId}`}>
        {device?.alertId ? 'View alert' : 'View the cause’s alert'}
      </RouterLink>
    </Link>
  );
}
