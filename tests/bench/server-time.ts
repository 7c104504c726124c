/** How a server in a process of its own is asked. */
interface Load {
  batches?: number;
  calls?: number;
  /** Calls under way at a time, as of a browser. */
  atOnce?: number;
  warmUp?: number;
}

/**
 * CPU milliseconds that one call costs a server: the median of several batches, once its code has been compiled.
 * @param cpu CPU milliseconds of its process so far
 */
export async function serverTime(
  cpu: () => Promise<number>,
  call: () => Promise<unknown>,
  { batches = 7, calls = 100, atOnce = 4, warmUp = 5 }: Load = {},
): Promise<number> {
  const batch = async () => {
    let left = calls;
    const lane = async () => {
      while (left-- > 0) await call();
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
  };
  for (let n = 0; n < warmUp; n++) await batch();
  const measured: number[] = [];
  for (let n = 0; n < batches; n++) {
    const before = await cpu();
    await batch();
    measured.push(((await cpu()) - before) / calls);
  }
  return measured.sort((a, b) => a - b)[Math.floor(batches / 2)]!;
}
