import { useApolloClient } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AlertFilter, AlertRowFieldsFragment } from '#web/gql/graphql.ts';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { graphql } from '#web/gql/index.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import type { MenuPlace } from '#web/ui/ActionMenu.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Results } from '#web/ui/Results.tsx';
import { toastFailure } from '#web/ui/toaster.tsx';
import { useAlertActions } from '../useAlertActions.ts';
import { AlertRowFields } from './AlertRow.tsx';
import { type GridHandle, OpenAlertGrid } from './OpenAlertGrid.tsx';
import type { View } from './open-alerts.gql.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { usePart, type useOpenAlerts } from './useOpenAlerts.ts';
import { useSelection } from './useSelection.ts';

const AlertMenu = lazyDialog(() => import('./AlertMenu.tsx').then((m) => m.AlertMenu));
const SnoozeMenu = lazyDialog(() => import('./AlertMenu.tsx').then((m) => m.SnoozeMenu));
const NoteDialog = lazyDialog(() => import('../AlertDialogs.tsx').then((m) => m.NoteDialog));
const MaintenanceDialog = lazyDialog(() => import('../AlertDialogs.tsx').then((m) => m.MaintenanceDialog));
const SnoozeDialog = lazyDialog(() => import('../AlertDialogs.tsx').then((m) => m.SnoozeDialog));

export const OpenAlertIds = graphql(`
  query OpenAlertIds($filter: AlertFilter, $order: AlertOrder!, $first: Int!, $after: String) {
    openAlerts(filter: $filter, order: $order, first: $first, after: $after) {
      nextCursor
      nodes {
        id
      }
    }
  }
`);

type Props = {
  open: ReturnType<typeof useOpenAlerts>;
  label: string;
  /** Instead of an empty list. */
  empty: ReactNode;
  onOpen: (id: string) => void;
};

type Menu = { id: string; at: MenuPlace; part: 'all' | 'snooze' };

/** A view of the open alerts with everything that can be done in it. */
export function OpenAlertsArea({ open, label, empty, onOpen }: Props) {
  const { list, isSearching } = open;
  const snapshot = usePart(list, (all) => all);
  const selection = useSelection(snapshot.totalCount);
  const actions = useAlertActions();
  const idsOf = useMatchingIds(list.view);
  const [menu, setMenu] = useState<Menu>();
  const [snoozeMenu, setSnoozeMenu] = useState<HTMLElement>();
  // The dialogs get the alert itself, so that typed text survives an alert that ends meanwhile.
  const [noteOn, setNoteOn] = useState<AlertRowFieldsFragment>();
  const [snoozing, setSnoozing] = useState<AlertRowFieldsFragment | 'picked'>();
  const [maintaining, setMaintaining] = useState<AlertRowFieldsFragment | 'picked'>();
  const looksOnly = useLooksOnly();
  const grid = useRef<GridHandle>(null);
  const snoozeButton = useRef<HTMLButtonElement>(null);

  const drop = useEffectEvent(selection.drop);
  useEffect(() => list.onGone((ids) => drop(ids)), [list]);

  const client = useApolloClient();
  const shown = (id: string) =>
    client.cache.readFragment<AlertRowFieldsFragment>({
      id: `Alert:${id}`,
      fragment: AlertRowFields,
      fragmentName: 'AlertRowFields',
      optimistic: true,
    });
  const toggle = (id: string) => {
    const alert = shown(id);
    void (alert?.acknowledgedAt == null ? actions.acknowledge([id]) : actions.unacknowledge([id]));
  };
  /** The selected alerts. If all that match are selected, the server lists them. Undefined if it can't. */
  const pickedIds = async (): Promise<string[] | undefined> => {
    if (!selection.isAll) return [...selection.ids];
    return (await idsOf({}))?.filter((id) => !selection.ids.has(id));
  };
  const selectGroup = async (key: string) => {
    const { by } = list.view;
    const ids = by && (await idsOf({ inGroups: { by, keys: [key] } }));
    if (ids) selection.pick(ids);
  };
  /** Acts on the selected alerts, however many there are. */
  const onPicked = async (act: (ids: readonly string[]) => Promise<boolean>): Promise<boolean> => {
    const ids = await pickedIds();
    if (!ids || !(await act(ids))) return false;
    selection.clear();
    return true;
  };
  /** Whether someone has all that are selected already, so that acknowledging them can only be undone. */
  const areHandled = selection.isAll
    ? list.view.filter.states?.join() === 'acknowledged'
    : [...selection.ids].every((id) => shown(id)?.acknowledgedAt != null);
  const openSnoozeMenu = () => setSnoozeMenu(snoozeButton.current ?? undefined);
  useShortcuts({
    j: () => grid.current?.move(1),
    k: () => grid.current?.move(-1),
    x: () => withActive(({ id }) => selection.toggle(id)),
    a: () => {
      if (selection.count > 0) void onPicked(areHandled ? actions.unacknowledge : actions.acknowledge);
      else withActive(({ id }) => toggle(id));
    },
    s: () => {
      if (selection.count > 0) openSnoozeMenu();
      else withActive(({ id, element }) => setMenu({ id, at: element, part: 'snooze' }));
    },
    ...(!looksOnly && {
      m: () => {
        if (selection.count > 0) setMaintaining('picked');
        else withActive(({ id }) => setMaintaining(shown(id) ?? undefined));
      },
    }),
  });
  const withActive = (act: (active: { id: string; element: HTMLElement }) => void) => {
    const active = grid.current?.active();
    if (active) act(active);
  };
  const describe = (one: AlertRowFieldsFragment | 'picked'): string => {
    if (one !== 'picked') return one.pastMessage ?? one.message;
    return selection.count === 1 ? '1 selected alert' : `${formatNumber(selection.count)} selected alerts`;
  };
  /** Of thousands of selected alerts, those outside the list aren't loaded. */
  const loaded = (one: AlertRowFieldsFragment | 'picked'): AlertRowFieldsFragment[] | undefined => {
    if (one !== 'picked') return [one];
    const alerts = [...selection.ids].map(shown).filter((alert) => alert !== null);
    return selection.count === alerts.length && !selection.isAll ? alerts : undefined;
  };
  const closeMenu = useCallback(() => setMenu(undefined), []);

  if (!snapshot.isReady) {
    if (snapshot.error !== undefined)
      return (
        <LoadFailed
          title="We couldn’t load the alerts"
          error={snapshot.error}
          onRetry={() => list.refetch()}
        />
      );
    return <LoadingSpinner text="Loading alerts..." />;
  }
  const isEmpty = snapshot.sections.every(({ rows, count, isLoaded, end }) =>
    isLoaded ? rows.length === 0 && !end : count === 0,
  );
  return (
    <Results searching={isSearching}>
      {isEmpty ? (
        empty
      ) : (
        <OpenAlertGrid
          label={label}
          list={list}
          snapshot={snapshot}
          selection={selection}
          handle={grid}
          onSelectGroup={(key) => void selectGroup(key)}
          onAct={(act, id, at) => {
            if (act === 'open') onOpen(id);
            else if (act === 'toggle') toggle(id);
            else setMenu({ id, at, part: 'all' });
          }}
        />
      )}
      {snapshot.isIncomplete && (
        <Notice
          state="error"
          title="We couldn’t load more alerts"
          action={
            <Button variant="outline" size="sm" onClick={list.retry}>
              Retry
            </Button>
          }
        />
      )}
      <SelectionBar
        selection={selection}
        totalCount={snapshot.totalCount}
        progress={actions.progress}
        snoozeButton={snoozeButton}
        onStop={actions.stop}
        onAcknowledge={areHandled ? undefined : () => void onPicked(actions.acknowledge)}
        onUndo={() => void onPicked(actions.unacknowledge)}
        onSnooze={openSnoozeMenu}
        onMaintenance={looksOnly ? undefined : () => setMaintaining('picked')}
      />
      {snoozeMenu && (
        <SnoozeMenu
          label="Snooze the selected alerts"
          at={snoozeMenu}
          onSnooze={(minutes) => void onPicked((ids) => actions.snooze(ids, minutes))}
          onCustomTime={() => setSnoozing('picked')}
          onClose={() => setSnoozeMenu(undefined)}
        />
      )}
      {menu && (
        <AlertMenu
          key={menu.id}
          {...menu}
          actions={actions}
          onOpen={() => onOpen(menu.id)}
          onNote={setNoteOn}
          onCustomTime={setSnoozing}
          onMaintenance={looksOnly ? undefined : setMaintaining}
          onSelect={() => selection.toggle(menu.id)}
          onClose={closeMenu}
        />
      )}
      {noteOn && <NoteDialog alert={noteOn} onClose={() => setNoteOn(undefined)} />}
      {snoozing && (
        <SnoozeDialog
          description={describe(snoozing)}
          onSnooze={(minutes) =>
            snoozing === 'picked'
              ? onPicked((ids) => actions.snooze(ids, minutes))
              : actions.snooze([snoozing.id], minutes)
          }
          onClose={() => setSnoozing(undefined)}
        />
      )}
      {maintaining && (
        <MaintenanceDialog
          description={describe(maintaining)}
          alerts={loaded(maintaining)}
          onStart={(maintenance) =>
            maintaining === 'picked'
              ? onPicked((ids) => actions.maintain(ids, maintenance))
              : actions.maintain([maintaining.id], maintenance)
          }
          onClose={() => setMaintaining(undefined)}
        />
      )}
    </Results>
  );
}

/** IDs per request. */
const PAGE = 200;

/** The IDs of all alerts that match the view, or a part of it. Undefined if the server can't list them. */
function useMatchingIds({ filter, order }: View) {
  const client = useApolloClient();
  return async (part: AlertFilter): Promise<string[] | undefined> => {
    const listed = async (after: string | null): Promise<string[]> => {
      const { data } = await client.query({
        query: OpenAlertIds,
        variables: { filter: { ...filter, ...part }, order, first: PAGE, after },
        fetchPolicy: 'no-cache',
      });
      const { nodes, nextCursor } = data!.openAlerts;
      const found = nodes.map(({ id }) => id);
      return nextCursor ? [...found, ...(await listed(nextCursor))] : found;
    };
    try {
      return await listed(null);
    } catch (error) {
      toastFailure(error, { title: 'We couldn’t load all matching alerts', check: 'Try again in a moment.' });
      return undefined;
    }
  };
}
