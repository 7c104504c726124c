import { gzipSync } from 'node:zlib';
import lighthouse from 'lighthouse';

/** Scores are out of 100, times milliseconds, script KiB as it travels before the first interaction. */
export interface Measured {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  lcp: number;
  tbt: number;
  cls: number;
  scriptKib: number;
  /** What Lighthouse found wanting, by its names. */
  wanting: string[];
}

const categories = { performance: 0, accessibility: 0, 'best-practices': 0, seo: 0 };

/** A page on Lighthouse's phone: its own screen, line and slower processor. `port` is that of Chromium's debugger. */
export async function measurePage(url: string, port: number): Promise<Measured> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'silent',
    output: 'json',
    onlyCategories: Object.keys(categories),
  });
  const lhr = result!.lhr;
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const score = (name: string) => Math.round((lhr.categories[name]?.score ?? 0) * 100);
  const value = (name: string) => lhr.audits[name]?.numericValue ?? Number.NaN;
  const wanted = ['accessibility', 'best-practices', 'seo'].flatMap(
    (name) => lhr.categories[name]!.auditRefs,
  );
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    scriptKib: (fetchedScript(lhr.audits) + (await inlineScript(url))) / 1024,
    wanting: wanted
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  };
}

interface Fetched {
  resourceType?: string;
  transferSize?: number;
}

function fetchedScript(audits: Record<string, { details?: unknown }>): number {
  const details = audits['network-requests']?.details as { items?: Fetched[] } | undefined;
  return (details?.items ?? [])
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
}

/** What runs of the page itself; data in script elements is none. */
async function inlineScript(url: string): Promise<number> {
  const html = await (await fetch(url)).text();
  const programs = [...html.matchAll(/<script(?![^>]*type="application)[^>]*>(.*?)<\/script>/gs)];
  const code = programs.map(([, content]) => content).join('');
  return code === '' ? 0 : gzipSync(code).length;
}

/** Of each figure the worst. */
export function worst(all: readonly Measured[]): Measured {
  const least = (of: (one: Measured) => number) => Math.min(...all.map(of));
  const most = (of: (one: Measured) => number) => Math.max(...all.map(of));
  return {
    performance: least((one) => one.performance),
    accessibility: least((one) => one.accessibility),
    bestPractices: least((one) => one.bestPractices),
    seo: least((one) => one.seo),
    lcp: most((one) => one.lcp),
    tbt: most((one) => one.tbt),
    cls: most((one) => one.cls),
    scriptKib: most((one) => one.scriptKib),
    wanting: [...new Set(all.flatMap(({ wanting }) => wanting))],
  };
}
