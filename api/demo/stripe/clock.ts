import { nextDue } from './life.ts';
import type { TestClockRow } from './rows-catalog.ts';
import type { StripeWorld } from './world.ts';

/** Does what is due by now, each at its own time; whether anything was. */
export function catchUp(world: StripeWorld, until = world.clock()): boolean {
  for (let done = 0; ; done++) {
    const due = nextDue(world, null);
    if (!due || due.at * 1000 > until) return done > 0;
    world.standing = due.at * 1000;
    try {
      due.run();
    } finally {
      world.standing = undefined;
    }
  }
}

/** Lets its time pass. */
export function advance(world: StripeWorld, milliseconds: number): void {
  catchUp(world, world.clock() + milliseconds);
  world.offset += milliseconds;
}

/** A clock of its own goes ahead. */
export function advanceClock(world: StripeWorld, clock: TestClockRow, until: number): void {
  for (;;) {
    const due = nextDue(world, clock.id);
    if (!due || due.at > until) break;
    clock.frozen_time = Math.max(clock.frozen_time, due.at);
    due.run();
  }
  clock.frozen_time = until;
}
