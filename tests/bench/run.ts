// `npm run bench`: each figure is a ratio against a named yardstick measured in the same run: by CPU time of this process
// where it computes, by the clock where it waits for others. `npm run bench -- site` measures the public site alone.
import { buildWeb } from '#api/boot/build-web.ts';
import { deliveries } from './deliveries.ts';
import { fanOut } from './fan-out.ts';
import { judging } from './judging.ts';
import { site } from './site.ts';

/** One figure. Times are milliseconds per operation. */
export interface Figure {
  name: string;
  yardstick: string;
  ours: number;
  theirs: number;
}

const figures: Figure[] = [];
const [only] = process.argv.slice(2);
for (const measure of only === 'site' ? [] : [judging, fanOut, deliveries]) figures.push(await measure());

if (figures.length > 0)
  console.table(
    figures.map(({ name, yardstick, ours, theirs }) => ({
      figure: name,
      yardstick,
      'ours, ms': Number(ours.toPrecision(3)),
      'yardstick, ms': Number(theirs.toPrecision(3)),
      ratio: Number((ours / theirs).toPrecision(3)),
    })),
  );

await buildWeb();
const pages = await site();
console.log(
  'Lighthouse, mobile, the worst of three runs (promised: 98, 100, 100, 100, LCP 1.5, TBT 50, CLS 0.01, script 40):',
);
console.table(
  pages.map(({ page, ours, yardstick }) => ({
    page,
    performance: ours.performance,
    accessibility: ours.accessibility,
    'best practices': ours.bestPractices,
    seo: ours.seo,
    'LCP, ms': Math.round(ours.lcp),
    'static LCP, ms': Math.round(yardstick.lcp),
    ratio: Number((ours.lcp / yardstick.lcp).toPrecision(3)),
    'TBT, ms': Math.round(ours.tbt),
    'static TBT, ms': Math.round(yardstick.tbt),
    CLS: Number(ours.cls.toFixed(4)),
    'script, KiB': Number(ours.scriptKib.toPrecision(3)),
    'static performance': yardstick.performance,
  })),
);
for (const { page, ours } of pages)
  if (ours.wanting.length > 0) console.log(`${page} wants ${ours.wanting.join(', ')}`);
