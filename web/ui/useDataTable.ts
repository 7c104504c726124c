import type { Table } from '@chakra-ui/react';
import {
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type ReactTable,
} from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { useColumnPreferences } from '#web/lib/column-preferences.ts';
import type { Order } from '#web/lib/table-params.ts';

type Meta = {
  name: string;
  look?: Table.CellProps;
  /** Called rather than used as a component: a new component would remount the cell and lose its focus. */
  draw: (row: object) => ReactNode;
};

const features = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  columnMeta: {} as Meta,
});
export type TableParts = typeof features;
export type DataTableModel<Row extends object> = ReactTable<TableParts, Row>;

/** A column of a table. */
export type DataColumn<Row> = {
  id: string;
  name: string;
  cell: (row: Row) => ReactNode;
  /** What the server calls this order, and which side comes first when it is pressed. */
  sort?: { by: string; descending?: boolean };
  /** Whether it is always shown, or at first; those that are not can be chosen. */
  shown?: 'always' | 'chosen';
  look?: Table.CellProps;
};

type Options<Row> = {
  /** Under which the chosen columns are kept. */
  name: string;
  rows: readonly Row[];
  columns: readonly DataColumn<Row>[];
  order: Order;
  onOrder: (order: Order) => void;
};

/** A table whose rows the server has searched, put in order and cut into pages. */
export function useDataTable<Row extends { id: string }>(options: Options<Row>): DataTableModel<Row> {
  const { name, rows, columns, order, onOrder } = options;
  const [kept, keep] = useColumnPreferences(name);
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const usual = useMemo(
    () => Object.fromEntries(columns.map(({ id, shown }) => [id, shown !== 'chosen'])),
    [columns],
  );
  const column = columns.find(({ sort }) => sort?.by === order.by);
  return useTable<TableParts, Row>({
    features,
    data: rows,
    columns: definitions,
    getRowId: ({ id }) => id,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: {
      sorting: column ? [{ id: column.id, desc: order.descending }] : [],
      columnVisibility: { ...usual, ...kept },
    },
    onSortingChange: (change) => {
      const [sorted] = typeof change === 'function' ? change(sortingOf(column, order)) : change;
      const by = columns.find(({ id }) => id === sorted?.id)?.sort?.by;
      if (sorted && by) onOrder({ by, descending: sorted.desc });
    },
    onColumnVisibilityChange: (change) => {
      const next = typeof change === 'function' ? change({ ...usual, ...kept }) : change;
      keep(Object.fromEntries(Object.entries(next).filter(([id, shown]) => shown !== usual[id])));
    },
  });
}

const sortingOf = (column: { id: string } | undefined, { descending }: Order) =>
  column ? [{ id: column.id, desc: descending }] : [];

function definitionOf<Row extends object>({
  id,
  name,
  cell,
  sort,
  shown,
  look,
}: DataColumn<Row>): ColumnDef<TableParts, Row> {
  return {
    id,
    accessorFn: (row) => row,
    header: name,
    enableSorting: sort !== undefined,
    sortDescFirst: sort?.descending ?? false,
    enableHiding: shown !== 'always',
    meta: { name, look, draw: (row) => cell(row as Row) },
  };
}
