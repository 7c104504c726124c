import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type Locator, type Page, type Response } from '@playwright/test';
import { buildWeb } from '#api/boot/build-web.ts';
import { browserOptions } from '#tests/e2e/browser.ts';
import { startPart, type Part } from './live/part.ts';
import type { Figure } from './run.ts';
import { scratchDatabase } from './scratch-database.ts';
import type { ScreensServer } from './screens-server.ts';

const visits = 5;
const liveChanges = 20;
const changesPerSecond = 50;

/** A screen of a customer, and what the measures need to know about it. */
export interface Screen {
  name: string;
  path: string;
  firstRow: (page: Page) => Locator;
  /** Before the nth live change: which alert makes it, and where which text shows it. */
  liveChange: (
    page: Page,
    n: number,
  ) => Promise<{ branch: number; device: string; shows: [selector: string, text: string] }>;
  /** Clicks and types, for about as long as a person would. */
  work: (page: Page) => Promise<void>;
}

/** The product with a customer of few and one of many sites and alerts, and a browser. */
export interface Stage extends AsyncDisposable {
  server: Part<ScreensServer>;
  browser: Browser;
  url: string;
  /** Token of a customer with few open alerts. */
  few: string;
  /** Token of a customer with many. */
  many: string;
}

/** What a customer has. Each site has its own controller. */
export interface Fleet {
  sites: number;
  alerts: number;
}

export async function setScreens(fewOf: Fleet, manyOf?: Fleet): Promise<Stage> {
  await buildWeb();
  const stack = new AsyncDisposableStack();
  const database = stack.use(await scratchDatabase());
  const server = startPart<ScreensServer>('../screens-server.ts');
  stack.defer(() => server.stop());
  const url = await server.ask('listen', { databaseUrl: database.url });
  const few = await server.ask('addFleet', fewOf);
  const many = manyOf ? await server.ask('addFleet', manyOf) : few;
  const browser = await chromium.launch(await browserOptions());
  stack.defer(() => browser.close());
  return { server, browser, url, few, many, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

export interface Script {
  file: string;
  /** As gzip sends it. */
  kib: number;
}

interface Visit {
  page: Page;
  /** Milliseconds until the first row is there. */
  ms: number;
  /** What was loaded in the meantime. */
  scripts: Script[];
}

/** Someone who has never been there, with the token of who signed in. */
export async function visit<T>(
  { browser, url }: Stage,
  { path, firstRow }: Screen,
  token: string,
  look: (visit: Visit) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addInitScript((value) => localStorage.setItem('auth_token', value), token);
    await context.addInitScript(observePage);
    const page = await context.newPage();
    const scripts: Promise<Script>[] = [];
    const note = (response: Response) => {
      if (response.request().resourceType() !== 'script') return;
      const file = new URL(response.url()).pathname;
      scripts.push(response.body().then((body) => ({ file, kib: gzipSync(body).length / 1024 })));
    };
    page.on('response', note);
    const began = performance.now();
    await page.goto(url + path, { waitUntil: 'commit' });
    await firstRow(page).waitFor();
    const ms = performance.now() - began;
    // What comes later is no part of it, and may not be there any more when the page is closed.
    page.off('response', note);
    return await look({ page, ms, scripts: await Promise.all(scripts) });
  } finally {
    await context.close();
  }
}

/** The first rows with many alerts against few, and memory, live changes and interactions with many. */
export async function screenFigures(screen: Screen, few: Fleet, many: Fleet): Promise<Figure[]> {
  const { name } = screen;
  await using stage = await setScreens(few, many);
  const said = ({ sites, alerts }: Fleet) => `${sites} sites and ${alerts} open alerts`;
  const { ofFew, ofMany } = await firstRows(stage, screen);
  const used = await visit(stage, screen, stage.many, async ({ page }) => {
    const live = await liveTimes(stage, screen, page);
    const calm = await work(screen, page);
    const { interactions, changes } = await workWhileChanging(stage, screen, page);
    console.log(
      `${name}: ${interactions.length} interactions while ${changes.toFixed(0)} changes a second were written`,
    );
    return { live, calm, interactions, mb: await memoryOf(stage.browser, page) };
  });
  const limit = (ours: number, theirs: number, unit: string) => ({
    yardstick: `${theirs} ${unit}`,
    ours,
    theirs,
    unit,
    promised: 1,
  });
  return [
    {
      name: `first rows of ${name} with ${said(many)}`,
      yardstick: `with ${said(few)}`,
      ours: median(ofMany),
      theirs: median(ofFew),
      promised: 1.2,
    },
    { name: `memory of its tab after ${changesPerSecond} changes a second`, ...limit(used.mb, 200, 'MB') },
    { name: `a live change on it, median of ${liveChanges}`, ...limit(median(used.live), 300, 'ms') },
    {
      name: `interaction to next paint while ${changesPerSecond} changes a second arrive`,
      ...limit(toNextPaint(used.interactions), 100, 'ms'),
    },
    { name: 'the same without changes', ...limit(toNextPaint(used.calm), 100, 'ms') },
  ];
}

async function firstRows(stage: Stage, screen: Screen): Promise<{ ofFew: number[]; ofMany: number[] }> {
  const time = (token: string) => visit(stage, screen, token, ({ ms }) => Promise.resolve(ms));
  const ofFew: number[] = [];
  const ofMany: number[] = [];
  await time(stage.few);
  // In turns, so that whatever else the machine does comes to both.
  for (let n = 0; n < visits; n++) {
    ofFew.push(await time(stage.few));
    ofMany.push(await time(stage.many));
  }
  return { ofFew, ofMany };
}

/** Milliseconds from the beginning of each write to the first frame that shows it. */
async function liveTimes({ server, many }: Stage, { liveChange }: Screen, page: Page): Promise<number[]> {
  const took: number[] = [];
  await page.getByText('Live', { exact: true }).first().waitFor();
  for (let n = 0; n <= liveChanges; n++) {
    // Each one is alone: what changes together may be shown together.
    await sleep(1_200 + 300 * Math.random());
    const { branch, device, shows } = await liveChange(page, n);
    const shown = page.evaluate(async ([selector, text]) => {
      const isShown = () => [...document.querySelectorAll(selector)].some((one) => one.textContent === text);
      while (!isShown()) await new Promise((resolve) => requestAnimationFrame(resolve));
      return Date.now();
    }, shows);
    const began = await server.ask('raise', { token: many, branch, device });
    took.push((await shown) - began);
  }
  // The first one also loads what the page hasn't needed before.
  return took.slice(1);
}

type Observed = { interactions: Map<number, number> };

/** Runs in the page: notes how long each interaction took to the next paint. Below 16 ms the browser doesn't say. */
function observePage() {
  const { interactions } = Object.assign(window as unknown as Observed, {
    interactions: new Map<number, number>(),
  });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as (PerformanceEntry & {
      interactionId: number;
    })[])
      if (interactionId)
        interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** The interactions that took at least 16 ms to the next paint, and the changes a second that were written meanwhile. */
async function workWhileChanging({ server, many }: Stage, screen: Screen, page: Page) {
  const before = await server.ask('settle');
  const began = performance.now();
  await server.ask('change', { token: many, perSecond: changesPerSecond });
  const interactions = await work(screen, page);
  const changes = ((await server.ask('settle')) - before) / ((performance.now() - began) / 1000);
  return { interactions, changes };
}

async function work(screen: Screen, page: Page): Promise<number[]> {
  await page.evaluate(() => (window as unknown as Observed).interactions.clear());
  await screen.work(page);
  return page.evaluate(() => [...(window as unknown as Observed).interactions.values()]);
}

/** As browsers report it: the slowest interaction, leaving out one in fifty. */
const toNextPaint = (interactions: readonly number[]): number =>
  interactions.toSorted((a, b) => b - a)[Math.floor(interactions.length / 50)] ?? 0;

/**
 * The memory of the tab's process in MB as Chromium's task manager counts it: what no other process shares. Garbage that is
 * collected only when memory is short isn't counted.
 */
async function memoryOf(browser: Browser, page: Page): Promise<number> {
  const tab = await page.context().newCDPSession(page);
  await tab.send('HeapProfiler.collectGarbage');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const sizes = processInfo.map(async ({ type, id }) => {
    if (type !== 'renderer') return 0;
    const status = await readFile(`/proc/${id}/status`, 'utf8');
    const kib = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
    return ((kib('RssAnon') + kib('VmSwap')) * 1024) / 1e6;
  });
  return Math.max(...(await Promise.all(sizes)));
}

/** Clicks where an element is, like a person: it may move until the pointer is there. */
export async function clickAt(page: Page, target: Locator): Promise<void> {
  let box = await target.boundingBox();
  // A row that has just been replaced by another has none.
  while (!box) box = await target.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForTimeout(50);
  await page.mouse.down();
  await page.mouse.up();
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
