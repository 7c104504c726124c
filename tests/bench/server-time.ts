/** A server in a process of its own, and one call of it. */
export interface Side {
  /** CPU milliseconds of its process so far. */
  cpu: () => Promise<number>;
  call: () => Promise<unknown>;
  /** Calls of one batch, where a call is dear. */
  calls?: number;
}

interface Load {
  batches?: number;
  /** Calls under way at a time, as of a browser. */
  atOnce?: number;
  warmUp?: number;
}

/**
 * CPU milliseconds that one call costs each server: the median of several batches, once its code has been compiled. They
 * take turns, so that a machine that is slower for a while is so for all.
 */
export async function serverTimes(
  sides: readonly Side[],
  { batches = 15, atOnce = 4, warmUp = 40 }: Load = {},
): Promise<number[]> {
  const batch = async ({ cpu, call, calls = 100 }: Side) => {
    const before = await cpu();
    let left = calls;
    const lane = async () => {
      while (left-- > 0) await call();
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    return ((await cpu()) - before) / calls;
  };
  const measured = sides.map((): number[] => []);
  for (let n = 0; n < warmUp + batches; n++)
    for (const [place, side] of sides.entries()) {
      const cost = await batch(side);
      if (n >= warmUp) measured[place]!.push(cost);
    }
  return measured.map((costs) => costs.sort((a, b) => a - b)[Math.floor(batches / 2)]!);
}
