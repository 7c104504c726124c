import { useState } from 'react';

type Chosen = {
  /** Every matching alert but those with an ID in `ids`. Otherwise, only those. */
  isAll: boolean;
  ids: ReadonlySet<string>;
  /** The one that was selected or left out last, from which a range begins. */
  last?: string;
};

const none: Chosen = { isAll: false, ids: new Set() };

/** The alerts that are selected: single ones, or all that match the view, loaded or not. */
export function useSelection(totalCount: number) {
  const [chosen, setChosen] = useState(none);
  const { isAll, ids, last } = chosen;
  const change = (update: (ids: Set<string>) => void, latest = last) =>
    setChosen((before) => {
      const after = new Set(before.ids);
      update(after);
      return { ...before, ids: after, last: latest };
    });
  return {
    isAll,
    /** The selected ones, or with `isAll` the ones that aren't. */
    ids,
    count: isAll ? Math.max(0, totalCount - ids.size) : ids.size,
    isPicked: (id: string) => ids.has(id) !== isAll,
    last,
    toggle: (id: string) => change((now) => void (now.delete(id) || now.add(id)), id),
    /** Selects all of these, as a range up to `end` if given. */
    pick: (added: readonly string[], end?: string) =>
      change((now) => added.forEach((id) => (isAll ? now.delete(id) : now.add(id))), end),
    /** Ended alerts can't be changed. */
    drop: (gone: readonly string[]) => setChosen((before) => (before.isAll ? before : without(before, gone))),
    pickAll: () => setChosen({ isAll: true, ids: new Set() }),
    clear: () => setChosen(none),
  };
}

export type Selection = ReturnType<typeof useSelection>;

function without(chosen: Chosen, gone: readonly string[]): Chosen {
  if (!gone.some((id) => chosen.ids.has(id))) return chosen;
  return { ...chosen, ids: new Set([...chosen.ids].filter((id) => !gone.includes(id))) };
}
