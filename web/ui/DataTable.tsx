import { chakra, Table } from '@chakra-ui/react';
import type { Header } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from '#web/ui/icons.tsx';
import { stale } from './Results.tsx';
import type { DataTableModel, TableParts } from './useDataTable.ts';

type Props<Row extends object> = { label: string; table: DataTableModel<Row>; searching?: boolean };

/** Rows in columns; a press on the name of a column puts them in its order, another turns it round. */
export const DataTable = <Row extends object>({ label, table, searching }: Props<Row>) => (
  <Table.Root aria-label={label} aria-busy={searching || undefined}>
    <Table.Header>
      {table.getHeaderGroups().map((group) => (
        <Table.Row key={group.id}>
          {group.headers.map((header, at) => (
            <Head key={header.id} header={header} isFirst={at === 0} />
          ))}
        </Table.Row>
      ))}
    </Table.Header>
    {/* Column headings stay usable, so the focus is not lost. */}
    <Table.Body {...stale(searching)}>
      {table.getRowModel().rows.map((row) => (
        <Table.Row key={row.id}>
          {row.getVisibleCells().map((cell, at) => {
            const { look, draw } = cell.column.columnDef.meta ?? {};
            return (
              <Table.Cell key={cell.id} {...(at === 0 && { ps: 4 })} {...look}>
                {draw?.(row.original)}
              </Table.Cell>
            );
          })}
        </Table.Row>
      ))}
    </Table.Body>
  </Table.Root>
);

const sides = { asc: 'ascending', desc: 'descending' } as const;
const arrows = { asc: ArrowUp, desc: ArrowDown };

function Head<Row extends object>({
  header,
  isFirst,
}: {
  header: Header<TableParts, Row>;
  isFirst: boolean;
}) {
  const { column } = header;
  const { name, look } = column.columnDef.meta ?? {};
  const sorted = column.getIsSorted();
  const Arrow = sorted ? arrows[sorted] : ChevronsUpDown;
  const side = { textAlign: look?.textAlign, ...(isFirst && { ps: 4 }) };
  if (!column.getCanSort()) return <Table.ColumnHeader {...side}>{name}</Table.ColumnHeader>;
  return (
    <Table.ColumnHeader {...side} aria-sort={sorted ? sides[sorted] : undefined}>
      <chakra.button
        type="button"
        onClick={column.getToggleSortingHandler()}
        display="inline-flex"
        alignItems="center"
        gap={1}
        minH={7}
        fontWeight="inherit"
        whiteSpace="nowrap"
        cursor="pointer"
        borderRadius="sm"
        color={sorted ? 'fg' : undefined}
        _hover={{ color: 'fg' }}
        css={{ '@media (pointer: coarse)': { minH: 11 }, '& svg': { opacity: sorted ? 1 : 0.5 } }}
      >
        {name}
        <Arrow size={14} strokeWidth={1.75} aria-hidden />
      </chakra.button>
    </Table.ColumnHeader>
  );
}
