import { DetailsDialog } from '#web/ui/DetailsDialog.tsx';
import { History, type HistoryProps } from './History.tsx';

/** The history over the screen it belongs to. */
export const HistoryDialog = ({
  of,
  onClose,
  ...history
}: HistoryProps & { of: string; onClose: () => void }) => (
  <DetailsDialog title={`History of ${of}`} onClose={onClose}>
    <History {...history} />
  </DetailsDialog>
);
