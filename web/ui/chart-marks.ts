import type uPlot from 'uplot';
import type { ChartProps } from './Chart.tsx';

/** Canvas pixels per screen pixel. Manual drawing is measured in canvas pixels. */
const ratio = () => window.devicePixelRatio || 1;

/** Hatches the days of which nothing is known, each as far as half way to its neighbours. */
export function drawUnknown(plot: uPlot, values: ChartProps['values'], color: string): void {
  const seconds = plot.data[0];
  const half = (((seconds[1] ?? 0) - (seconds[0] ?? 0)) / 2 || 43_200) as number;
  const runs = runsOfNull(values).map(([from, to]) => [seconds[from]! - half, seconds[to]! + half] as const);
  hatch(plot, runs, color);
}

/** Hatches times in which nothing is known. Under bars of days, a time is as far along its day's bar as it is in the day. */
export function drawGaps(
  plot: uPlot,
  gaps: NonNullable<ChartProps['gaps']>,
  inMoments: boolean,
  color: string,
): void {
  const place = (moment: string) => {
    const at = new Date(moment);
    return inMoments ? at.getTime() / 1000 : at.getTime() / 1000 - at.getTimezoneOffset() * 60 - 43_200;
  };
  hatch(
    plot,
    gaps.map(({ from, until }) => [place(from), place(until)] as const),
    color,
  );
}

/** The narrowest that a hatched time is drawn, in pixels of the screen. */
const LEAST_HATCHED = 3;

function hatch(plot: uPlot, times: readonly (readonly [number, number])[], color: string): void {
  const { ctx, bbox } = plot;
  const x = (second: number) =>
    Math.min(Math.max(plot.valToPos(second, 'x', true), bbox.left), bbox.left + bbox.width);
  ctx.save();
  ctx.strokeStyle = color;
  ctx.globalAlpha = 0.35;
  ctx.lineWidth = ratio();
  for (const [from, to] of times) {
    const left = x(from);
    const right = Math.max(x(to), left + LEAST_HATCHED * ratio());
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, bbox.top, right - left, bbox.height);
    ctx.clip();
    ctx.beginPath();
    for (let at = left - bbox.height; at < right; at += 7 * ratio()) {
      ctx.moveTo(at, bbox.top + bbox.height);
      ctx.lineTo(at + bbox.height, bbox.top);
    }
    ctx.stroke();
    ctx.restore();
  }
  ctx.restore();
}

/** Shades a time, and draws a line where it begins. */
export function drawMarked(
  { ctx, bbox, valToPos }: uPlot,
  { from, until }: NonNullable<ChartProps['marked']>,
  color: string,
): void {
  const x = (moment: string) =>
    Math.min(Math.max(valToPos(Date.parse(moment) / 1000, 'x', true), bbox.left), bbox.left + bbox.width);
  ctx.save();
  ctx.fillStyle = color;
  ctx.globalAlpha = 0.14;
  ctx.fillRect(x(from), bbox.top, Math.max(x(until) - x(from), ratio()), bbox.height);
  ctx.globalAlpha = 0.8;
  ctx.fillRect(x(from), bbox.top, ratio(), bbox.height);
  ctx.restore();
}

/** First and last place of each run of nulls. */
function runsOfNull(values: ChartProps['values']): [number, number][] {
  const runs: [number, number][] = [];
  for (const [at, value] of values.entries()) {
    if (value !== null) continue;
    const last = runs.at(-1);
    if (last?.[1] === at - 1) last[1] = at;
    else runs.push([at, at]);
  }
  return runs;
}

/** A dashed line at the threshold, with its name over it. */
export function drawThreshold(
  plot: uPlot,
  { value, label }: NonNullable<ChartProps['threshold']>,
  color: string,
  font: string,
): void {
  const { ctx, bbox } = plot;
  const y = plot.valToPos(value, 'y', true);
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = color;
  ctx.lineWidth = ratio();
  ctx.setLineDash([5 * ratio(), 4 * ratio()]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.font = onCanvas(font);
  ctx.textAlign = 'left';
  ctx.fillText(label, bbox.left + 6 * ratio(), y + 14 * ratio());
  ctx.restore();
}

/** The last value that is known, at the end of its line: a label in place of a legend. */
export function drawLabel(
  plot: uPlot,
  values: ChartProps['values'],
  format: ChartProps['format'],
  color: string,
  font: string,
): void {
  const at = values.findLastIndex((value) => value !== null);
  const value = values[at];
  if (value === null || value === undefined) return;
  const { ctx } = plot;
  ctx.save();
  ctx.font = onCanvas(font.replace('12px', '600 12px'));
  ctx.fillStyle = color;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  const x = plot.valToPos(plot.data[0][at]!, 'x', true);
  ctx.fillText(format(value), x + 7 * ratio(), plot.valToPos(value, 'y', true));
  ctx.restore();
}

/** uPlot draws its own words larger where a pixel of the screen is several; so do we. */
const onCanvas = (font: string): string =>
  font.replace(/(\d+)px/, (_, size: string) => `${Number(size) * ratio()}px`);
