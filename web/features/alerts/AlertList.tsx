import { chakra } from '@chakra-ui/react';
import { GridTable } from '#web/ui/GridTable.tsx';
import { alertColumns, AlertRow } from './AlertRow.tsx';
import type { Row } from './coming-and-going.ts';

type Props = { label: string; rows: readonly Row[]; onPhaseOver: (id: string) => void };

/** Open alerts, newest first. */
export const AlertList = ({ label, rows, onPhaseOver }: Props) => (
  <GridTable label={label} columns={alertColumns} head={head}>
    {rows.map((row) => (
      <AlertRow key={row.alert.id} row={row} onPhaseOver={onPhaseOver} />
    ))}
  </GridTable>
);

const head = (
  <>
    <span role="columnheader">Severity</span>
    <span role="columnheader">Alert</span>
    <span role="columnheader">Type and rule</span>
    <chakra.span role="columnheader" textAlign="end">
      Raised
    </chakra.span>
  </>
);
