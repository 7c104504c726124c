import { chromium } from '@playwright/test';
import { browserOptions } from '#tests/e2e/browser.ts';
import { startProgram } from '#tests/e2e/support.ts';
import { freePort } from '#api/boot/postgres.ts';
import { measurePage, worst, type Measured } from './lighthouse.ts';
import { startYardstick } from './yardstick.ts';

/** The pages that visitors open first, and how often each is measured. */
const paths = ['/', '/packages', '/contact', '/waitlist', '/privacy'];
const runs = 3;

export interface SiteRow {
  page: string;
  ours: Measured;
  /** The same content as someone would write it by hand. */
  yardstick: Measured;
}

/** Lighthouse's mobile figures of the public site, the worst of three runs each, beside a static page of the same content. */
export async function site(): Promise<SiteRow[]> {
  await using stack = new AsyncDisposableStack();
  const program = await startProgram();
  stack.defer(() => program.stop());
  const yardstick = await startYardstick(program.url);
  stack.defer(() => yardstick.close());
  const port = await freePort();
  const options = await browserOptions();
  const browser = await chromium.launch({ ...options, args: [`--remote-debugging-port=${port}`] });
  stack.defer(() => browser.close());

  const rows: SiteRow[] = [];
  for (const path of paths) {
    // Written once before: what is measured is what visitors get.
    await fetch(program.url + path);
    const ours: Measured[] = [];
    const theirs: Measured[] = [];
    for (let run = 0; run < runs; run += 1) {
      ours.push(await measurePage(program.url + path, port));
      theirs.push(await measurePage(yardstick.url + path, port));
    }
    rows.push({ page: path, ours: worst(ours), yardstick: worst(theirs) });
  }
  return rows;
}

/** What of the promised a page does not keep. */
export function missed({ ours, yardstick }: SiteRow): string[] {
  const kept = {
    performance: ours.performance >= 98,
    accessibility: ours.accessibility === 100,
    'best practices': ours.bestPractices === 100,
    seo: ours.seo === 100,
    LCP: ours.lcp <= 1.5 * yardstick.lcp,
    TBT: ours.tbt <= 50,
    CLS: ours.cls <= 0.01,
    script: ours.scriptKib <= 40,
  };
  return Object.entries(kept).flatMap(([name, isKept]) => (isKept ? [] : name));
}
