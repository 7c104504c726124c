import { useApolloClient } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AlertRowFieldsFragment } from '#web/gql/graphql.ts';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
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
import type { SnoozeChoice } from '../snooze.ts';
import { type Found, useMatchingIds } from '../useMatchingIds.ts';
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

/** Alerts that an action may concern, as they were when it was chosen, and how people call them. */
type Chosen = {
  found: readonly Found[];
  /** How many there were according to the screen. */
  said: number;
  /** "of Bäckerei Nord", or nothing for all new ones. Undefined for the selected ones. */
  of?: string;
};

/** What a dialog acts on: an alert, or several. */
type Target = AlertRowFieldsFragment | Chosen;

type Act = (ids: readonly string[]) => Promise<boolean>;

/** Something that can be done with several alerts at once. */
type Action = {
  act: Act;
  /** "Acknowledge" on the button of the question. */
  verb: string;
  /** "Acknowledge 450 alerts of Bäckerei Nord?" */
  ask: (alerts: string) => string;
  /** Leaves out alerts that need no change. */
  isNeeded?: (alert: Found) => boolean;
};

/** A group's menu. */
type GroupPlace = { group: Group; at: HTMLElement };

/** What to confirm before it's done to these alerts. */
type Question = { action: Action; ids: readonly string[]; chosen: Chosen };

/** More alerts than this are only changed after a question, because not all of them are on the screen. */
const MOST_UNASKED = 25;

type Menu = { id: string; at: MenuPlace; part: 'all' | 'snooze' };

/** A view of the open alerts with everything that can be done in it. */
export function OpenAlertsArea({ open, label, empty, isNarrowed = false, onOpen }: Props) {
  const { list, isSearching } = open;
  const snapshot = usePart(list, (all) => all);
  const selection = useSelection(snapshot.totalCount);
  const actions = useAlertActions();
  const { find, listing, stopListing } = useMatchingIds();
  const { filter, order, by } = list.view;
  const [menu, setMenu] = useState<Menu>();
  const [snoozeMenu, setSnoozeMenu] = useState<HTMLElement>();
  // The dialogs get the alert itself, so that typed text survives an alert that ends meanwhile.
  const [noteOn, setNoteOn] = useState<AlertRowFieldsFragment>();
  const [snoozingOn, setSnoozingOn] = useState<Target>();
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
  const picked = async (): Promise<Chosen | undefined> => {
    const { count, ids } = selection;
    if (!selection.isAll) return { found: [...ids].map(foundOf), said: count };
    const found = await find({ filter, order, total: count });
    return found && { found: found.filter(({ id }) => !ids.has(id)), said: count };
  };
  const foundOf = (id: string): Found => {
    const alert = shown(id);
    return { id, isAcknowledged: alert ? alert.acknowledgedAt != null : undefined };
  };
  /** All alerts of a group that match the view, as the server lists them now. */
  const inGroup = async (group: Group): Promise<Chosen | undefined> => {
    const { key, count } = group;
    const found = await find({
      filter: { ...filter, inGroups: { by: by!, keys: [key] } },
      order,
      total: count,
    });
    return found && { found, said: count, of: `of ${groupWords(group).name}` };
  };
  const selectGroup = async (group: Group) => {
    const chosen = await inGroup(group);
    if (chosen) selection.pick(chosen.found.map(({ id }) => id));
  };
  /** Acts on exactly these alerts. Those that are selected aren't afterwards. */
  const actOn = async (chosen: Chosen, ids: readonly string[], act: Act): Promise<boolean> => {
    const isDone = await act(ids);
    if (isDone && chosen.of === undefined) selection.clear();
    return isDone;
  };
  /** All new alerts of the view, as the server lists them now. */
  const allNew = async (): Promise<Chosen | undefined> => {
    const found = await find({ ...fresh, order });
    return found && { found, said: fresh.total, of: '' };
  };
  /** Acts on several alerts, and asks first if there are more than `most`, or more than the screen said. */
  const onSeveral = async (choosing: Promise<Chosen | undefined>, action: Action, most = MOST_UNASKED) => {
    const chosen = await choosing;
    if (!chosen) return;
    const ids = chosen.found.filter(action.isNeeded ?? Boolean).map(({ id }) => id);
    if (ids.length > Math.min(chosen.said, most)) setQuestion({ action, ids, chosen });
    else await actOn(chosen, ids, action.act);
  };
  const onTarget = (target: Target, act: Act): Promise<boolean> =>
    'found' in target
      ? actOn(
          target,
          target.found.map(({ id }) => id),
          act,
        )
      : act([target.id]);
  /** Opens a dialog for several alerts, which says how many they are. */
  const openFor = async (choosing: Promise<Chosen | undefined>, open: (target: Target) => void) => {
    const chosen = await choosing;
    if (chosen) open(chosen);
  };
  const acknowledging: Action = {
    act: actions.acknowledge,
    verb: 'Acknowledge',
    ask: (alerts) => `Acknowledge ${alerts}?`,
    isNeeded: ({ isAcknowledged }) => isAcknowledged !== true,
  };
  const undoing: Action = {
    act: actions.unacknowledge,
    verb: 'Undo for',
    ask: (alerts) => `Undo the acknowledgement of ${alerts}?`,
    isNeeded: ({ isAcknowledged }) => isAcknowledged !== false,
  };
  const snoozing = ({ phrase, minutes }: SnoozeChoice): Action => ({
    act: (ids) => actions.snooze(ids, minutes),
    verb: 'Snooze',
    ask: (alerts) => `Snooze ${alerts} ${phrase}?`,
  });
  const areAllAcknowledged = filter.states?.join() === 'acknowledged';
  /** Whether someone has all that are selected already, so that acknowledging them can only be undone. */
  const areHandled = selection.isAll
    ? areAllAcknowledged || areAllLoadedHandled(snapshot, selection.ids, shown)
    : [...selection.ids].every((id) => shown(id)?.acknowledgedAt != null);
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
        selection={selection}
        totalCount={snapshot.totalCount}
        progress={listing ?? actions.progress}
        snoozeButton={snoozeButton}
        onStop={listing ? stopListing : actions.stop}
        onAcknowledge={areHandled ? undefined : () => void onSeveral(picked(), acknowledging)}
        onUndo={() => void onSeveral(picked(), undoing)}
        onSnooze={openSnoozeMenu}
        onMaintenance={looksOnly ? undefined : () => void openFor(picked(), setMaintaining)}
      />
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
      {question && (
        <ConfirmDialog
          open
          isSafe
          title={question.action.ask(
            [formatCount(question.ids.length, 'alert'), question.chosen.of].filter(Boolean).join(' '),
          )}
          confirmLabel={`${question.action.verb} ${formatCount(question.ids.length, 'alert')}`}
          onClose={() => setQuestion(undefined)}
          onConfirm={() => {
            // Its progress is on the screen behind.
            setQuestion(undefined);
            void actOn(question.chosen, question.ids, question.action.act);
          }}
        >
          {question.ids.length > question.chosen.said
            ? `There were ${formatNumber(question.chosen.said)} when you chose them.`
            : 'This includes alerts that aren’t on your screen.'}
          {isNarrowed && ' Only alerts that match your filters are changed.'}
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
            void onSeveral(allNew(), acknowledging, Infinity);
          }}
        >
          Everyone in your team sees that you’re handling them. You can undo it.
        </ConfirmDialog>
      )}
      {asked === 'snooze' && fresh.total > 0 && (
        <SnoozeDialog
          description={formatCount(fresh.total, fresh.noun)}
          onSnooze={async (minutes) => {
            const snoozing: Action = {
              act: (ids) => actions.snooze(ids, minutes),
              verb: 'Snooze',
              ask: (alerts) => `Snooze ${alerts}?`,
            };
            await onSeveral(allNew(), snoozing, Infinity);
            return true;
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
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

/** The new alerts of a view. If its filter is about other states, all of its alerts. */
function newOnes(filter: View['filter'], { newCount, totalCount }: Snapshot) {
  const { states } = filter;
  return !states || states.includes('new')
    ? { filter: { ...filter, states: ['new' as const] }, total: newCount, noun: 'new alert' }
    : { filter, total: totalCount, noun: 'matching alert' };
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
