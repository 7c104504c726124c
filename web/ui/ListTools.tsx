import { chakra } from '@chakra-ui/react';
import { Download } from '#web/ui/icons.tsx';
import type { ReactNode } from 'react';
import { useRoom } from '#web/lib/screen-width.ts';
import type { Order } from '#web/lib/table-address.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import { OrderSelect } from './OrderSelect.tsx';
import type { DataColumn, DataTableModel } from './useDataTable.ts';

type Props<Row extends object> = {
  /** What narrows the list. */
  children?: ReactNode;
  table: DataTableModel<Row>;
  columns: readonly DataColumn<Row>[];
  order: Order;
  onOrder: (order: Order) => void;
  /** Where everything that is found comes from as a file, and what that is called. */
  csv: { path: string; file: string };
};

/** Over a list: what narrows it at the left; its columns and its file at the right. */
export function ListTools<Row extends object>({ children, table, columns, order, onOrder, csv }: Props<Row>) {
  const isPhone = useRoom() === 'phone';
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2} mb={3}>
      {children}
      <chakra.div display="flex" gap={2} ms="auto" w={{ base: 'full', md: 'auto' }}>
        {isPhone ? <OrderSelect {...{ columns, order, onOrder }} /> : <ColumnsMenu table={table} />}
        <DownloadButton {...csv}>
          <Download size={16} strokeWidth={1.75} aria-hidden />
          Download CSV
        </DownloadButton>
      </chakra.div>
    </chakra.div>
  );
}
