import { isIP } from 'node:net';

/** An address as a number, so that it can be compared; `version` 4 also for one that is only wrapped in IPv6. */
export interface Address {
  version: 4 | 6;
  value: bigint;
  /** It was written as IPv6 and is an IPv4 address (RFC 4291, 2.5.5.2): a socket that speaks both shows them so. */
  mapped: boolean;
}

/** Bits of an address. */
export const width = { 4: 32, 6: 128 } as const;

/** What stands before the 32 bits of a mapped address. */
const mappedPrefix = 0xffffn;

/** Undefined for whatever is no address. The zone of a link-local one (`%eth0`) is left out. */
export function readAddress(text: string): Address | undefined {
  const [plain = ''] = text.split('%');
  if (isIP(plain) === 4) return { version: 4, value: joined(plain.split('.'), 8, 10), mapped: false };
  if (isIP(plain) !== 6) return undefined;
  const value = joined(groupsOf(plain), 16, 16);
  if (value >> 32n === mappedPrefix) return { version: 4, value: value & 0xffffffffn, mapped: true };
  return { version: 6, value, mapped: false };
}

/** The address as it is written shortest (RFC 5952). */
export function writeAddress({ version, value }: Pick<Address, 'version' | 'value'>): string {
  if (version === 4) return split(value, 4, 8).map(String).join('.');
  const groups = split(value, 8, 16).map((group) => group.toString(16));
  return shortest(groups.join(':'));
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = shortest(address).split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

/** A host of an address on the web is written the same way; it knows no dots in IPv6. */
function shortest(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

function joined(parts: string[], bits: number, radix: 10 | 16): bigint {
  const number = (part: string) => BigInt(Number.parseInt(part, radix));
  return parts.reduce((value, part) => (value << BigInt(bits)) | number(part), 0n);
}

function split(value: bigint, count: number, bits: number): bigint[] {
  const mask = (1n << BigInt(bits)) - 1n;
  return Array.from({ length: count }, (_, at) => (value >> BigInt((count - 1 - at) * bits)) & mask);
}

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
