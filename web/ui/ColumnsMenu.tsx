import { Button, chakra, Checkbox } from '@chakra-ui/react';
import { Columns3 } from '#web/ui/icons.tsx';
import type { DataTableModel } from './useDataTable.ts';
import { usePopoverPosition } from './usePopoverPosition.ts';

/** Which columns a table shows: kept for the person in this browser. */
export function ColumnsMenu<Row extends object>({ table }: { table: DataTableModel<Row> }) {
  const { buttonProps, panelProps } = usePopoverPosition();
  return (
    <>
      <Button variant="outline" {...buttonProps}>
        <Columns3 size={16} strokeWidth={1.75} aria-hidden />
        Columns
      </Button>
      <chakra.div {...panelProps} role="group" aria-label="Columns" w={56} px={3} py={2}>
        {table
          .getAllLeafColumns()
          .filter((column) => column.getCanHide() && column.columnDef.meta?.name)
          .map((column) => (
            <Checkbox.Root
              key={column.id}
              display="flex"
              minH={{ base: 11, md: 8 }}
              checked={column.getIsVisible()}
              onCheckedChange={({ checked }) => column.toggleVisibility(checked === true)}
            >
              <Checkbox.HiddenInput />
              <Checkbox.Control>
                <Checkbox.Indicator />
              </Checkbox.Control>
              <Checkbox.Label>{column.columnDef.meta?.name}</Checkbox.Label>
            </Checkbox.Root>
          ))}
      </chakra.div>
    </>
  );
}
