import { chakra, createRecipeContext, type InputProps } from '@chakra-ui/react';
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
};

/** Filters the list below it as people type. */
export function FilterField({ label, value, onChange, busy }: Props) {
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
        value={value}
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
