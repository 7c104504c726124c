/**
 * CPU milliseconds that one call of `operation` costs this process: the median of several batches, after a warm-up.
 * CPU time, so that a busy machine does not show.
 */
export async function cpuTime(operation: () => unknown, { batches = 7, calls = 20 } = {}): Promise<number> {
  for (let call = 0; call < calls; call++) await operation();
  const measured: number[] = [];
  for (let batch = 0; batch < batches; batch++) measured.push(await batchOf(operation, calls));
  return median(measured);
}

/**
 * The same for two operations that share code, batch by batch in turns. Measured one after the other, the first would pay for
 * the compilation of what both use.
 */
export async function cpuTimesInTurns(
  operations: [ours: () => unknown, theirs: () => unknown],
  { batches = 15, calls = 20 } = {},
): Promise<{ ours: number; theirs: number }> {
  const measured: [number[], number[]] = [[], []];
  for (let batch = -3; batch < batches; batch++)
    for (const [nth, operation] of operations.entries()) {
      const time = await batchOf(operation, calls);
      if (batch >= 0) measured[nth]!.push(time);
    }
  return { ours: median(measured[0]), theirs: median(measured[1]) };
}

async function batchOf(operation: () => unknown, calls: number): Promise<number> {
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call++) await operation();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / calls;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
