import { useState } from 'react';
import type { AlertFilter, AlertRowFieldsFragment } from '#web/gql/graphql.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import type { Selection } from '#web/ui/useSelection.ts';
import type { SnoozeChoice } from '../snooze.ts';
import type { AlertActions } from '../useAlertActions.ts';
import { type Found, useMatchingIds } from '../useMatchingIds.ts';
import { groupWords } from './ListHeads.tsx';
import type { Group, View } from './open-alerts.gql.ts';

const ConfirmDialog = lazyDialog(() => import('#web/ui/ConfirmDialog.tsx').then((m) => m.ConfirmDialog));

/** Alerts that an action may concern, as they were when it was chosen, and how people call them. */
export type Chosen = {
  found: readonly Found[];
  /** How many there were according to the screen. */
  said: number;
  /** "of Bäckerei Nord", or nothing for all new ones. Undefined for the selected ones. */
  of?: string;
};

/** What a dialog acts on: an alert, or several. */
export type Target = AlertRowFieldsFragment | Chosen;

type Act = (ids: readonly string[]) => Promise<boolean>;

/** Something that can be done with several alerts at once. */
export type Action = {
  act: Act;
  /** "Acknowledge 450 alerts of Bäckerei Nord?" */
  ask: (alerts: string) => string;
  /** "Acknowledge 450 alerts" on the button of that question. */
  confirm: (alerts: string) => string;
  /** Leaves out alerts that need no change. */
  isNeeded?: (alert: Found) => boolean;
  /** Describes the alerts left out: "is already acknowledged", "are already acknowledged". */
  unneeded?: readonly [one: string, several: string];
};

/** What to confirm before it's done to these alerts. */
type Question = { action: Action; ids: readonly string[]; chosen: Chosen };

/** More alerts than this are only changed after a question, because not all of them are on the screen. */
const MOST_UNASKED = 25;

type Props = {
  view: View;
  selection: Selection;
  /** An alert as the screen has it. */
  shown: (id: string) => AlertRowFieldsFragment | null;
  /** Whether filters leave out some of the open alerts. */
  isNarrowed: boolean;
};

/** Acts on several alerts: the selected ones, those of a group, or all that match a filter, loaded or not. */
export function useSeveral({ view, selection, shown, isNarrowed }: Props) {
  const { find, listing, stopListing } = useMatchingIds();
  const [question, setQuestion] = useState<Question>();
  const { order, by } = view;

  const foundOf = (id: string): Found => {
    const alert = shown(id);
    return { id, isAcknowledged: alert ? alert.acknowledgedAt != null : undefined };
  };
  /** The selected alerts. If all that match are selected, the server lists them. Undefined if it can't. */
  const picked = async (): Promise<Chosen | undefined> => {
    const { count, ids } = selection;
    if (!selection.isAll) return { found: [...ids].map(foundOf), said: count };
    const found = await find({ filter: view.filter, order, total: count });
    return found && { found: found.filter(({ id }) => !ids.has(id)), said: count };
  };
  /** All alerts that match a filter, as the server lists them now. */
  const matching = async (filter: AlertFilter, total: number, of = ''): Promise<Chosen | undefined> => {
    const found = await find({ filter, order, total });
    return found && { found, said: total, of };
  };
  /** All alerts of a group that match the view. */
  const inGroup = (group: Group) =>
    matching(
      { ...view.filter, inGroups: { by: by!, keys: [group.key] } },
      group.count,
      `of ${groupWords(group).name}`,
    );

  /** Acts on exactly these alerts. Those that are selected aren't afterwards. */
  const actOn = async (chosen: Chosen, ids: readonly string[], act: Act): Promise<boolean> => {
    const isDone = await act(ids);
    if (isDone && chosen.of === undefined) selection.clear();
    return isDone;
  };
  /** Acts on several alerts, and asks first if there are more than `most`, or more than the screen said. */
  const onSeveral = async (choosing: Promise<Chosen | undefined>, action: Action, most = MOST_UNASKED) => {
    const chosen = await choosing;
    if (!chosen) return;
    const ids = chosen.found.filter(action.isNeeded ?? Boolean).map(({ id }) => id);
    if (ids.length > Math.min(chosen.said, most)) setQuestion({ action, ids, chosen });
    else await actOn(chosen, ids, action.act);
  };
  const onTarget = (target: Target, act: Act): Promise<boolean> => {
    if (!('found' in target)) return act([target.id]);
    const ids = target.found.map(({ id }) => id);
    return actOn(target, ids, act);
  };
  const answer = ({ action, ids, chosen }: Question) => {
    // Its progress is on the screen behind.
    setQuestion(undefined);
    void actOn(chosen, ids, action.act);
  };
  return {
    picked,
    matching,
    inGroup,
    onSeveral,
    onTarget,
    listing,
    stopListing,
    question: question && (
      <AskFirst
        question={question}
        isNarrowed={isNarrowed}
        onConfirm={() => answer(question)}
        onClose={() => setQuestion(undefined)}
      />
    ),
  };
}

export type Several = ReturnType<typeof useSeveral>;

type AskProps = { question: Question; isNarrowed: boolean; onConfirm: () => void; onClose: () => void };

function AskFirst({ question: { action, ids, chosen }, isNarrowed, onConfirm, onClose }: AskProps) {
  const alerts = formatCount(ids.length, 'alert');
  const left = chosen.found.length - ids.length;
  return (
    <ConfirmDialog
      open
      isSafe
      title={action.ask(chosen.of ? `${alerts} ${chosen.of}` : alerts)}
      confirmLabel={action.confirm(alerts)}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {ids.length > chosen.said
        ? `There were ${formatNumber(chosen.said)} when you chose them.`
        : 'This includes alerts that aren’t on your screen.'}
      {left > 0 && action.unneeded && ` ${formatNumber(left)} ${action.unneeded[left === 1 ? 0 : 1]}.`}
      {isNarrowed && ' Only alerts that match your filters are changed.'}
    </ConfirmDialog>
  );
}

/** What can be done with several alerts without another dialog. */
export const severalActions = (actions: AlertActions) => ({
  acknowledging: {
    act: actions.acknowledge,
    ask: (alerts) => `Acknowledge ${alerts}?`,
    confirm: (alerts) => `Acknowledge ${alerts}`,
    isNeeded: ({ isAcknowledged }) => isAcknowledged !== true,
    unneeded: ['is already acknowledged', 'are already acknowledged'],
  } satisfies Action,
  undoing: {
    act: actions.unacknowledge,
    ask: (alerts) => `Undo the acknowledgement of ${alerts}?`,
    confirm: () => 'Undo',
    isNeeded: ({ isAcknowledged }) => isAcknowledged !== false,
    unneeded: ['isn’t acknowledged', 'aren’t acknowledged'],
  } satisfies Action,
  /** @param phrase "for 1 hour" */
  snoozing: ({ phrase, minutes }: Pick<SnoozeChoice, 'minutes'> & { phrase?: string }): Action => ({
    act: (ids) => actions.snooze(ids, minutes),
    ask: (alerts) => `Snooze ${[alerts, phrase].filter(Boolean).join(' ')}?`,
    confirm: (alerts) => `Snooze ${alerts}`,
  }),
});
