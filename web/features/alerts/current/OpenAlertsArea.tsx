import { useApolloClient } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AlertRowFieldsFragment } from '#web/gql/graphql.ts';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { formatCount } from '#web/lib/format.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import type { MenuPlace } from '#web/ui/ActionMenu.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { AlarmClock, Check, Construction, Undo2 } from '#web/ui/icons.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Results } from '#web/ui/Results.tsx';
import { SelectionBar } from '#web/ui/SelectionBar.tsx';
import { useSelection } from '#web/ui/useSelection.ts';
import { useAlertActions } from '../useAlertActions.ts';
import { AlertRowFields } from './AlertRow.tsx';
import { AskedInAddress } from './AskedInAddress.tsx';
import { type GridHandle, OpenAlertGrid } from './OpenAlertGrid.tsx';
import { groupWords } from './ListHeads.tsx';
import type { Group } from './open-alerts.gql.ts';
import type { Snapshot } from './open-alerts.ts';
import { usePart, type useOpenAlerts } from './useOpenAlerts.ts';
import { type Chosen, severalActions, type Target, useSeveral } from './useSeveral.tsx';

const AlertMenu = lazyDialog(() => import('./AlertMenu.tsx').then((m) => m.AlertMenu));
const GroupMenu = lazyDialog(() => import('./AlertMenu.tsx').then((m) => m.GroupMenu));
const SnoozeMenu = lazyDialog(() => import('./AlertMenu.tsx').then((m) => m.SnoozeMenu));
const NoteDialog = lazyDialog(() => import('../AlertDialogs.tsx').then((m) => m.NoteDialog));
const MaintenanceDialog = lazyDialog(() => import('../AlertDialogs.tsx').then((m) => m.MaintenanceDialog));
const SnoozeDialog = lazyDialog(() => import('../AlertDialogs.tsx').then((m) => m.SnoozeDialog));

type Props = {
  open: ReturnType<typeof useOpenAlerts>;
  label: string;
  /** Instead of an empty list. */
  empty: ReactNode;
  /** Whether filters leave out some of the open alerts. */
  isNarrowed?: boolean;
  onOpen: (id: string) => void;
};

/** A group's menu. */
type GroupPlace = { group: Group; at: HTMLElement };

type Menu = { id: string; at: MenuPlace; part: 'all' | 'snooze' };

/** A view of the open alerts with everything that can be done in it. */
export function OpenAlertsArea({ open, label, empty, isNarrowed = false, onOpen }: Props) {
  const { list, isSearching, collapsed } = open;
  const snapshot = usePart(list, (all) => all);
  const selection = useSelection(snapshot.totalCount);
  const actions = useAlertActions();
  const { filter } = list.view;
  const [menu, setMenu] = useState<Menu>();
  const [snoozeMenu, setSnoozeMenu] = useState<HTMLElement>();
  // The dialogs get the alert itself, so that typed text survives an alert that ends meanwhile.
  const [noteOn, setNoteOn] = useState<AlertRowFieldsFragment>();
  const [snoozingOn, setSnoozingOn] = useState<Target>();
  const [maintaining, setMaintaining] = useState<Target>();
  const [groupMenu, setGroupMenu] = useState<GroupPlace>();
  const looksOnly = useLooksOnly();
  const grid = useRef<GridHandle>(null);
  const snoozeButton = useRef<HTMLButtonElement>(null);

  const deselect = useEffectEvent(selection.deselect);
  useEffect(() => list.onGone((ids) => deselect(ids)), [list]);

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
  const several = useSeveral({ view: list.view, selection, shown, isNarrowed });
  const { picked, inGroup, onSeveral, onTarget, listing } = several;
  const { acknowledging, undoing, snoozing } = severalActions(actions);
  const selectGroup = async (group: Group) => {
    const chosen = await inGroup(group);
    if (chosen) selection.pick(chosen.found.map(({ id }) => id));
  };
  /** Opens a dialog for several alerts, which says how many they are. */
  const openFor = async (choosing: Promise<Chosen | undefined>, open: (target: Target) => void) => {
    const chosen = await choosing;
    if (chosen) open(chosen);
  };
  const areAllAcknowledged = filter.states?.join() === 'acknowledged';
  /** Whether someone has all that are selected already, so that acknowledging them can only be undone. */
  const areHandled = selection.isAll
    ? areAllAcknowledged || areAllLoadedHandled(snapshot, selection.ids, shown)
    : [...selection.ids].every((id) => shown(id)?.acknowledgedAt != null);
  /** Whether some may be acknowledged. Of alerts that aren't loaded, only the number of new ones is known. */
  const isAnyHandled =
    areHandled ||
    (selection.isAll
      ? snapshot.newCount < snapshot.totalCount
      : [...selection.ids].some((id) => shown(id)?.acknowledgedAt != null));
  const openSnoozeMenu = () => setSnoozeMenu(snoozeButton.current ?? undefined);
  useShortcuts({
    j: () => grid.current?.move(1),
    k: () => grid.current?.move(-1),
    x: () => withActive(({ id }) => selection.toggle(id)),
    a: () => {
      if (selection.count > 0) void onSeveral(picked(), areHandled ? undoing : acknowledging);
      else withActive(({ id }) => toggle(id));
    },
    s: () => {
      if (selection.count > 0) openSnoozeMenu();
      else withActive(({ id, element }) => setMenu({ id, at: element, part: 'snooze' }));
    },
    ...(selection.count > 0 && {
      'acknowledge selected': () => void onSeveral(picked(), acknowledging),
      'snooze selected': openSnoozeMenu,
    }),
    ...(!looksOnly && {
      m: () => {
        if (selection.count > 0) void openFor(picked(), setMaintaining);
        else withActive(({ id }) => setMaintaining(shown(id) ?? undefined));
      },
    }),
  });
  const withActive = (act: (active: { id: string; element: HTMLElement }) => void) => {
    const active = grid.current?.active();
    if (active) act(active);
  };
  const describe = (target: Target): string => {
    if (!('found' in target)) return target.pastMessage ?? target.message;
    const { found, of } = target;
    return of ? `${formatCount(found.length, 'alert')} ${of}` : formatCount(found.length, 'selected alert');
  };
  /** Of thousands of selected alerts, those outside the list aren't loaded. */
  const loaded = (target: Target): AlertRowFieldsFragment[] | undefined => {
    if (!('found' in target)) return [target];
    const alerts = target.found.map(({ id }) => shown(id)).filter((alert) => alert !== null);
    return alerts.length === target.found.length ? alerts : undefined;
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
          collapsed={collapsed}
          handle={grid}
          onSelectGroup={(group) => void selectGroup(group)}
          onGroupMenu={(group, at) => setGroupMenu({ group, at })}
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
        label="Selected alerts"
        selection={selection}
        totalCount={snapshot.totalCount}
        progress={listing ?? actions.progress}
        onStop={listing ? several.stopListing : actions.stop}
      >
        {!areHandled && (
          <Button size="sm" onClick={() => void onSeveral(picked(), acknowledging)}>
            <Check size={16} strokeWidth={1.75} aria-hidden />
            Acknowledge
          </Button>
        )}
        {isAnyHandled && (
          <Button size="sm" variant="outline" onClick={() => void onSeveral(picked(), undoing)}>
            <Undo2 size={16} strokeWidth={1.75} aria-hidden />
            Undo acknowledgement
          </Button>
        )}
        <Button ref={snoozeButton} size="sm" variant="outline" aria-haspopup="menu" onClick={openSnoozeMenu}>
          <AlarmClock size={16} strokeWidth={1.75} aria-hidden />
          Snooze…
        </Button>
        {!looksOnly && (
          <Button variant="outline" size="sm" onClick={() => void openFor(picked(), setMaintaining)}>
            <Construction size={16} strokeWidth={1.75} aria-hidden />
            Maintenance…
          </Button>
        )}
      </SelectionBar>
      {snoozeMenu && (
        <SnoozeMenu
          label="Snooze the selected alerts"
          at={snoozeMenu}
          onSnooze={(choice) => void onSeveral(picked(), snoozing(choice))}
          onCustomTime={() => void openFor(picked(), setSnoozingOn)}
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
          onCustomTime={setSnoozingOn}
          onMaintenance={looksOnly ? undefined : setMaintaining}
          onSelect={() => selection.toggle(menu.id)}
          onClose={closeMenu}
        />
      )}
      {groupMenu && (
        <GroupMenu
          key={groupMenu.group.key}
          name={groupWords(groupMenu.group).name}
          at={groupMenu.at}
          onAcknowledge={
            areAllAcknowledged ? undefined : () => void onSeveral(inGroup(groupMenu.group), acknowledging)
          }
          onUndo={
            areAllAcknowledged || groupMenu.group.newCount < groupMenu.group.count
              ? () => void onSeveral(inGroup(groupMenu.group), undoing)
              : undefined
          }
          onSnooze={(choice) => void onSeveral(inGroup(groupMenu.group), snoozing(choice))}
          onCustomTime={() => void openFor(inGroup(groupMenu.group), setSnoozingOn)}
          onMaintenance={looksOnly ? undefined : () => void openFor(inGroup(groupMenu.group), setMaintaining)}
          onSelect={() => void selectGroup(groupMenu.group)}
          onClose={() => setGroupMenu(undefined)}
        />
      )}
      {several.question}
      <AskedInAddress {...{ snapshot, several, actions }} view={list.view} />
      {noteOn && <NoteDialog alert={noteOn} onClose={() => setNoteOn(undefined)} />}
      {snoozingOn && (
        <SnoozeDialog
          description={describe(snoozingOn)}
          onSnooze={(minutes) => onTarget(snoozingOn, (ids) => actions.snooze(ids, minutes))}
          onClose={() => setSnoozingOn(undefined)}
        />
      )}
      {maintaining && (
        <MaintenanceDialog
          description={describe(maintaining)}
          alerts={loaded(maintaining)}
          onStart={(maintenance) => onTarget(maintaining, (ids) => actions.maintain(ids, maintenance))}
          onClose={() => setMaintaining(undefined)}
        />
      )}
    </Results>
  );
}

/** Whether every selected alert is loaded, and acknowledged. */
function areAllLoadedHandled(
  { sections, totalCount }: Snapshot,
  left: ReadonlySet<string>,
  shown: (id: string) => AlertRowFieldsFragment | null,
): boolean {
  const ids = sections.flatMap(({ rows }) => rows.map(({ id }) => id));
  if (ids.length < totalCount) return false;
  return ids.every((id) => left.has(id) || shown(id)?.acknowledgedAt != null);
}
