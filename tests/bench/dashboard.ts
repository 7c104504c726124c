import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type Response } from '@playwright/test';
import { buildWeb } from '#api/boot/build-web.ts';
import { browserOptions } from '#tests/e2e/browser.ts';
import type { DashboardServer } from './dashboard-server.ts';
import { startPart } from './live/part.ts';
import type { Figure } from './run.ts';
import { scratchDatabase } from './scratch-database.ts';

const visits = 7;

/** KiB of gzipped script that the signed-in app may load first. */
const promisedKib = 180;

interface Visit {
  /** Milliseconds until the first row is there. */
  ms: number;
  /** KiB of script in the meantime, gzipped. */
  kib: number;
}

/**
 * The dashboard of 5,000 sites with 20,000 open alerts against one of 50 sites with 50, in a browser, and the script it
 * takes.
 */
export async function dashboard(): Promise<Figure[]> {
  await buildWeb();
  await using database = await scratchDatabase();
  await using stack = new AsyncDisposableStack();
  const server = startPart<DashboardServer>('../dashboard-server.ts');
  stack.defer(() => server.stop());
  const url = await server.ask('listen', { databaseUrl: database.url });
  const few = await server.ask('addControllers', { count: 50, alerts: 50 });
  const many = await server.ask('addControllers', { count: 5000, alerts: 20_000 });
  const browser = await chromium.launch(await browserOptions());
  stack.defer(() => browser.close());

  const ofFew: Visit[] = [];
  const ofMany: Visit[] = [];
  await visit(browser, url, few);
  // In turns, so that whatever else the machine does comes to both.
  for (let n = 0; n < visits; n++) {
    ofFew.push(await visit(browser, url, few));
    ofMany.push(await visit(browser, url, many));
  }
  return [
    {
      name: 'first rows of a dashboard of 5,000 sites with 20,000 open alerts',
      yardstick: 'of one of 50 with 50',
      ours: median(ofMany.map(({ ms }) => ms)),
      theirs: median(ofFew.map(({ ms }) => ms)),
      promised: 1.2,
    },
    {
      name: "script of the signed-in app's first load, gzipped",
      yardstick: `${promisedKib} KiB`,
      ours: Math.max(...ofFew.map(({ kib }) => kib)),
      theirs: promisedKib,
      unit: 'KiB',
      promised: 1,
    },
  ];
}

/** Someone who has never been there, with the token of who signed in. */
async function visit(browser: Browser, url: string, token: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addInitScript((value) => localStorage.setItem('auth_token', value), token);
    const page = await context.newPage();
    const scripts: Promise<Buffer>[] = [];
    const note = (response: Response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body());
    };
    page.on('response', note);
    const began = performance.now();
    await page.goto(`${url}/dashboard`, { waitUntil: 'commit' });
    await page
      .getByText(/^Branch \d+$/)
      .first()
      .waitFor();
    const ms = performance.now() - began;
    // What comes later is no part of it, and may not be there any more when the page is closed.
    page.off('response', note);
    const bodies = await Promise.all(scripts);
    return { ms, kib: bodies.reduce((sum, body) => sum + gzipSync(body).length / 1024, 0) };
  } finally {
    await context.close();
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
