import { useQuery } from '@apollo/client/react';
import { Button, chakra, Link } from '@chakra-ui/react';
import { Router } from '#web/ui/icons.tsx';
import { memo, useCallback, useMemo, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import type { ControllerPageQuery } from '#web/gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useDeferredData } from '#web/lib/useDeferredData.ts';
import { useScreenSize } from '#web/lib/screen-width.ts';
import { PAGE } from '#web/lib/table-params.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { MANY } from '#web/ui/FilterField.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { Pager } from '#web/ui/Pager.tsx';
import { Results } from '#web/ui/Results.tsx';
import { RowMenu } from '#web/ui/RowActions.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { pagePolicies } from '#web/ui/useLoadMore.ts';
import { Muted, SectionTitle } from '#web/ui/text.tsx';
import { DividedList } from '#web/ui/Card.tsx';
import { countsOf, devicesText, siteText, stateOf, statusOf, tintOf, totalOf } from '../controller-state.ts';
import { LastRead, StatusReason, TwoLines } from '../ControllerStatus.tsx';
import type { DeleteControllerFields } from '../DeleteControllerDialog.tsx';
import { useControllerActions } from '../useControllerActions.ts';
import { ControllerOfflineFields, ControllersTable } from './ControllersTable.tsx';

export const ControllerPage = graphql(`
  query ControllerPage($search: String, $first: Int!, $skip: Int!) {
    controllers(search: $search, worstFirst: true, first: $first, skip: $skip) {
      id
      ...ControllerItemFields
      ...ControllerRowFields
      ...ControllerOfflineFields
    }
    controllerCount(search: $search)
    controllerStates {
      offline
      error
      pending
      unknown
      unwatched
      online
      lastReading
    }
  }
`);

const DeleteController = lazyDialog(() =>
  import('../DeleteControllerDialog.tsx').then((m) => m.DeleteControllerDialog),
);

/** The team's controllers, problems first. Kept while only what is above changes. */
export const ControllersSection = memo(function ControllersSection({ pages }: { pages: ControllerPages }) {
  const { controllers, count, total = 0, states, search, searching, page } = pages;
  const room = useScreenSize();
  const [doomed, setDoomed] = useState<FragmentType<typeof DeleteControllerFields>>();
  const list = useRef<HTMLDivElement>(null);
  const rows = { controllers: controllers ?? [], onDelete: setDoomed };
  const isThere = rows.controllers.length > 0;
  return (
    <chakra.section aria-labelledby="controllers">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={4} rowGap={2} mb={3} minH={9}>
        <SectionTitle id="controllers">Controllers</SectionTitle>
        {states && total > 1 && <StatusCounts states={states} />}
        {total > MANY && (
          <SearchField label="Find a controller" value={search} onSearch={pages.find} searching={searching} />
        )}
      </chakra.div>
      <Results
        ref={list}
        searching={searching && isThere}
        borderWidth="1px"
        borderRadius="surface"
        bg="bg.panel"
        overflow="hidden"
      >
        {(!controllers || (searching && !isThere)) && <SkeletonRows rows={3} />}
        {controllers && total === 0 && <NoControllers />}
        {total > 0 && count === 0 && !searching && (
          <Muted px={4} py={8} textAlign="center" overflowWrap="anywhere">
            No controllers or sites match “{search}”.
          </Muted>
        )}
        {isThere &&
          (room === 'phone' ? (
            <ControllerList {...rows} />
          ) : (
            <ControllersTable {...rows} short={room === 'medium'} />
          ))}
      </Results>
      {count > PAGE && (
        <Pager {...{ page, count, list }} nouns={['controller', 'controllers']} onPage={pages.setPage} />
      )}
      {doomed && <DeleteController controller={doomed} onClose={() => setDoomed(undefined)} />}
    </chakra.section>
  );
});

function NoControllers() {
  const looksOnly = useLooksOnly();
  return (
    <EmptyState
      icon={<Router size={32} strokeWidth={1.5} aria-hidden />}
      title="No controllers yet"
      action={
        !looksOnly && (
          <Button asChild>
            <RouterLink to="/site-selector">Add Your First Controller</RouterLink>
          </Button>
        )
      }
    >
      Connect a UniFi Site Manager key and each console appears here with its state, its devices and the time
      of the last reading.
    </EmptyState>
  );
}

type Props = {
  controllers: ControllerPageQuery['controllers'];
  onDelete: (controller: FragmentType<typeof DeleteControllerFields>) => void;
};

/** Controllers on a phone: two lines each, and a third if something is wrong. */
function ControllerList({ controllers, onDelete }: Props) {
  return (
    <DividedList aria-labelledby="controllers">
      {controllers.map((controller) => (
        <ControllerItem key={controller.id} controller={controller} onDelete={onDelete} />
      ))}
    </DividedList>
  );
}

export const ControllerItemFields = graphql(`
  fragment ControllerItemFields on Controller {
    id
    name
    status
    overLimit
    deviceCount
    version
    lastSync
    selectedSiteName
    selectedSiteCount
    totalSites
    ...StatusReasonFields
    ...DeleteControllerFields
  }
`);

type ItemProps = {
  controller: FragmentType<typeof ControllerItemFields> & FragmentType<typeof ControllerOfflineFields>;
  onDelete: Props['onDelete'];
};

const ControllerItem = memo(function ControllerItem({ onDelete, ...props }: ItemProps) {
  const controller = readFragment(ControllerItemFields, props.controller);
  const { id, name, deviceCount, version, lastSync } = controller;
  const { offline } = readFragment(ControllerOfflineFields, props.controller).devices;
  const status = statusOf(controller);
  const actions = useControllerActions(id, () => onDelete(controller));
  const { state, word } = stateOf[status];
  const facts = [
    siteText(controller),
    deviceCount == null ? undefined : devicesText(deviceCount),
    offline > 0 && `${formatNumber(offline)} offline`,
    version ?? undefined,
  ];
  return (
    <chakra.li display="flex" alignItems="flex-start" gap={2} ps={4} pe={1.5} py={1.5} bg={tintOf[status]}>
      <TwoLines
        name={
          <Link asChild variant="plain" color="fg">
            <RouterLink to={`/controllers/${id}`}>{name}</RouterLink>
          </Link>
        }
        state={state}
        word={word}
      >
        {facts.filter(Boolean).join(' · ')} · <LastRead at={lastSync} />
        <StatusReason controller={controller} />
      </TwoLines>
      {actions.length > 0 && <RowMenu of={name} actions={actions} />}
    </chakra.li>
  );
});

/** Number of controllers in each state, worst first: "▲ 1 offline ✓ 4 online". */
const StatusCounts = memo(function StatusCounts({
  states,
}: {
  states: ControllerPageQuery['controllerStates'];
}) {
  return (
    <chakra.span display="flex" flexWrap="wrap" columnGap={3} fontVariantNumeric="tabular-nums">
      {countsOf(states).map(({ status, count }) => {
        const { state, word } = stateOf[status];
        return <StatusDot key={status} state={state} word={`${count} ${word.toLowerCase()}`} />;
      })}
    </chakra.span>
  );
});

/** One page of controllers in the server's order, with counts of all states. */
export function useControllerPage({ skip }: { skip: boolean }) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  // A status that is minutes old misleads, so show the cached one and refetch on each visit.
  const { data, previousData, error, loading, refetch } = useQuery(ControllerPage, {
    ...pagePolicies,
    variables: { search: search || null, first: PAGE, skip: (page - 1) * PAGE },
    skip,
  });
  const find = useCallback((words: string) => {
    setSearch(words);
    setPage(1);
  }, []);
  // Keep the previous results while the next search runs.
  const known = useDeferredData(data ?? (error ? undefined : previousData));
  const searching = loading && !data;
  return useMemo(() => {
    const states = known?.controllerStates;
    return {
      controllers: known?.controllers,
      /** Number of matches. */
      count: known?.controllerCount ?? 0,
      states,
      /** Number of controllers. */
      total: states && totalOf(states),
      lastReading: states?.lastReading ?? undefined,
      searching,
      search,
      find,
      page,
      setPage,
      error,
      refetch,
    };
  }, [known, searching, search, find, page, error, refetch]);
}

type ControllerPages = ReturnType<typeof useControllerPage>;
