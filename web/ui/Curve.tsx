import { chakra } from '@chakra-ui/react';
import { formatNumber } from '#web/lib/format.ts';
import { ChartTable } from './ChartTable.tsx';
import { Hint } from './text.tsx';

type Mark = {
  /** What it marks, such as "Now". */
  name: string;
  /** Place of its point. */
  at: number;
  isEmphasized?: boolean;
};

type Props = {
  /** Title of the curve, such as "Alerts by duration". */
  label: string;
  /** What the points are of, such as "Duration". */
  of: string;
  /** In order, equally far apart. */
  points: readonly { name: string; value: number }[];
  /** How a value is written, such as "12 alerts". */
  format: (value: number) => string;
  marks: readonly Mark[];
};

/** How a count depends on a setting, with marked points, and the same as text and as a table. */
export function Curve({ label, of, points, format, marks }: Props) {
  const highest = Math.max(1, ...points.map(({ value }) => value));
  const xOf = (at: number) => (100 * at) / Math.max(1, points.length - 1);
  const yOf = (value: number) => 100 - (96 * value) / highest;
  const line = points.map(({ value }, at) => `${xOf(at)},${yOf(value)}`).join(' ');
  const shown = marks.flatMap((mark) => {
    const point = points[mark.at];
    return point ? [{ ...mark, ...point, mark: mark.name }] : [];
  });
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const words = shown.map(({ mark, name, value }) => `${mark}: ${name}, ${format(value)}`);
  return (
    <chakra.section aria-label={label} minW={0}>
      <chakra.h4 textStyle="sm" fontWeight="semibold">
        {label}
      </chakra.h4>
      <Hint aria-hidden>{formatNumber(highest)}</Hint>
      <chakra.div
        position="relative"
        h="7rem"
        mb={1}
        borderBottomWidth="1px"
        borderStartWidth="1px"
        role="img"
        aria-label={`${label} from ${first.name} to ${last.name}: ${format(first.value)} to ${format(last.value)}. ${words.join('. ')}`}
      >
        <chakra.svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          position="absolute"
          inset={0}
          w="full"
          h="full"
          overflow="visible"
          fill="none"
          aria-hidden
        >
          {shown.map(({ mark, at, isEmphasized }) => (
            <chakra.line
              key={mark}
              x1={xOf(at)}
              x2={xOf(at)}
              y1={0}
              y2={100}
              vectorEffect="non-scaling-stroke"
              strokeWidth={isEmphasized ? 2 : 1}
              strokeDasharray={isEmphasized ? undefined : '4 3'}
              stroke={isEmphasized ? 'state.ok' : 'fg.muted'}
            />
          ))}
          <chakra.polyline
            points={line}
            vectorEffect="non-scaling-stroke"
            strokeWidth={2}
            strokeLinejoin="round"
            stroke="brand.fg"
          />
        </chakra.svg>
      </chakra.div>
      <chakra.div display="flex" justifyContent="space-between">
        <Hint as="span">{first.name}</Hint>
        <Hint as="span">{last.name}</Hint>
      </chakra.div>
      {words.map((one) => (
        <Hint key={one}>{one}</Hint>
      ))}
      <ChartTable
        label={label}
        by="point by point"
        columns={[of, label]}
        rows={points.map(({ name, value }) => [name, format(value)])}
      />
    </chakra.section>
  );
}
