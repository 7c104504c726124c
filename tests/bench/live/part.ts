import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { typescript } from '#api/boot/run-program.ts';

/** What a part may be asked for: each takes and gives what can travel between processes. */
export type Orders = Record<string, (argument: never) => unknown>;

interface Order {
  id: number;
  name: string;
  argument: unknown;
}

interface Answer {
  id: number;
  answer?: unknown;
  failure?: string;
}

/** A process of its own, so that what it costs can be told from what others cost. */
export interface Part<Kind extends Orders> {
  ask<Name extends keyof Kind & string>(
    name: Name,
    ...argument: Parameters<Kind[Name]>
  ): Promise<Awaited<ReturnType<Kind[Name]>>>;
  stop(): Promise<void>;
}

/** Starts a file of this folder that calls `serve`. */
export function startPart<Kind extends Orders>(file: string): Part<Kind> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = fork(path, { execArgv: ['--expose-gc', ...typescript] });
  const waiting = new Map<number, (answer: Answer) => void>();
  const exited = once(child, 'exit');
  child.on('message', (answer: Answer) => waiting.get(answer.id)?.(answer));
  child.once('exit', (code, signal) => {
    waiting.forEach((tell) => tell({ id: 0, failure: `${file} has ended by ${signal ?? `code ${code}`}` }));
  });
  let orders = 0;
  return {
    async ask(name, argument?: unknown) {
      const order: Order = { id: ++orders, name, argument };
      const { answer, failure } = await new Promise<Answer>((resolve) => {
        waiting.set(order.id, resolve);
        child.send(order);
      });
      waiting.delete(order.id);
      if (failure) throw new Error(`${name}: ${failure}`);
      return answer as never;
    },
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Answers orders until the parent goes. */
export function serve<Kind extends Orders>(orders: Kind): void {
  process.once('disconnect', () => process.exit());
  const applyStep = async ({ id, name, argument }: Order) => {
    const reply = (answer: Omit<Answer, 'id'>) => process.send?.({ id, ...answer });
    try {
      reply({ answer: await orders[name]!(argument as never) });
    } catch (error) {
      reply({ failure: String(error) });
    }
  };
  process.on('message', (order: Order) => void applyStep(order));
}
