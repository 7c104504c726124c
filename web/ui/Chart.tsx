import { Button, chakra } from '@chakra-ui/react';
import { useEffect, useId, useState, type ComponentType } from 'react';
import { isMoment, timeWords } from './chart-time.ts';

export type ChartProps = {
  /** What is drawn, such as "People with an account". */
  label: string;
  /** UTC days (`2026-11-22`) or moments (`2026-11-22T14:00:00.000Z`), in order, equally far apart. */
  times: readonly string[];
  /** One for each; null where nothing is known: hatched. */
  values: readonly (number | null)[];
  /** A value with its unit, as people read it. */
  format: (value: number) => string;
  /** How they are drawn: as a line through what stood at their ends, or as bars of what happened on them. */
  shape?: 'line' | 'bars';
  /** A dashed line, with its name. */
  threshold?: { value: number; label: string };
  /** A time that is shaded; both are moments. */
  marked?: { from: string; until: string };
  /** Where the scale begins and ends, unless at nought and at whatever is highest. */
  scale?: readonly [number, number];
};

let known: ComponentType<ChartProps> | undefined;

/** A drawing over time with a table of the same behind it. What draws is fetched when the first chart is shown. */
export function Chart(props: ChartProps) {
  const [Plot, setPlot] = useState(() => known);
  const [lost, setLost] = useState(false);
  const [open, setOpen] = useState(false);
  const table = useId();
  useEffect(() => {
    if (known) return;
    let gone = false;
    const fetchIt = async () => {
      try {
        known = (await import('./ChartPlot.tsx')).ChartPlot;
        if (!gone) setPlot(() => known);
      } catch {
        if (!gone) setLost(true);
      }
    };
    void fetchIt();
    return () => void (gone = true);
  }, []);
  return (
    <div>
      <chakra.div h={48} role="img" aria-label={summaryOf(props)}>
        {Plot && <Plot {...props} />}
        {lost && (
          <chakra.p color="fg.muted">The drawing could not be loaded. The table has the same.</chakra.p>
        )}
      </chakra.div>
      <Button
        variant="ghost"
        size="sm"
        mt={1}
        ms={-3}
        aria-expanded={open}
        aria-controls={open ? table : undefined}
        aria-label={`${open ? 'Hide' : 'Show'} table: ${props.label}`}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide table' : 'Show table'}
      </Button>
      {open && <ChartTable id={table} {...props} />}
    </div>
  );
}

/** What the drawing says, for those who do not see it. */
function summaryOf({ label, times, values, format }: ChartProps): string {
  const [first, last] = [times[0], times.at(-1)];
  const knownOnes = values.filter((value) => value !== null);
  if (!first || !last || knownOnes.length === 0) return `${label}: nothing is known`;
  const [lowest, highest] = [Math.min(...knownOnes), Math.max(...knownOnes)];
  const end = values.at(-1);
  return [
    `${label} from ${timeWords(first)} to ${timeWords(last)}`,
    `lowest ${format(lowest)}, highest ${format(highest)}`,
    typeof end === 'number' ? `at the end ${format(end)}` : 'at the end not known',
  ].join('; ');
}

/** The same as figures, the latest first. */
const ChartTable = ({ id, label, times, values, format }: ChartProps & { id: string }) => (
  <chakra.div
    id={id}
    maxH={64}
    overflowY="auto"
    borderWidth="1px"
    borderRadius="control"
    tabIndex={0}
    role="region"
    aria-label={`${label}, ${isMoment(times[0]) ? 'point by point' : 'day by day'}`}
  >
    <chakra.table w="full" textStyle="sm" fontVariantNumeric="tabular-nums" captionSide="top">
      <chakra.thead position="sticky" top={0} bg="bg.subtle" color="fg.muted">
        <tr>
          <chakra.th scope="col" textAlign="start" fontWeight="medium" px={3} py={1.5}>
            {isMoment(times[0]) ? 'From' : 'Day (UTC)'}
          </chakra.th>
          <chakra.th scope="col" textAlign="end" fontWeight="medium" px={3} py={1.5}>
            {label}
          </chakra.th>
        </tr>
      </chakra.thead>
      <tbody>
        {times
          .map((time, at) => (
            <chakra.tr key={time} borderTopWidth="1px">
              <chakra.td px={3} py={1.5} whiteSpace="nowrap">
                {timeWords(time)}
              </chakra.td>
              <chakra.td px={3} py={1.5} textAlign="end">
                {wordOf(values[at], format)}
              </chakra.td>
            </chakra.tr>
          ))
          .reverse()}
      </tbody>
    </chakra.table>
  </chakra.div>
);

const wordOf = (value: number | null | undefined, format: ChartProps['format']): string =>
  typeof value === 'number' ? format(value) : 'Not known';
