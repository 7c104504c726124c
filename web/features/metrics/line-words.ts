import { formatNumber, formatPercent } from '#web/lib/format.ts';

/** "Comcast (AS7922)" */
export function providerWords({ provider, asn }: { provider: string | null; asn: number | null }): string {
  const system = asn == null ? '' : `AS${asn}`;
  if (!provider) return system || 'Unknown provider';
  return system ? `${provider} (${system})` : provider;
}

/** "12 ms" */
export const formatLatency = (value: number): string => `${formatNumber(Math.round(value))} ms`;

/** "0.4%" */
export const formatLoss = (value: number): string => formatPercent(value, 1);
