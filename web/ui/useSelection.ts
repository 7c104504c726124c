import { useState } from 'react';
import { useShortcuts } from '#web/lib/shortcuts.ts';

type Chosen = {
  /** Every matching row but those with an ID in `ids`. Otherwise, only those. */
  isAll: boolean;
  ids: ReadonlySet<string>;
  /** The one that was selected or left out last, from which a range begins. */
  last?: string;
};

const none: Chosen = { isAll: false, ids: new Set() };

/**
 * The rows of a list that are selected: single ones, ranges, or all that match, loaded or not. Escape clears them.
 *
 * @param page IDs of the rows on this page. Needed if the server can't exclude single rows from "all": clearing one then
 *   keeps only this page's other rows selected.
 */
export function useSelection(totalCount: number, page?: readonly string[]) {
  const [chosen, setChosen] = useState(none);
  const { isAll, ids, last } = chosen;
  const change = (update: (ids: Set<string>, isAll: boolean) => void, latest = last) =>
    setChosen((before) => {
      const from = before.isAll && page ? { isAll: false, ids: page } : before;
      const after = new Set(from.ids);
      update(after, from.isAll);
      return { isAll: from.isAll, ids: after, last: latest };
    });
  const isPicked = (id: string) => ids.has(id) !== isAll;
  const toggle = (id: string) => change((now) => void (now.delete(id) || now.add(id)), id);
  /** Adds these to the selection. The next range starts at `end`, if given. */
  const pick = (added: readonly string[], end?: string) => {
    if (added.every(isPicked)) return;
    change((now, isOfAll) => added.forEach((id) => (isOfAll ? now.delete(id) : now.add(id))), end);
  };
  const clear = () => setChosen(none);
  const count = isAll ? Math.max(0, totalCount - ids.size) : ids.size;
  useShortcuts(count > 0 ? { Escape: clear } : {});
  return {
    isAll,
    /** The selected ones, or with `isAll` the ones that aren't. */
    ids,
    count,
    isPicked,
    toggle,
    pick,
    /** What a click on a row's box does. With Shift, it selects a range from the one before. */
    click: (id: string, withShift: boolean, between: (one: string, other: string) => readonly string[]) => {
      if (withShift && last !== undefined) pick(between(last, id), id);
      else toggle(id);
    },
    deselect: (gone: readonly string[]) =>
      setChosen((before) => (before.isAll ? before : without(before, gone))),
    pickAll: () => setChosen({ isAll: true, ids: new Set() }),
    clear,
  };
}

export type Selection = ReturnType<typeof useSelection>;

function without(chosen: Chosen, gone: readonly string[]): Chosen {
  if (!gone.some((id) => chosen.ids.has(id))) return chosen;
  return { ...chosen, ids: new Set([...chosen.ids].filter((id) => !gone.includes(id))) };
}
