import { chakra, VisuallyHidden } from '@chakra-ui/react';
import { useState } from 'react';
import { GridTable } from '#web/ui/GridTable.tsx';
import { AcknowledgeDialog } from './AcknowledgeDialog.tsx';
import { alertColumns, AlertRow } from './AlertRow.tsx';
import type { Row } from './coming-and-going.ts';
import type { ShownAlert } from './fold-alerts.ts';

type Props = { label: string; rows: readonly Row[]; onPhaseOver: (id: string) => void };

/** Open alerts, newest first. */
export function AlertList({ label, rows, onPhaseOver }: Props) {
  // Here and not in the row: what is typed outlasts an alert that ends meanwhile.
  const [acknowledging, setAcknowledging] = useState<ShownAlert>();
  return (
    <>
      <GridTable label={label} columns={alertColumns} head={head}>
        {rows.map((row) => (
          <AlertRow key={row.alert.id} row={row} onPhaseOver={onPhaseOver} onAcknowledge={setAcknowledging} />
        ))}
      </GridTable>
      {acknowledging && (
        <AcknowledgeDialog alert={acknowledging} onClose={() => setAcknowledging(undefined)} />
      )}
    </>
  );
}

const head = (
  <>
    <span role="columnheader">Severity</span>
    <span role="columnheader">Alert</span>
    <span role="columnheader">Type and rule</span>
    <chakra.span role="columnheader" textAlign="end">
      Raised
    </chakra.span>
    <span role="columnheader">
      <VisuallyHidden>Acknowledged</VisuallyHidden>
    </span>
  </>
);
