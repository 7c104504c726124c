import { Button, chakra, VisuallyHidden } from '@chakra-ui/react';
import { Hint } from '#web/ui/text.tsx';
import { useEffect, useRef } from 'react';
import { abridge } from '#web/lib/shorten.ts';
import type { Entry } from './entry.ts';

type Props = {
  id: string;
  entries: readonly Entry[];
  /** Index of the marked entry, which Enter chooses. */
  active: number;
  /** Nothing matches. The entries are similar to what was typed. */
  isMistyped: boolean;
  /** The server has not answered yet. */
  searching: boolean;
  /** The server couldn't be reached. */
  failed: boolean;
  retry: () => void;
  typed: string;
  onActive: (at: number) => void;
  onChoose: (entry: Entry) => void;
};

/** The results by kind. The focus stays in the field above. */
export function Found({ id, entries, active, typed, onActive, onChoose, ...search }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active, entries.length]);
  const option = (entry: Entry) => {
    const at = entries.indexOf(entry);
    return (
      <Option
        key={`${'to' in entry ? entry.to : entry.kind} ${entry.label}`}
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
        aria-label="Results"
        aria-busy={search.searching || undefined}
        maxH="60vh"
        overflowY="auto"
        p={entries.length > 0 ? 2 : 0}
      >
        {[...new Set(entries.map(({ kind }) => kind))].map((kind) => (
          <chakra.div key={kind} role="group" aria-label={kind} css={{ '& + &': { mt: 2 } }}>
            <chakra.p aria-hidden px={2.5} py={1} textStyle="xs" fontWeight="medium" color="fg.muted">
              {kind}
            </chakra.p>
            {entries.filter((entry) => entry.kind === kind).map(option)}
          </chakra.div>
        ))}
      </chakra.div>
      <Status count={entries.length} typed={typed} {...search} />
    </>
  );
}

/** Longer searches are cut in the sentence that repeats them. */
const LONGEST = 60;

/** Says what the list doesn't show: that a search is running or failed, or that nothing matches. */
function Status(
  props: { count: number; typed: string } & Pick<Props, 'isMistyped' | 'searching' | 'failed' | 'retry'>,
) {
  const { count, typed, isMistyped, searching, failed, retry } = props;
  const words = searching
    ? 'Searching…'
    : failed
      ? "We couldn't search everything."
      : isMistyped
        ? `Nothing matches “${abridge(typed.trim(), LONGEST)}”.${count > 0 ? ' These are similar.' : ''}`
        : undefined;
  if (!words) {
    return <VisuallyHidden role="status">{count === 1 ? '1 result' : `${count} results`}</VisuallyHidden>;
  }
  return (
    <Hint
      as="div"
      display="flex"
      alignItems="center"
      gap={3}
      px={4}
      py={3}
      borderTopWidth={count > 0 ? '1px' : 0}
    >
      <chakra.p role="status" minW={0} overflowWrap="anywhere">
        {words}
      </chakra.p>
      {failed && !searching && (
        <Button size="sm" variant="outline" onClick={retry}>
          Try again
        </Button>
      )}
    </Hint>
  );
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
      // Not on enter: a list that appears under a resting pointer would move the mark.
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
        <Hint
          as="span"
          ms="auto"
          minW={0}
          maxW="60%"
          textAlign="end"
          overflow="hidden"
          textOverflow="ellipsis"
          whiteSpace="nowrap"
        >
          {hint}
        </Hint>
      )}
    </chakra.div>
  );
}
