import { chakra } from '@chakra-ui/react';
import { alertColumns, AlertRow } from './AlertRow.tsx';
import type { Row } from './coming-and-going.ts';

type Props = { label: string; rows: readonly Row[]; onPhaseOver: (id: string) => void };

/** Open alerts, newest first: a table on wide screens, rows of a few lines on phones. */
export function AlertList({ label, rows, onPhaseOver }: Props) {
  return (
    <chakra.div
      role="table"
      aria-label={label}
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="surface"
      overflow="hidden"
      fontVariantNumeric="tabular-nums"
    >
      <chakra.div
        role="row"
        display={{ base: 'none', lg: 'grid' }}
        gridTemplateColumns={alertColumns}
        columnGap={4}
        alignItems="center"
        h={9}
        px={4}
        mb="-1px"
        textStyle="xs"
        fontWeight="medium"
        color="fg.muted"
      >
        <span role="columnheader">Severity</span>
        <span role="columnheader">Alert</span>
        <span role="columnheader">Type and rule</span>
        <chakra.span role="columnheader" textAlign="end">
          Raised
        </chakra.span>
      </chakra.div>
      {rows.map((row) => (
        <AlertRow key={row.alert.id} row={row} onPhaseOver={onPhaseOver} />
      ))}
    </chakra.div>
  );
}
