import uPlot from 'uplot';
import type { ChartProps } from './Chart.tsx';
import { drawGaps, drawLabel, drawMarked, drawThreshold, drawUnknown } from './chart-marks.ts';
import { dayWords, isMoment, markWords, momentMarks } from './chart-time.ts';

const day = 86_400;

type Drawn = Pick<
  ChartProps,
  'times' | 'values' | 'format' | 'shape' | 'threshold' | 'marked' | 'scale' | 'gaps'
>;

/** How a chart looks: thin lines, no legend, the last value at its end. */
export function optionsOf(
  { times, values, format, shape = 'line', threshold, marked, scale, gaps }: Drawn,
  element: HTMLElement,
  onPoint: (at: number | null) => void,
): Omit<uPlot.Options, 'width' | 'height'> {
  const color = colorsOf(element);
  const font = `12px ${getComputedStyle(element).fontFamily}`;
  const axis: uPlot.Axis = {
    font,
    stroke: color.muted,
    ticks: { show: false },
    grid: { stroke: color.line, width: 1 },
  };
  const inMoments = isMoment(times[0]);
  const last = values.findLast((value) => value !== null);
  const highest = Math.max(1, ...values.filter((value) => value !== null), threshold?.value ?? 0);
  return {
    // The last value is shown next to the line's end, as wide as its text in bold 12 px.
    padding: [10, shape === 'line' ? 16 + 7.5 * format(last ?? 0).length : 12, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    tzDate: (second) =>
      inMoments ? new Date(second * 1000) : uPlot.tzDate(new Date(second * 1000), 'Etc/UTC'),
    scales: {
      x: {
        time: true,
        range: (_, from, to) =>
          shape === 'bars' || from === to ? [from - day / 2, to + day / 2] : [from, to],
      },
      y: { range: scale ? [...scale] : [0, highest * 1.08] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        // Clear of the lowest number at the side.
        gap: 8,
        size: 30,
        space: 70,
        incrs: inMoments ? momentMarks : [1, 2, 7, 14, 28, 56, 91, 182].map((days) => days * day),
        values: (_, seconds, _axis, _space, between) =>
          seconds.map((second) => (inMoments ? markWords(second, between) : dayWords(second))),
      },
      {
        ...axis,
        space: 36,
        size: (_, words) => 14 + 7 * Math.max(2, ...(words ?? []).map((word) => word.length)),
        incrs: scale
          ? undefined
          : [1, 2, 5]
              .flatMap((step) =>
                [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10].map((size) => step * size),
              )
              .toSorted((a, b) => a - b),
        values: (_, marks) => marks.map(format),
      },
    ],
    series: [
      {},
      {
        stroke: color.series,
        width: shape === 'bars' ? 0 : 1.75,
        ...(shape === 'bars' && {
          fill: color.series,
          paths: uPlot.paths.bars?.({ size: [0.7, 24] }),
        }),
        points: { show: shape === 'line' && values.length <= 31, size: 4, fill: color.series },
      },
    ],
    hooks: {
      drawAxes: [
        (plot) => marked && drawMarked(plot, marked, color.marked),
        (plot) => drawUnknown(plot, values, color.muted),
        (plot) => gaps && drawGaps(plot, gaps, inMoments, color.muted),
        (plot) => threshold && drawThreshold(plot, threshold, color.muted, font),
      ],
      draw: [(plot) => shape === 'line' && drawLabel(plot, values, format, color.series, font)],
      setCursor: [
        ({ cursor: { left, idx } }) => onPoint(left !== undefined && left >= 0 ? (idx ?? null) : null),
      ],
    },
  };
}

function colorsOf(element: HTMLElement) {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--chakra-colors-${name}`).trim();
  return {
    muted: token('fg-muted'),
    line: token('border'),
    marked: token('state-warning'),
    series: token('chart'),
  };
}
