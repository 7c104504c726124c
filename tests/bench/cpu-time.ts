/**
 * CPU milliseconds that one call of `operation` costs this process: the median of several batches, after a warm-up.
 * CPU time, so that a busy machine does not show.
 */
export async function cpuTime(operation: () => unknown, { batches = 7, calls = 20 } = {}): Promise<number> {
  for (let call = 0; call < calls; call++) await operation();
  const measured: number[] = [];
  for (let batch = 0; batch < batches; batch++) {
    const before = process.cpuUsage();
    for (let call = 0; call < calls; call++) await operation();
    const { user, system } = process.cpuUsage(before);
    measured.push((user + system) / 1000 / calls);
  }
  return median(measured);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
