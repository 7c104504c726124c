import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { openOrm } from '#api/wiring/entities.ts';
import { vault } from '#api/security/secrets.ts';
import { browserOptions } from '#tests/e2e/browser.ts';
import { demo, inDatabase, startProgram, type Program } from '#tests/e2e/support.ts';
import { addCustomer, type Running } from '#tests/support/running.ts';
import type { Clients, Subscriber } from './live/clients.ts';
import { startPart } from './live/part.ts';
import type { Figure } from './run.ts';

/** Customers who listen to networks of their own meanwhile. */
const others = 200;

/** Access points that fail, one after another. Of so few the slowest is the 99th percentile. */
const devices = 20;

/** Seldom enough that UniFi's limit of calls a minute leaves room for lists. */
const pollSeconds = 4;

/** When the alert of a device stood in the page first, in milliseconds since 1970. */
type Seen = { shown: Record<string, number> };

/** From the change being visible to a poll, to the alert in an open page of Chromium, with 200 other customers connected. */
export async function deviceToScreen(): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const program = await startProgram(pollSeconds);
  stack.defer(() => program.stop());
  const clients = startPart<Clients>('clients.ts');
  stack.defer(() => clients.stop());
  const url = `${program.url.replace('http', 'ws')}/graphql`;
  await clients.ask('open', { url, subscribers: await addOthers(program) });
  const browser = await chromium.launch(await browserOptions());
  stack.defer(() => browser.close());
  const page = await browser.newPage();
  await openAlerts(page, program.url);
  const took: number[] = [];
  for (const name of (await accessPoints(program)).slice(0, devices + 1))
    took.push(await measure(program, page, name));
  if (took.length <= devices) throw new Error(`There are only ${took.length} devices to fail`);

  const sorted = took.slice(1).toSorted((a, b) => a - b);
  const name = (what: string) => `from a device to the screen, ${others} others connected: ${what}`;
  return [
    {
      name: name('median'),
      yardstick: 'the limit of 300 ms',
      ours: sorted[Math.floor(devices / 2)]!,
      theirs: 300,
      promised: 1,
    },
    { name: name('p99'), yardstick: 'the limit of 1 s', ours: sorted.at(-1)!, theirs: 1000, promised: 1 },
  ];
}

async function addOthers({ databaseUrl }: Program): Promise<Subscriber[]> {
  // Their keys are never read.
  vault.unlock(['a secret of nobody']);
  const orm = await openOrm(databaseUrl);
  const added: Subscriber[] = [];
  for (let n = 0; n < others; n++) {
    const { token, controllerId } = await addCustomer({ app: { orm } } as Running);
    added.push({ token, controllerId, after: 0 });
  }
  // They have no network that could be read: they listen only.
  const nobody = `update controller set next_poll_at = null where api_key_tail = '0001'`;
  await orm.em.fork().execute(nobody);
  await orm.close();
  return added;
}

async function openAlerts(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/auth`);
  await page.getByLabel('Email').fill(demo.customer);
  await page.getByLabel('Password').fill(demo.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL((to) => to.pathname !== '/auth');
  await page.goto(`${url}/alerts`);
  await page.getByText('All Clear!').waitFor();
  // Notes when the text of a row is there for the first time: after each change, before it is painted.
  await page.evaluate(() => {
    const seen = window as unknown as Seen;
    seen.shown = {};
    const look = () => {
      for (const row of document.querySelectorAll('[data-phase] [data-part=name] a'))
        seen.shown[row.textContent] ??= Date.now();
    };
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
}

/** Of the console that the demo's first controller watches. Nothing hangs on an access point, so each has an alert of its own. */
function accessPoints({ unifi }: Program): Promise<string[]> {
  return unifi((network) => {
    const names = network.consoles.flatMap(({ devices: all }) => all.map(({ name }) => name));
    const isAlone = (name: string) => names.filter((other) => other === name).length === 1;
    const own = network.keys[0]!.consoles[0]!.devices.map(({ name }) => name);
    return own.filter((name) => name.startsWith('AP ') && isAlone(name));
  });
}

/**
 * Milliseconds from the first answer in which UniFi says to a poll that a device is offline, to its alert in the page. It is the
 * poll at which the minute of its rule is over: what a rule waits for on purpose is not measured.
 */
async function measure(program: Program, page: Page, name: string): Promise<number> {
  const { unifi } = program;
  await unifi((network, device) => {
    const { device: row } = network.device(device).goOffline();
    const state = row.state;
    const told = globalThis as unknown as { visible?: Record<string, number> };
    const visible = (told.visible ??= {});
    // Read for the first time when a poll is answered.
    Object.defineProperty(row, 'state', {
      configurable: true,
      enumerable: true,
      get: () => ((visible[device] ??= Date.now()), state),
    });
  }, name);
  await untilBetweenPolls(program, name);
  await inDatabase(program, `update pending_condition set since = since - interval '1 minute'`);
  await unifi((_network, device) => {
    delete (globalThis as unknown as { visible: Record<string, number> }).visible[device];
  }, name);
  const shown = await page.waitForFunction((device) => (window as unknown as Seen).shown[device], name);
  const visible = await unifi(
    (_network, device) => (globalThis as unknown as { visible: Record<string, number> }).visible[device]!,
    name,
  );
  return (await shown.jsonValue())! - visible;
}

/** A poll has seen that the device is offline, it is over, and the next one is a while away. */
async function untilBetweenPolls(program: Program, name: string): Promise<void> {
  const seen = `select 1 from pending_condition s join controller c on c.id = s.controller_id join device d on d.mac = s.subject
                where d.name = $1 and c.claimed_until is null and c.next_poll_at > now() + interval '500 milliseconds'`;
  while ((await inDatabase(program, seen, [name])).rowCount === 0) await sleep(20);
}
