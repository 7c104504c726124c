const units = ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s'];

/** Formats bits per second in the largest fitting unit, such as "8.2 Mbit/s". */
export function rate(bps: number): string {
  const at = bps < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bps) / 3));
  const value = bps / 1000 ** at;
  return `${value.toLocaleString(undefined, { maximumFractionDigits: value < 100 && at > 0 ? 1 : 0 })} ${units[at]}`;
}
