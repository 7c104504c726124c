const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** Bytes in the unit that leaves one to three digits before the point, in steps of 1000 as network people count. */
export function dataVolume(bytes: number): { value: string; unit: string } {
  const at = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** at;
  // Rounded down, or 999.96 kB would read 1000 kB.
  const text = at > 0 && value < 100 ? (Math.floor(value * 10) / 10).toFixed(1) : String(Math.floor(value));
  return { value: text, unit: units[at] ?? '' };
}
