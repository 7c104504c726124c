import { chakra } from '@chakra-ui/react';
import { Muted } from '#web/ui/text.tsx';
import { useEffect, useState, type ComponentType } from 'react';
import { isMoment, timeWords } from './chart-time.ts';
import { ChartTable } from './ChartTable.tsx';

export type ChartProps = {
  /** Title of the chart, such as "People with an account". */
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
  /** Times in which nothing is known: hatched. All are moments. */
  gaps?: readonly { from: string; until: string }[];
  /** Where the scale begins and ends, unless at nought and at whatever is highest. */
  scale?: readonly [number, number];
  /** What the table calls the days, unless they are UTC days. */
  dayHead?: string;
};

let known: ComponentType<ChartProps> | undefined;

/** A drawing over time with a table of the same behind it. What draws is fetched when the first chart is shown. */
export function Chart(props: ChartProps) {
  const [Plot, setPlot] = useState(() => known);
  const [lost, setLost] = useState(false);
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
        {lost && <Muted>We couldn’t load the chart. The table shows the same data.</Muted>}
      </chakra.div>
      <ChartTable
        label={props.label}
        by={isMoment(props.times[0]) ? 'point by point' : 'day by day'}
        columns={[isMoment(props.times[0]) ? 'From' : (props.dayHead ?? 'Day (UTC)'), props.label]}
        rows={props.times
          .map((time, at) => [timeWords(time), wordOf(props.values[at], props.format)])
          .reverse()}
      />
    </div>
  );
}

/** Text alternative of the chart. */
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

const wordOf = (value: number | null | undefined, format: ChartProps['format']): string =>
  typeof value === 'number' ? format(value) : 'Unknown';
