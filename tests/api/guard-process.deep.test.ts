import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { typescript } from '#api/boot/run-program.ts';
import type { faults } from '#tests/support/guarded.ts';

const opened: { kill(signal: 'SIGKILL'): boolean }[] = [];
afterEach(() => opened.splice(0).forEach((child) => child.kill('SIGKILL')));

/** A process that is guarded, with less memory than usual. */
async function guarded() {
  const child = fork('tests/support/guarded.ts', {
    execArgv: [...typescript, '--max-old-space-size=200', '--max-semi-space-size=1'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  opened.push(child);
  const logged: string[] = [];
  child.stdout!.setEncoding('utf8').on('data', (text: string) => logged.push(text));
  const ended = once(child, 'exit');
  const heard = once(child, 'message');
  await heard;
  const tell = (fault: keyof typeof faults | 'alive?') => child.send(fault);
  return { child, tell, ended, log: () => logged.join('') };
}

test('An unhandled rejection is logged, and the process keeps running', async () => {
  const { child, tell, log } = await guarded();
  tell('reject');
  await expect.poll(log, { timeout: 10_000 }).toContain('Nobody waits for this');
  const alive = once(child, 'message');
  tell('alive?');
  expect((await alive)[0]).toBe('alive');
});

test.each([
  ['an exception that nobody catches', 'throw', 'Nobody catches this'],
  ['memory that is nearly used up', 'fill', 'The memory is nearly used up'],
] as const)(
  'With %s the process shuts down gracefully, and the reason is logged',
  async (_what, fault, words) => {
    const { tell, ended, log } = await guarded();
    tell(fault);
    expect(await ended).toEqual([7, null]);
    expect(log()).toContain(words);
  },
);
