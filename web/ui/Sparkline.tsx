import { chakra } from '@chakra-ui/react';
import { formatShortUtcDay } from '#web/lib/format.ts';

type Props = {
  /** What the line shows, such as "Total users". */
  label: string;
  /** UTC days in order: `2026-11-22`. The last one is today. */
  days: readonly string[];
  /** One for each day. */
  values: readonly number[];
  format: (value: number) => string;
};

const WIDTH = 120;
const HEIGHT = 28;
/** Room for the line's own width. */
const EDGE = 2;

/** The course of a figure over some days, between its lowest and highest value. */
export function Sparkline({ label, days, values, format }: Props) {
  const [first, last] = [values[0], values.at(-1)];
  const [since] = days;
  if (first === undefined || last === undefined || since === undefined || values.length < 2) return null;
  const summary = `${label} since ${formatShortUtcDay(since)}: from ${format(first)} to ${format(last)}, lowest ${format(Math.min(...values))}, highest ${format(Math.max(...values))}`;
  return (
    <chakra.div mt={2} maxW={56}>
      <chakra.svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        w="full"
        h={7}
        display="block"
        color="chart"
      >
        <polyline
          points={pointsOf(values)}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.75}
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </chakra.svg>
      <chakra.div aria-hidden display="flex" justifyContent="space-between" textStyle="xs" color="fg.subtle">
        <span>{formatShortUtcDay(since)}</span>
        <span>Today</span>
      </chakra.div>
    </chakra.div>
  );
}

/** A figure that never changed is a line through the middle. */
function pointsOf(values: readonly number[]): string {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const height = HEIGHT - 2 * EDGE;
  return values
    .map((value, at) => {
      const x = (at / (values.length - 1)) * WIDTH;
      const share = highest === lowest ? 0.5 : (value - lowest) / (highest - lowest);
      return `${x.toFixed(1)},${(EDGE + (1 - share) * height).toFixed(1)}`;
    })
    .join(' ');
}
