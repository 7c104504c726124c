/** "Comcast (AS7922)" */
export function providerWords({ provider, asn }: { provider: string | null; asn: number | null }): string {
  const system = asn == null ? '' : `AS${asn}`;
  if (!provider) return system || 'Unknown provider';
  return system ? `${provider} (${system})` : provider;
}
