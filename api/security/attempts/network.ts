import { readAddress, writeAddress } from '#api/security/ip-address.ts';

/** Bits of an IPv6 address that are its owner's to choose. */
const ownersBits = 64n;

/** What stands for whoever is behind an address when their attempts are counted: an IPv4 address, an IPv6 /64. */
export function networkOf(address: string | null): string {
  if (address === null) return 'unknown';
  const read = readAddress(address);
  if (!read) return address;
  const { version, value } = read;
  if (version === 4) return writeAddress({ version, value });
  return `${writeAddress({ version, value: (value >> ownersBits) << ownersBits })}/64`;
}
