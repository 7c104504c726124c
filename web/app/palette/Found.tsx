import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { kinds, type Entry } from './entry.ts';

type Props = {
  id: string;
  entries: readonly Entry[];
  /** Which of them is marked: what Enter goes to. */
  active: number;
  searching: boolean;
  typed: string;
  onActive: (at: number) => void;
  onChoose: (entry: Entry) => void;
};

/** What was found, by its kind; the focus stays in the field above. */
export function Found({ id, entries, active, searching, typed, onActive, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active, entries.length]);
  const option = (entry: Entry) => {
    const at = entries.indexOf(entry);
    return (
      <Option
        key={`${entry.to} ${entry.label}`}
        id={`${id}-${at}`}
        entry={entry}
        isActive={at === active}
        onActive={() => onActive(at)}
        onChoose={() => onChoose(entry)}
      />
    );
  };
  return (
    <>
      <chakra.div
        ref={list}
        id={id}
        role="listbox"
        aria-label="Found"
        aria-busy={searching || undefined}
        maxH="60vh"
        overflowY="auto"
        p={2}
      >
        {kinds.map((kind) => {
          const ofKind = entries.filter((entry) => entry.kind === kind);
          return (
            ofKind.length > 0 && (
              <chakra.div key={kind} role="group" aria-label={kind} css={{ '& + &': { mt: 2 } }}>
                <chakra.p aria-hidden px={2.5} py={1} textStyle="xs" fontWeight="medium" color="fg.muted">
                  {kind}
                </chakra.p>
                {ofKind.map(option)}
              </chakra.div>
            )
          );
        })}
      </chakra.div>
      <chakra.p role="status" px={5} pb={3} textStyle="sm" color="fg.muted" srOnly={entries.length > 0}>
        {said(entries.length, searching, typed)}
      </chakra.p>
    </>
  );
}

function said(count: number, searching: boolean, typed: string): string {
  if (count === 0) return searching ? 'Searching…' : `Nothing is called “${typed.trim()}”.`;
  return count === 1 ? '1 place' : `${count} places`;
}

type OptionProps = {
  id: string;
  entry: Entry;
  isActive: boolean;
  onActive: () => void;
  onChoose: () => void;
};

function Option({ id, entry: { label, hint, Icon }, isActive, onActive, onChoose }: OptionProps) {
  return (
    <chakra.div
      id={id}
      role="option"
      aria-selected={isActive}
      // Not on entering: a list that comes under a resting pointer would take the mark away from the keys.
      onPointerMove={() => !isActive && onActive()}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      display="flex"
      alignItems="center"
      gap={2.5}
      minH={9}
      px={2.5}
      py={1}
      borderRadius="control"
      cursor="pointer"
      bg={isActive ? 'bg.muted' : undefined}
      css={{ '@media (pointer: coarse)': { minH: 11 }, '& svg': { flexShrink: 0, color: 'fg.muted' } }}
    >
      {Icon && <Icon size={16} strokeWidth={1.75} aria-hidden />}
      <chakra.span minW={0} overflowWrap="anywhere">
        {label}
      </chakra.span>
      {hint && (
        <chakra.span
          ms="auto"
          minW={0}
          maxW="60%"
          textStyle="sm"
          color="fg.muted"
          textAlign="end"
          overflow="hidden"
          textOverflow="ellipsis"
          whiteSpace="nowrap"
        >
          {hint}
        </chakra.span>
      )}
    </chakra.div>
  );
}
