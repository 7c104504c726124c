// A process with a guard and with faults that come by message.
import { pino } from 'pino';
import { guardProcess } from '#api/boot/guard-process.ts';

const filling: unknown[] = [];
const raise = () => {
  throw new Error('Nobody catches this');
};

/** What can happen in it. */
export const faults = {
  /** A promise fails and no one waits for it. */
  reject: () => void Promise.reject(new Error('Nobody waits for this')),
  /** Thrown in a timer. */
  throw: () => void setTimeout(raise, 1),
  /** Memory that is never given back, some megabytes at a time. */
  fill: () =>
    void setInterval(() => filling.push(Array.from({ length: 125_000 }, (_, nth) => nth + 0.5)), 10),
};

guardProcess(pino(), () => process.exit(7));
process.on('message', (fault: keyof typeof faults | 'alive?') =>
  fault === 'alive?' ? process.send?.('alive') : faults[fault](),
);
process.once('disconnect', () => process.exit());
process.send?.('alive');
