import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test as base, type Locator } from '@playwright/test';
import pg from 'pg';
import { root, typescript } from '#api/boot/run-program.ts';
import { demoAccounts as demo } from '#api/features/auth/demo-accounts.ts';
import type { ChatStandIn } from '#api/demo/chat/chat.ts';
import type { Network } from '#api/demo/unifi/network.ts';
import type { Order, Word } from './program.ts';

/**
 * Does something to the watched network, or to a chat that can be told to go wrong, in the process where they live: the
 * function travels as text, so it sees nothing but the network, `argument` and the chat. `await unifi((network, name) => network.device(name).…, 'AP Lobby')`
 */
export type Unifi = <T, A = undefined>(
  act: (network: Network, argument: A, chat: ChatStandIn) => T,
  argument?: A,
) => Promise<T>;

export interface Program {
  url: string;
  databaseUrl: string;
  unifi: Unifi;
  stop(): Promise<void>;
}

export { demo };

/** A poll each second, and some patience for a busy machine, in milliseconds. */
export const UNTIL_RAISED = 60_000;

interface Fixtures {
  /** Signs in through the screen and waits until the area behind it is there. */
  login(email?: string, password?: string): Promise<void>;
  unifi: Unifi;
  /** Lets the trial of a team have ended an hour ago: the product's own clock cannot be moved. */
  endTrial(companyName: string): Promise<void>;
  /** Lets a minute pass for what the watch has seen to be wrong, and not yet for as long as its rule asks. */
  aMinutePasses(): Promise<void>;
  /** Waits for what only an alert brings, while minutes pass. */
  raised(brought: Locator): Promise<void>;
}

interface PerWorker {
  program: Program;
  /** A file that says `test.use({ freshFor: 'its name' })` has a worker, and so a program, of its own. */
  freshFor: string;
  /** Gives the public site an origin of its own, `localhost` beside the app's 127.0.0.1; so does a file's `freshFor`. */
  siteApart: boolean;
}

export const test = base.extend<Fixtures, PerWorker>({
  freshFor: ['', { scope: 'worker', option: true }],
  siteApart: [false, { scope: 'worker', option: true }],
  program: [
    async ({ siteApart }, provide) => {
      const program = await startProgram(1, siteApart);
      await provide(program);
      await program.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ program }, provide) => provide(program.url),
  unifi: ({ program }, provide) => provide(program.unifi),
  endTrial: ({ program }, provide) =>
    provide(async (companyName) => {
      const over = "now() - interval '1 hour'";
      await inDatabase(
        program,
        `update team set trial_ends_at = ${over}, active_until = ${over} where name = $1`,
        [companyName],
      );
    }),
  aMinutePasses: ({ program }, provide) =>
    provide(
      async () =>
        void (await inDatabase(program, "update pending_condition set since = since - interval '1 minute'")),
    ),
  raised: ({ aMinutePasses }, provide) =>
    provide((brought) =>
      expect(async () => {
        await aMinutePasses();
        await expect(brought).toBeVisible({ timeout: 3_000 });
      }).toPass({ timeout: UNTIL_RAISED }),
    ),
  login: ({ page }, provide) =>
    provide(async (email = demo.customer, password = demo.password) => {
      await page.goto('/auth');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await page.waitForURL((url) => url.pathname !== '/auth');
    }),
});

export async function inDatabase({ databaseUrl }: Program, sql: string, values: unknown[] = []) {
  const database = new pg.Client(databaseUrl);
  await database.connect();
  const answer = await database.query(sql, values);
  await database.end();
  return answer;
}

type Ready = Extract<Word, { url: string }>;
type Answer = Exclude<Word, Ready>;

/** The whole program on a throwaway database, with the network in a box standing still, read every `pollSeconds`. */
export async function startProgram(pollSeconds = 1, siteApart = false): Promise<Program> {
  const env = {
    ...process.env,
    POLL_INTERVAL_SECONDS: String(pollSeconds),
    SITE_APART: siteApart ? '1' : '',
  };
  const child = fork('tests/e2e/program.ts', { cwd: root, execArgv: typescript, env });
  const waiting = new Map<number, (word: Answer) => void>();
  const ended = once(child, 'exit');
  const ready = new Promise<Ready>((resolve) => {
    child.on('message', (word: Word) => {
      if ('url' in word) resolve(word);
      else waiting.get(word.id)?.(word);
    });
  });
  const { url, databaseUrl } = await Promise.race([
    ready,
    ended.then(() => Promise.reject(new Error('The program ended before it was ready.'))),
  ]);

  let orders = 0;
  const unifi: Unifi = async (act, argument) => {
    const order: Order = { id: ++orders, source: String(act), argument };
    const word = await new Promise<{ answer?: unknown; failure?: string }>((resolve) => {
      waiting.set(order.id, resolve);
      child.send(order);
    });
    waiting.delete(order.id);
    if (word.failure) throw new Error(word.failure);
    return word.answer as ReturnType<typeof act>;
  };
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { url, databaseUrl, unifi, stop };
}
