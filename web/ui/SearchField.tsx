import { useEffect, useState } from 'react';
import { FilterField } from './FilterField.tsx';

/** Between the last key and the search, in milliseconds. */
const PAUSE = 300;

type Props = {
  label: string;
  value: string;
  onSearch: (search: string) => void;
  /** Whether the response is still pending. */
  searching?: boolean;
};

/** Searches once typing pauses. `value` is the current search. */
export function SearchField({ label, value, onSearch, searching }: Props) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // Back and Forward change the search without typing.
  if (known !== value) {
    setKnown(value);
    if (typed.trim() !== value) setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onSearch(typed.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [typed, value, onSearch]);
  const isWaiting = searching || typed.trim() !== value;
  const searchNow = () => typed.trim() !== value && onSearch(typed.trim());
  return <FilterField label={label} value={typed} onChange={setTyped} busy={isWaiting} onEnter={searchNow} />;
}
