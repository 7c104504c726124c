import { fork } from 'node:child_process';
import { once } from 'node:events';
import { test as base } from '@playwright/test';
import { root, typescript } from '#api/boot/run-program.ts';
import { demoAccounts as demo } from '#api/features/auth/demo-accounts.ts';
import type { ChatStandIn } from '#api/demo/chat.ts';
import type { Network } from '#api/demo/network.ts';
import type { Order, Word } from './program.ts';

/**
 * Does something to the watched network, or to a chat that can be told to go wrong, in the process where they live: the
 * function travels as text, so it sees nothing but the network, `argument` and the chat. `await unifi((network, name) => network.device(name).…, 'AP Lobby')`
 */
export type Unifi = <T, A = undefined>(
  act: (network: Network, argument: A, chat: ChatStandIn) => T,
  argument?: A,
) => Promise<T>;

interface Program {
  url: string;
  unifi: Unifi;
  stop(): Promise<void>;
}

export { demo };

interface Fixtures {
  /** Signs in through the screen and waits until the area behind it is there. */
  login(email?: string, password?: string): Promise<void>;
  unifi: Unifi;
}

export const test = base.extend<Fixtures, { program: Program }>({
  program: [
    async ({}, provide) => {
      const program = await startProgram();
      await provide(program);
      await program.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ program }, provide) => provide(program.url),
  unifi: ({ program }, provide) => provide(program.unifi),
  login: ({ page }, provide) =>
    provide(async (email = demo.customer, password = demo.password) => {
      await page.goto('/auth');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await page.waitForURL((url) => url.pathname !== '/auth');
    }),
});

async function startProgram(): Promise<Program> {
  const child = fork('tests/e2e/program.ts', { cwd: root, execArgv: typescript });
  const waiting = new Map<number, (word: Exclude<Word, { url: string }>) => void>();
  const ended = once(child, 'exit');
  const ready = new Promise<string>((resolve) => {
    child.on('message', (word: Word) => {
      if ('url' in word) resolve(word.url);
      else waiting.get(word.id)?.(word);
    });
  });
  const url = await Promise.race([
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
  return { url, unifi, stop };
}
