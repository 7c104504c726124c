import { useApolloClient } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AlertRowFieldsFragment } from '#web/gql/graphql.ts';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { formatCount } from '#web/lib/format.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import type { MenuPlace } from '#web/ui/ActionMenu.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Results } from '#web/ui/Results.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { useAlertActions } from '../useAlertActions.ts';
import { useMatchingIds } from '../useMatchingIds.ts';
import { AlertRowFields } from './AlertRow.tsx';
import { type GridHandle, OpenAlertGrid } from './OpenAlertGrid.tsx';
import { groupWords } from './ListHeads.tsx';
import type { Group, View } from './open-alerts.gql.ts';
import type { Snapshot } from './open-alerts.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { usePart, type useOpenAlerts } from './useOpenAlerts.ts';
import { useSelection } from './useSelection.ts';

const AlertMenu = lazyDialog(() => import('./AlertMenu.tsx').then((m) => m.AlertMenu));
const GroupMenu = lazyDialog(() => import('./AlertMenu.tsx').then((m) => m.GroupMenu));
const SnoozeMenu = lazyDialog(() => import('./AlertMenu.tsx').then((m) => m.SnoozeMenu));
const NoteDialog = lazyDialog(() => import('../AlertDialogs.tsx').then((m) => m.NoteDialog));
const MaintenanceDialog = lazyDialog(() => import('../AlertDialogs.tsx').then((m) => m.MaintenanceDialog));
const ConfirmDialog = lazyDialog(() => import('#web/ui/ConfirmDialog.tsx').then((m) => m.ConfirmDialog));
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

/** What a dialog acts on: an alert, the selected ones, all new ones of the view or all of a group, loaded or not. */
type Target = AlertRowFieldsFragment | 'picked' | 'new' | { group: Group };

type Act = (ids: readonly string[]) => Promise<boolean>;

/** A group's menu, and how many of its rows are on screen. */
type GroupPlace = { group: Group; at: HTMLElement; seen: number };

/** What to confirm before it is done to a whole group. */
type Question = { group: Group; verb: string; title: string; act: Act };

type Menu = { id: string; at: MenuPlace; part: 'all' | 'snooze' };

/** A view of the open alerts with everything that can be done in it. */
export function OpenAlertsArea({ open, label, empty, isNarrowed = false, onOpen }: Props) {
  const { list, isSearching } = open;
  const snapshot = usePart(list, (all) => all);
  const selection = useSelection(snapshot.totalCount);
  const actions = useAlertActions();
  const { idsOf, listing, stopListing } = useMatchingIds();
  const { filter, order, by } = list.view;
  const [menu, setMenu] = useState<Menu>();
  const [snoozeMenu, setSnoozeMenu] = useState<HTMLElement>();
  // The dialogs get the alert itself, so that typed text survives an alert that ends meanwhile.
  const [noteOn, setNoteOn] = useState<AlertRowFieldsFragment>();
  const [snoozing, setSnoozing] = useState<Target>();
  const [maintaining, setMaintaining] = useState<Target>();
  const [groupMenu, setGroupMenu] = useState<GroupPlace>();
  const [question, setQuestion] = useState<Question>();
  const looksOnly = useLooksOnly();
  // The palette asks for it in the address, because the list may have yet to load.
  const [asked, setAsked] = useSearchParam('do');
  const grid = useRef<GridHandle>(null);
  const snoozeButton = useRef<HTMLButtonElement>(null);

  const drop = useEffectEvent(selection.drop);
  useEffect(() => list.onGone((ids) => drop(ids)), [list]);

  const fresh = newOnes(list.view.filter, snapshot);
  const isPointless = asked !== undefined && snapshot.isReady && fresh.total === 0;
  const sayPointless = useEffectEvent(() => {
    toast({ title: `There are no ${fresh.noun}s`, type: 'info' });
    setAsked(undefined);
  });
  useEffect(() => {
    if (isPointless) sayPointless();
  }, [isPointless]);

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
    const ids = await idsOf({ filter, order, total: selection.count });
    return ids?.filter((id) => !selection.ids.has(id));
  };
  /** All alerts of a group that match the view, as the server lists them now. */
  const groupIds = ({ key, count }: Pick<Group, 'key' | 'count'>) =>
    idsOf({ filter: { ...filter, inGroups: { by: by!, keys: [key] } }, order, total: count });
  const selectGroup = async (group: Group) => {
    const ids = await groupIds(group);
    if (ids) selection.pick(ids);
  };
  /** Acts on the selected alerts, however many there are. */
  const onPicked = async (act: Act): Promise<boolean> => {
    const ids = await pickedIds();
    if (!ids || !(await act(ids))) return false;
    selection.clear();
    return true;
  };
  const onTarget = async (target: Target, act: Act): Promise<boolean> => {
    if (target === 'picked') return onPicked(act);
    if (target !== 'new' && !('group' in target)) return act([target.id]);
    const ids = await (target === 'new' ? idsOf({ ...fresh, order }) : groupIds(target.group));
    return ids !== undefined && act(ids);
  };
  /** Acts on a whole group, and asks first if that is more than what is on screen. */
  const onGroup = (
    { group, seen }: GroupPlace,
    { verb, title }: Pick<Question, 'verb' | 'title'>,
    act: Act,
  ) => {
    if (group.count > seen) setQuestion({ group, verb, title, act });
    else void onTarget({ group }, act);
  };
  const areAllAcknowledged = filter.states?.join() === 'acknowledged';
  /** Whether someone has all that are selected already, so that acknowledging them can only be undone. */
  const areHandled = selection.isAll
    ? areAllAcknowledged
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
    ...(selection.count > 0 && {
      'acknowledge selected': () => void onPicked(actions.acknowledge),
      'snooze selected': openSnoozeMenu,
    }),
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
  const describe = (target: Target): string => {
    if (target === 'picked') return formatCount(selection.count, 'selected alert');
    if (target === 'new') return formatCount(fresh.total, fresh.noun);
    return 'group' in target ? groupText(target.group) : (target.pastMessage ?? target.message);
  };
  /** Of thousands of selected alerts, those outside the list aren't loaded. */
  const loaded = (target: Target): AlertRowFieldsFragment[] | undefined => {
    if (target === 'new') return undefined;
    if (target !== 'picked') return 'group' in target ? undefined : [target];
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
          onSelectGroup={(group) => void selectGroup(group)}
          onGroupMenu={(group, at, seen) => setGroupMenu({ group, at, seen })}
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
        progress={listing ?? actions.progress}
        snoozeButton={snoozeButton}
        onStop={listing ? stopListing : actions.stop}
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
      {groupMenu && (
        <GroupMenu
          key={groupMenu.group.key}
          name={groupWords(groupMenu.group).name}
          at={groupMenu.at}
          onAcknowledge={
            areAllAcknowledged
              ? undefined
              : () =>
                  onGroup(
                    groupMenu,
                    { verb: 'Acknowledge', title: `Acknowledge ${groupText(groupMenu.group)}?` },
                    actions.acknowledge,
                  )
          }
          onUndo={() =>
            onGroup(
              groupMenu,
              {
                verb: 'Undo for',
                title: `Undo the acknowledgement of ${groupText(groupMenu.group)}?`,
              },
              actions.unacknowledge,
            )
          }
          onSnooze={({ phrase, minutes }) =>
            onGroup(
              groupMenu,
              { verb: 'Snooze', title: `Snooze ${groupText(groupMenu.group)} ${phrase}?` },
              (ids) => actions.snooze(ids, minutes),
            )
          }
          onCustomTime={() => setSnoozing({ group: groupMenu.group })}
          onMaintenance={looksOnly ? undefined : () => setMaintaining({ group: groupMenu.group })}
          onSelect={() => void selectGroup(groupMenu.group)}
          onClose={() => setGroupMenu(undefined)}
        />
      )}
      {question && (
        <ConfirmDialog
          open
          isSafe
          title={question.title}
          confirmLabel={`${question.verb} ${formatCount(question.group.count, 'alert')}`}
          onClose={() => setQuestion(undefined)}
          onConfirm={() => {
            // Its progress is on the screen behind.
            setQuestion(undefined);
            void onTarget(question, question.act);
          }}
        >
          {`This includes alerts that aren’t on your screen.${isNarrowed ? ' Only alerts that match your filters are changed.' : ''}`}
        </ConfirmDialog>
      )}
      {asked === 'acknowledge' && fresh.total > 0 && (
        <ConfirmDialog
          open
          isSafe
          title={`Acknowledge ${formatCount(fresh.total, fresh.noun)}?`}
          confirmLabel={`Acknowledge ${formatCount(fresh.total, 'alert')}`}
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            void onTarget('new', actions.acknowledge);
          }}
        >
          Everyone in your team sees that you’re handling them. You can undo it.
        </ConfirmDialog>
      )}
      {asked === 'snooze' && fresh.total > 0 && (
        <SnoozeDialog
          description={describe('new')}
          onSnooze={(minutes) => onTarget('new', (ids) => actions.snooze(ids, minutes))}
          onClose={() => setAsked(undefined)}
        />
      )}
      {noteOn && <NoteDialog alert={noteOn} onClose={() => setNoteOn(undefined)} />}
      {snoozing && (
        <SnoozeDialog
          description={describe(snoozing)}
          onSnooze={(minutes) => onTarget(snoozing, (ids) => actions.snooze(ids, minutes))}
          onClose={() => setSnoozing(undefined)}
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

/** "450 alerts of Bäckerei Nord" */
const groupText = (group: Group): string =>
  `${formatCount(group.count, 'alert')} of ${groupWords(group).name}`;

/** The new alerts of a view. If its filter is about other states, all of its alerts. */
function newOnes(filter: View['filter'], { newCount, totalCount }: Snapshot) {
  const { states } = filter;
  return !states || states.includes('new')
    ? { filter: { ...filter, states: ['new' as const] }, total: newCount, noun: 'new alert' }
    : { filter, total: totalCount, noun: 'matching alert' };
}
