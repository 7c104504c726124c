import { Button, chakra } from '@chakra-ui/react';
import { DividedList } from './Card.tsx';
import { useState, type ReactNode } from 'react';

/** Rows shown before "Show all". */
const FEW = 6;

type Props<T> = {
  label: string;
  all: readonly T[];
  keyOf: (one: T) => string;
  children: (one: T) => ReactNode;
};

/** A list in a card, collapsed to a few rows. */
export function CardList<T>({ label, all, keyOf, children }: Props<T>) {
  const [whole, setWhole] = useState(false);
  const isLong = all.length > FEW + 1;
  const shown = whole || !isLong ? all : all.slice(0, FEW);
  return (
    <chakra.div borderWidth="1px" borderRadius="control" overflow="hidden">
      <DividedList aria-label={label}>
        {shown.map((one) => (
          <chakra.li
            key={keyOf(one)}
            display="flex"
            alignItems="center"
            justifyContent="space-between"
            gap={3}
            ps={3}
            pe={2}
            py={2}
          >
            {children(one)}
          </chakra.li>
        ))}
      </DividedList>
      {isLong && (
        <Button
          variant="ghost"
          size="sm"
          width="full"
          borderRadius={0}
          borderTopColor="border"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show fewer' : `Show all ${all.length}`}
        </Button>
      )}
    </chakra.div>
  );
}
