import { createContext, use, useCallback, useState } from 'react';

/** Which columns of a table are shown, by their id; what is not named stands as the table has it. */
export type Shown = Readonly<Record<string, boolean>>;

/** Whose choices they are: several people may share a browser. */
export const Whose = createContext('');

const keyOf = (person: string, table: string) => `columns.${table}.${person}`;

/** The columns that a person has chosen for a table; kept in this browser, for them alone. */
export function useKeptColumns(table: string): [Shown, (shown: Shown) => void] {
  const key = keyOf(use(Whose), table);
  const [state, setState] = useState(() => ({ key, shown: read(key) }));
  // Somebody else has signed in meanwhile.
  if (state.key !== key) setState({ key, shown: read(key) });
  const keep = useCallback(
    (shown: Shown) => {
      setState({ key, shown });
      write(key, shown);
    },
    [key],
  );
  return [state.shown, keep];
}

function read(key: string): Shown {
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

function write(key: string, shown: Shown): void {
  try {
    if (Object.keys(shown).length > 0) localStorage.setItem(key, JSON.stringify(shown));
    else localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing: the choice holds while the screen is open.
  }
}
