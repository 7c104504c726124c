import { createContext, use, useCallback, useState } from 'react';

/** Which columns of a table are shown, by ID. Unlisted columns keep the table's default. */
export type VisibleColumns = Readonly<Record<string, boolean>>;

/** The ID of the person whose preferences they are, because several people may share a browser. */
export const PreferencesOwner = createContext('');

const keyOf = (person: string, table: string) => `columns.${table}.${person}`;

/** The columns that a person chose for a table. Stored in this browser. */
export function useColumnPreferences(table: string): [VisibleColumns, (shown: VisibleColumns) => void] {
  const key = keyOf(use(PreferencesOwner), table);
  const [state, setState] = useState(() => ({ key, shown: read(key) }));
  // Someone else has signed in.
  if (state.key !== key) setState({ key, shown: read(key) });
  const keep = useCallback(
    (shown: VisibleColumns) => {
      setState({ key, shown });
      write(key, shown);
    },
    [key],
  );
  return [state.shown, keep];
}

function read(key: string): VisibleColumns {
  try {
    const said: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    const choices = typeof said === 'object' && said !== null ? Object.entries(said) : [];
    return Object.fromEntries(
      choices.filter((choice): choice is [string, boolean] => typeof choice[1] === 'boolean'),
    );
  } catch {
    return {};
  }
}

function write(key: string, shown: VisibleColumns): void {
  try {
    if (Object.keys(shown).length > 0) localStorage.setItem(key, JSON.stringify(shown));
    else localStorage.removeItem(key);
  } catch {
    // Without storage, the choice lasts while the screen is open.
  }
}
