// `npm run bench`: each figure is a ratio against a named yardstick measured in the same run: by CPU time of this process
// where it computes, by the clock where it waits for others.
import { deliveries } from './deliveries.ts';
import { fanOut } from './fan-out.ts';
import { judging } from './judging.ts';

/** One figure. Times are milliseconds per operation. */
export interface Figure {
  name: string;
  yardstick: string;
  ours: number;
  theirs: number;
}

const figures: Figure[] = [];
for (const measure of [judging, fanOut, deliveries]) figures.push(await measure());

console.table(
  figures.map(({ name, yardstick, ours, theirs }) => ({
    figure: name,
    yardstick,
    'ours, ms': Number(ours.toPrecision(3)),
    'yardstick, ms': Number(theirs.toPrecision(3)),
    ratio: Number((ours / theirs).toPrecision(3)),
  })),
);
