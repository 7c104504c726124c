/** Long-running work of a pure function, which yields after every few items. `runYielding` runs it. */
export type Steps<Result> = Generator<void, Result>;

/** Items worked on without a pause. Each may have hundreds of patterns to compare with. */
export const sliceSize = 32;

/** Items in order, with a pause after every few. */
export function* paced<Item>(items: Iterable<Item>, work: (item: Item) => void): Steps<void> {
  let done = 0;
  for (const item of items) {
    work(item);
    if (++done % sliceSize === 0) yield;
  }
}

/** Whether any item fits, with a pause after every few. */
export function* someOf<Item>(items: Iterable<Item>, fits: (item: Item) => boolean): Steps<boolean> {
  let done = 0;
  for (const item of items) {
    if (fits(item)) return true;
    if (++done % sliceSize === 0) yield;
  }
  return false;
}
