import { chakra, VisuallyHidden } from '@chakra-ui/react';
import { useState } from 'react';
import { useAddress } from '#web/lib/useAddress.ts';
import { useNowPast } from '#web/lib/useNowPast.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { GridTable } from '#web/ui/GridTable.tsx';
import { alertColumns, AlertRow } from './AlertRow.tsx';
import type { Row } from './coming-and-going.ts';
import type { ShownAlert } from './fold-alerts.ts';

const AcknowledgeDialog = lazyDialog(() =>
  import('./AcknowledgeDialog.tsx').then((m) => m.AcknowledgeDialog),
);
const SnoozeDialog = lazyDialog(() => import('./SnoozeDialog.tsx').then((m) => m.SnoozeDialog));

type Props = { label: string; rows: readonly Row[]; onPhaseOver: (id: string) => void };

/** A table of open alerts, with the dialogs to acknowledge and snooze them. */
export function AlertList({ label, rows, onPhaseOver }: Props) {
  // Here and not in the row: what is typed outlasts an alert that ends meanwhile.
  const [acknowledging, setAcknowledging] = useState<ShownAlert>();
  const [snoozing, setSnoozing] = useState<ShownAlert>();
  const [, open] = useAddress('alert');
  const now = useNowPast(rows.map(({ alert }) => alert.snoozedUntil));
  return (
    <>
      <GridTable label={label} columns={alertColumns} head={head}>
        {rows.map((row) => (
          <AlertRow
            key={row.alert.id}
            row={row}
            now={now}
            onPhaseOver={onPhaseOver}
            onOpen={open}
            onAcknowledge={setAcknowledging}
            onOwnTime={setSnoozing}
          />
        ))}
      </GridTable>
      {acknowledging && (
        <AcknowledgeDialog alert={acknowledging} onClose={() => setAcknowledging(undefined)} />
      )}
      {snoozing && <SnoozeDialog alert={snoozing} onClose={() => setSnoozing(undefined)} />}
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
      <VisuallyHidden>Acknowledged and snoozed</VisuallyHidden>
    </span>
  </>
);
