/** "+12.5%", "−3%", "0%": of a growth in percent. */
export function growthWords(percent: number): string {
  const size = Math.abs(percent).toLocaleString(undefined, { maximumFractionDigits: 1 });
  if (percent === 0) return '0%';
  return `${percent > 0 ? '+' : '−'}${size}%`;
}
