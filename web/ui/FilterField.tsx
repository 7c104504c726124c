import { chakra, createRecipeContext, type InputProps } from '@chakra-ui/react';
import type { KeyboardEvent } from 'react';
import { Search } from '#web/ui/icons.tsx';
import { Muted } from '#web/ui/text.tsx';

/** With this many rows, a list has a filter. */
export const MANY = 12;

/** Looks like the library's `Input`, without its part in labeled fields, whose code the first screens don't need. */
export const PlainInput = createRecipeContext({ key: 'input' }).withContext<HTMLInputElement, InputProps>(
  'input',
);

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Whether the results below don't match the input yet. */
  busy?: boolean;
  /** Shows the results of what was typed right away. */
  onEnter?: () => void;
};

/** What the server accepts as a search, in characters. */
const LONGEST = 200;

/** Filters the list below it as people type. */
export function FilterField({ label, value, onChange, busy, onEnter }: Props) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter') onEnter?.();
    // Escape clears first. Afterwards keys are shortcuts again.
    if (event.key === 'Escape' && value !== '') onChange('');
    else event.currentTarget.blur();
  };
  return (
    <chakra.div position="relative" ms={{ md: 'auto' }} w={{ base: 'full', md: 64 }}>
      <Muted
        as="span"
        position="absolute"
        insetStart={2.5}
        top={0}
        bottom={0}
        display="flex"
        alignItems="center"
        pointerEvents="none"
      >
        <Search size={16} strokeWidth={1.75} aria-hidden />
      </Muted>
      <PlainInput
        type="search"
        size="sm"
        ps={8}
        pe={busy ? 24 : undefined}
        aria-busy={busy || undefined}
        aria-label={label}
        placeholder={label}
        maxLength={LONGEST}
        value={value}
        onKeyDown={onKeyDown}
        onChange={(event) => onChange(event.target.value)}
      />
      {busy && (
        // The list announces it to screen readers.
        <chakra.span
          aria-hidden
          position="absolute"
          insetEnd={2.5}
          top={0}
          bottom={0}
          display="flex"
          alignItems="center"
          textStyle="xs"
          color="fg.muted"
          bg="inherit"
          pointerEvents="none"
        >
          Searching…
        </chakra.span>
      )}
    </chakra.div>
  );
}
