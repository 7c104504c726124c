import { Button, chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';

type Props = {
  /** What is drawn, such as "People with an account". */
  label: string;
  /** How it is told, such as "day by day". */
  by: string;
  columns: readonly string[];
  /** As people read them, the first of each unlike any other. */
  rows: readonly (readonly string[])[];
};

/** The same as a drawing in figures, for those who do not see it and those who want to know exactly. Folded away at first. */
export function TableBehind({ label, by, columns, rows }: Props) {
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

/** Figures stand last, and below each other. */
const sideOf = (at: number, { length }: readonly string[]) => (at === length - 1 ? 'end' : 'start');
