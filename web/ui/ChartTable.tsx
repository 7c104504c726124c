import { Button, chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';

type Props = {
  /** What the chart shows, such as "People with an account". */
  label: string;
  /** What each row is, such as "day by day". */
  by: string;
  columns: readonly string[];
  /** Formatted cells. The first cell of each row is unique. */
  rows: readonly (readonly string[])[];
};

/** A chart's values as a table, for people who can't see the chart or want exact values. Collapsed at first. */
export function ChartTable({ label, by, columns, rows }: Props) {
  const [open, setOpen] = useState(false);
  const table = useId();
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        mt={1}
        ms={-3}
        aria-expanded={open}
        aria-controls={open ? table : undefined}
        aria-label={`${open ? 'Hide' : 'Show'} table: ${label}`}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide table' : 'Show table'}
      </Button>
      {open && (
        <chakra.div
          id={table}
          maxH={64}
          overflow="auto"
          borderWidth="1px"
          borderRadius="control"
          tabIndex={0}
          role="region"
          aria-label={`${label}, ${by}`}
        >
          <chakra.table w="full" textStyle="sm" fontVariantNumeric="tabular-nums" captionSide="top">
            <chakra.thead position="sticky" top={0} bg="bg.subtle" color="fg.muted">
              <tr>
                {columns.map((column, at) => (
                  <chakra.th
                    key={column}
                    scope="col"
                    textAlign={sideOf(at, columns)}
                    fontWeight="medium"
                    px={3}
                    py={1.5}
                  >
                    {column}
                  </chakra.th>
                ))}
              </tr>
            </chakra.thead>
            <tbody>
              {rows.map((cells) => (
                <chakra.tr key={cells[0]} borderTopWidth="1px">
                  {cells.map((cell, at) => (
                    <chakra.td
                      key={columns[at]}
                      px={3}
                      py={1.5}
                      textAlign={sideOf(at, columns)}
                      whiteSpace={at === 0 ? 'nowrap' : undefined}
                    >
                      {cell}
                    </chakra.td>
                  ))}
                </chakra.tr>
              ))}
            </tbody>
          </chakra.table>
        </chakra.div>
      )}
    </>
  );
}

/** The last column has the values, aligned at the end. */
const sideOf = (at: number, { length }: readonly string[]) => (at === length - 1 ? 'end' : 'start');
