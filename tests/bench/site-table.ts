import { cpus, loadavg } from 'node:os';
import { buildWeb } from '#api/boot/build-web.ts';
import { missed, site } from './site.ts';

/** Measures the public site with Lighthouse, and prints it beside what was promised. */
export async function printSite(): Promise<void> {
  await buildWeb();
  const load = () => loadavg()[0]!.toFixed(1);
  const before = load();
  const pages = await site();
  console.log(
    'Lighthouse, mobile, the worst of three runs of each page, beside a static page of the same content:',
  );
  console.table([
    {
      page: 'promised',
      performance: '>= 98',
      accessibility: 100,
      'best practices': 100,
      seo: 100,
      'LCP / static': '<= 1.5',
      'TBT, ms': '<= 50',
      CLS: '<= 0.01',
      'script, KiB': '<= 40',
    },
    ...pages.map((row) => ({
      page: row.page,
      performance: row.ours.performance,
      accessibility: row.ours.accessibility,
      'best practices': row.ours.bestPractices,
      seo: row.ours.seo,
      'LCP, ms': Math.round(row.ours.lcp),
      'static LCP, ms': Math.round(row.yardstick.lcp),
      'LCP / static': Number((row.ours.lcp / row.yardstick.lcp).toPrecision(3)),
      'TBT, ms': Math.round(row.ours.tbt),
      'static TBT, ms': Math.round(row.yardstick.tbt),
      CLS: Number(row.ours.cls.toFixed(4)),
      'script, KiB': Number(row.ours.scriptKib.toPrecision(3)),
      'static performance': row.yardstick.performance,
      missed: missed(row).join(', ') || 'nothing',
    })),
  ]);
  // Whatever else computes meanwhile is in the blocking time of both.
  console.log(
    `Measured on ${cpus().length} processors, whose load was ${before} before and ${load()} after.`,
  );
  for (const { page, ours } of pages)
    if (ours.wanting.length > 0) console.log(`${page} wants ${ours.wanting.join(', ')}`);
}
