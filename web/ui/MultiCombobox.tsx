import { chakra, Combobox, createListCollection } from '@chakra-ui/react';
import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { fold } from '#web/lib/fold.ts';
import { formatNumber } from '#web/lib/format.ts';
import { ChevronDown, Plus, X } from './icons.tsx';
import { FieldShell, type FieldProps } from './FieldShell.tsx';
import { Swatch } from './Swatch.tsx';
import { Hint, Muted } from './text.tsx';

/** Something to choose. */
export type Choice = {
  value: string;
  label: string;
  /** Shown after the label, muted. */
  hint?: string;
  /** A mark in this color before the label. */
  color?: string;
};

type Props = Omit<FieldProps, 'name'> & {
  error?: string;
  /** In order. Those that are chosen already are left out. */
  options: readonly Choice[];
  /** What is chosen. A value without an option is shown as it is, unless `known` has its label. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  known?: readonly Choice[];
  /** What choosing nothing means, such as “All customers”. */
  placeholder?: string;
  /** Searches on the server. Without it, the options are searched here. */
  onSearch?: (text: string) => void;
  searching?: boolean;
  /** Makes a new value of what was typed. Undefined if that can't be one. */
  create?: (typed: string) => string | undefined;
  /** Closes the list with a choice, for a field of which only the last choice counts. */
  closeOnSelect?: boolean;
  /** Whether a comma ends a new value. */
  splitOnComma?: boolean;
  /** The list's only line if nothing matches. */
  nothing: string;
};

/** With more matches, the list says how many more there are. */
const MOST = 50;

/** The value of the option that creates what was typed. */
const NEW = '\u0000new';

/** Several of many choices: typing searches them, and each one that is chosen can be removed. */
export function MultiCombobox(props: Props) {
  const { label, help, optional, disabled, error, options, value, onChange, known, placeholder } = props;
  const { onSearch, searching, create, splitOnComma, closeOnSelect = false, nothing } = props;
  const [typed, setTyped] = useState('');
  const found = useMemo(
    () => matching(options, onSearch ? '' : typed).filter((one) => !value.includes(one.value)),
    [options, typed, onSearch, value],
  );
  const made = create?.(typed);
  const isNew = made !== undefined && ![...options.map((one) => one.value), ...value].includes(made);
  const collection = useMemo(() => {
    const created = isNew ? [{ value: NEW, label: `Add “${made}”` }] : [];
    return createListCollection<Choice>({ items: [...found.slice(0, MOST), ...created] });
  }, [found, isNew, made]);
  // Two keys can come before the field is drawn again.
  const latest = useRef({ value, typed });
  useLayoutEffect(() => {
    latest.current = { value, typed };
  }, [value, typed]);
  const change = (next: readonly string[]) => {
    latest.current.value = next;
    onChange([...next]);
  };
  const search = (text: string) => {
    latest.current.typed = text;
    setTyped(text);
    onSearch?.(text);
  };
  /** Commas end a new value, typed or pasted. */
  const type = (text: string) => {
    const parts = splitOnComma && create ? text.split(',') : [text];
    const last = parts.pop() ?? '';
    const added = parts.flatMap((part) => create?.(part) ?? []);
    if (added.length > 0) change([...new Set([...latest.current.value, ...added])]);
    search(last);
  };
  const remove = (gone: string) => change(latest.current.value.filter((one) => one !== gone));
  const choiceOf = (one: string) =>
    [...options, ...(known ?? [])].find((option) => option.value === one) ?? { value: one, label: one };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { typed: text, value: chosen } = latest.current;
    const last = chosen.at(-1);
    if (event.key === 'Backspace' && text === '' && last !== undefined) remove(last);
    if (event.key !== ',' || !splitOnComma) return;
    event.preventDefault();
    type(`${text},`);
  };
  // Leaving the field adds the typed text, unless it could still become one of the options.
  const onBlur = () => {
    if (!isNew || found.length > 0) return;
    change([...latest.current.value, made]);
    search('');
  };
  // In a dialog, the list keeps clear of the buttons below the fields.
  const root = useRef<HTMLDivElement>(null);
  const boundary = () => root.current?.closest('[data-fields]') ?? 'clippingAncestors';
  return (
    <FieldShell {...{ label, help, optional, disabled, error }}>
      <Combobox.Root
        ref={root}
        multiple
        collection={collection}
        value={[...value]}
        inputValue={typed}
        inputBehavior="autohighlight"
        openOnClick
        closeOnSelect={closeOnSelect}
        lazyMount
        unmountOnExit
        disabled={disabled}
        // In a dialog the list belongs to it, so that it stays within reach of screen readers and of the focus.
        positioning={{ strategy: 'fixed', sameWidth: true, gutter: 4, boundary }}
        onInputValueChange={({ inputValue }) => type(inputValue)}
        onValueChange={({ value: next }) =>
          change([...new Set(next.flatMap((one) => (one === NEW ? (made ?? []) : one)))])
        }
      >
        <Combobox.Control>
          {value.map((one) => (
            <Chip key={one} choice={choiceOf(one)} disabled={disabled} onRemove={() => remove(one)} />
          ))}
          <Combobox.Input
            placeholder={value.length === 0 ? placeholder : undefined}
            maxLength={200}
            onKeyDown={onKeyDown}
            onBlur={onBlur}
          />
          <Combobox.IndicatorGroup>
            <ChevronDown strokeWidth={1.75} aria-hidden />
          </Combobox.IndicatorGroup>
        </Combobox.Control>
        <Combobox.Positioner>
          <Combobox.Content aria-busy={searching || undefined}>
            {collection.items.map((item) => (
              <Combobox.Item key={item.value} item={item}>
                {item.value === NEW && <Plus size={16} strokeWidth={1.75} />}
                {item.color && <Swatch color={item.color} />}
                <Combobox.ItemText>{item.label}</Combobox.ItemText>
                {item.hint && <Hint as="span">{item.hint}</Hint>}
              </Combobox.Item>
            ))}
            {collection.size === 0 && (
              <Muted px={2} py={1.5} role="status">
                {searching ? 'Searching…' : nothing}
              </Muted>
            )}
            {found.length > MOST && (
              <Hint px={2} py={1.5}>
                {`${formatNumber(found.length - MOST)} more. Type to find them.`}
              </Hint>
            )}
          </Combobox.Content>
        </Combobox.Positioner>
      </Combobox.Root>
    </FieldShell>
  );
}

type ChipProps = { choice: Choice; disabled?: boolean; onRemove: () => void };

const Chip = ({ choice, disabled, onRemove }: ChipProps) => (
  <chakra.span
    display="inline-flex"
    alignItems="center"
    gap={1.5}
    maxW="full"
    h={6}
    ps={2}
    borderRadius="sm"
    bg="bg.muted"
    textStyle="sm"
    css={{ '@media (pointer: coarse)': { h: 9 } }}
  >
    {choice.color && <Swatch color={choice.color} />}
    <chakra.span truncate>{choice.label}</chakra.span>
    <chakra.button
      type="button"
      aria-label={`Remove ${choice.label}`}
      disabled={disabled}
      onClick={onRemove}
      display="grid"
      placeItems="center"
      boxSize={6}
      borderRadius="sm"
      color="fg.muted"
      cursor="pointer"
      _hover={{ color: 'fg' }}
      css={{ '@media (pointer: coarse)': { boxSize: 9 } }}
    >
      <X size={14} strokeWidth={1.75} aria-hidden />
    </chakra.button>
  </chakra.span>
);

/** Choices with every word in label or hint, those that begin with what was typed first. */
function matching(options: readonly Choice[], typed: string): readonly Choice[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return options;
  const found = options.filter(({ label, hint }) => {
    const text = fold(`${label} ${hint ?? ''}`);
    return words.every((word) => text.includes(word));
  });
  const begins = ({ label }: Choice) => fold(label).startsWith(words.join(' '));
  return [...found.filter(begins), ...found.filter((one) => !begins(one))];
}
