import { chakra } from '@chakra-ui/react';
import { Download } from '#web/ui/icons.tsx';
import type { ReactNode } from 'react';
import { useScreenSize } from '#web/lib/screen-width.ts';
import type { Order } from '#web/lib/table-params.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import { SortSelect } from './SortSelect.tsx';
import type { DataColumn, DataTableModel } from './useDataTable.ts';

type Props<Row extends object> = {
  /** Search and filters. */
  children?: ReactNode;
  table: DataTableModel<Row>;
  columns: readonly DataColumn<Row>[];
  order: Order;
  onOrder: (order: Order) => void;
  /** Path and file name of the CSV of all matches. */
  csv: { path: string; file: string };
};

/** Above a list: search and filters on the left, columns and download on the right. */
export function ListToolbar<Row extends object>({
  children,
  table,
  columns,
  order,
  onOrder,
  csv,
}: Props<Row>) {
  const isPhone = useScreenSize() === 'phone';
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2} mb={3}>
      {children}
      <chakra.div display="flex" gap={2} ms="auto" w={{ base: 'full', md: 'auto' }}>
        {isPhone ? <SortSelect {...{ columns, order, onOrder }} /> : <ColumnsMenu table={table} />}
        <DownloadButton {...csv}>
          <Download size={16} strokeWidth={1.75} aria-hidden />
          Download CSV
        </DownloadButton>
      </chakra.div>
    </chakra.div>
  );
}
