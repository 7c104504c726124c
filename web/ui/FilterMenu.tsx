import { Button, chakra } from '@chakra-ui/react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { fold } from '#web/lib/fold.ts';
import { formatNumber } from '#web/lib/format.ts';
import { ChevronDown } from './icons.tsx';
import { MANY, PlainInput } from './FilterField.tsx';
import type { Choice } from './MultiCombobox.tsx';
import { Swatch } from './Swatch.tsx';
import { Hint } from './text.tsx';
import { usePopoverPosition } from './usePopoverPosition.ts';

type Props = {
  /** What it filters by, such as “State”. */
  label: string;
  options: readonly Choice[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Called when it opens for the first time, to load the options. */
  onOpen?: () => void;
  isLoading?: boolean;
  /** Why there are no options, in one sentence, if they couldn't be loaded. */
  error?: string;
  onRetry?: () => void;
};

/** With more matches, people type more. */
const MOST = 50;

/** Filters a list by one of several values: a button that says what is chosen, over a list of checkboxes. */
export function FilterMenu(props: Props) {
  const { label, options, value, onChange, onOpen, isLoading, error, onRetry } = props;
  const { buttonProps, panel, panelProps } = usePopoverPosition();
  const find = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  /** Options chosen when the menu opened or the search changed. They stay on top, so that choosing one moves no rows. */
  const [onTop, setOnTop] = useState<readonly string[]>([]);
  const search = (text: string, chosenNow: readonly string[] = value) => {
    setTyped(text);
    setOnTop(chosenNow);
  };
  const [one, ...others] = value;
  const chosen = options.find((option) => option.value === one)?.label;
  const words =
    one === undefined ? label : others.length === 0 && chosen ? chosen : `${label}: ${value.length}`;
  const found = options.filter((option) => fold(option.label).includes(fold(typed)));
  // Chosen options come first until people search. Then the first match does, because Enter chooses it.
  const pinned = typed ? [] : options.filter((option) => onTop.includes(option.value));
  const shown = [...new Set([...pinned, ...found])].slice(0, MOST);
  const isSearchable = options.length > MANY;
  const toggled = (option: string) =>
    value.includes(option) ? value.filter((other) => other !== option) : [...value, option];
  /** As in a field that searches choices: arrows move, Enter chooses, Escape closes, and other keys search. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const { key, target } = event;
    const inputs = [...event.currentTarget.querySelectorAll('input')];
    const at = inputs.findIndex((input) => input === target);
    if (key === 'Escape') {
      event.preventDefault();
      panel.current?.hidePopover();
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      inputs[at + (key === 'ArrowDown' ? 1 : -1)]?.focus();
    } else if (key === 'Enter' && at >= 0) {
      event.preventDefault();
      if (target !== find.current) inputs[at]?.click();
      else if (typed && shown[0]) {
        const next = toggled(shown[0].value);
        onChange(next);
        search('', next);
      }
    } else if (key.length === 1 && key !== ' ') {
      find.current?.focus();
    }
  };
  return (
    <>
      <Button
        {...buttonProps}
        variant="outline"
        size="sm"
        minW={one === undefined ? 0 : '5.5rem'}
        maxW="14rem"
        // A filter's own name is short. What was chosen may be long.
        flexShrink={one === undefined ? 0 : 1}
        css={{ '& svg': { flexShrink: 0 } }}
        aria-label={
          one === undefined ? undefined : `${label}: ${chosen && others.length === 0 ? chosen : value.length}`
        }
        borderColor={one === undefined ? undefined : 'brand.border'}
        bg={one === undefined ? undefined : 'brand.subtle'}
      >
        <chakra.span truncate>{words}</chakra.span>
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
      </Button>
      <chakra.div
        {...panelProps}
        role="group"
        aria-label={label}
        w={64}
        p={2}
        onToggle={(event) => {
          const opens = event.newState === 'open';
          setIsOpen(opens);
          search('');
          if (opens) onOpen?.();
        }}
        onKeyDown={onKeyDown}
      >
        {isOpen && (
          <>
            {isSearchable && (
              <PlainInput
                ref={find}
                autoFocus
                size="sm"
                mb={1.5}
                type="search"
                aria-label={`Find: ${label}`}
                placeholder="Find"
                value={typed}
                onChange={({ target }) => search(target.value)}
              />
            )}
            <chakra.div maxH={72} overflowY="auto">
              {shown.map((option, at) => (
                <chakra.label
                  key={option.value}
                  display="flex"
                  alignItems="center"
                  gap={2.5}
                  minH={{ base: 11, md: 8 }}
                  px={1.5}
                  borderRadius="control"
                  cursor="pointer"
                  // Enter chooses the first of what was found.
                  bg={typed && at === 0 ? 'bg.muted' : undefined}
                  _hover={{ bg: 'bg.muted' }}
                >
                  <chakra.input
                    type="checkbox"
                    autoFocus={!isSearchable && at === 0}
                    checked={value.includes(option.value)}
                    onChange={() => onChange(toggled(option.value))}
                  />
                  {option.color && <Swatch color={option.color} />}
                  <chakra.span minW={0} overflowWrap="anywhere">
                    {option.label}
                  </chakra.span>
                  {option.hint && (
                    <Hint as="span" ms="auto">
                      {option.hint}
                    </Hint>
                  )}
                </chakra.label>
              ))}
              {error && (
                <chakra.div role="alert" px={1.5} py={1.5} textStyle="sm">
                  {error}{' '}
                  <Button
                    variant="plain"
                    size="sm"
                    h="auto"
                    px={0}
                    textDecoration="underline"
                    onClick={onRetry}
                  >
                    Retry
                  </Button>
                </chakra.div>
              )}
              {found.length === 0 && !error && (
                <Hint px={1.5} py={1.5} role="status">
                  {isLoading ? 'Loading…' : typed ? `Nothing matches “${typed}”.` : 'Nothing to choose yet.'}
                </Hint>
              )}
              {found.length > MOST && (
                <Hint
                  px={1.5}
                  py={1.5}
                >{`${formatNumber(found.length - MOST)} more. Type to find them.`}</Hint>
              )}
            </chakra.div>
            {one !== undefined && (
              <Button variant="ghost" size="sm" mt={1.5} w="full" onClick={() => onChange([])}>
                Clear
              </Button>
            )}
          </>
        )}
      </chakra.div>
    </>
  );
}
