import { useMemo, useState } from 'react';

type Chosen = {
  /** What the list was grouped by. Another grouping has other groups. */
  by: string | undefined;
  /** Every group but those with a key in `keys`. Otherwise, only those. */
  isAll: boolean;
  keys: ReadonlySet<string>;
};

/** The groups whose alerts are hidden: single ones, or all of them, also those that appear later. */
export function useCollapsed(by: string | undefined) {
  const [chosen, setChosen] = useState<Chosen>({ by, isAll: false, keys: new Set() });
  return useMemo(() => {
    const { isAll, keys }: Chosen = chosen.by === by ? chosen : { by, isAll: false, keys: new Set() };
    return {
      has: (key: string) => keys.has(key) !== isAll,
      areAll: isAll && keys.size === 0,
      toggle: (key: string) => {
        const after = new Set(keys);
        if (!after.delete(key)) after.add(key);
        setChosen({ by, isAll, keys: after });
      },
      setAll: (collapsed: boolean) => setChosen({ by, isAll: collapsed, keys: new Set() }),
    };
  }, [chosen, by]);
}

export type Collapsed = ReturnType<typeof useCollapsed>;
