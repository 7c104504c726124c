import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Bits of an address. */
export const width = { ipv4: 32, ipv6: 128 } as const;

/**
 * Undefined for text that isn't an address. An IPv4 address mapped into IPv6 (RFC 4291, 2.5.5.2) is read as IPv4, because
 * sockets that speak both show them so. The zone of a link-local address (`%eth0`) is dropped.
 */
export function readAddress(text: string): Address | undefined {
  const [plain = ''] = text.split('%');
  // The library alone would also accept octal, hexadecimal and shortened IPv4 addresses.
  const version = isIP(plain);
  if (version === 0) return undefined;
  return ipaddr.process(version === 4 ? plain : withoutDots(plain));
}

/** An IPv6 address in hexadecimal, because the library would parse `::192.0.2.1` as `::ffff:192.0.2.1`. */
const withoutDots = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1);

/** The first address of an address's range. */
export function networkAddress(address: Address, bits: number): Address {
  const { [address.kind()]: family } = { ipv4: ipaddr.IPv4, ipv6: ipaddr.IPv6 };
  return family.networkAddressFromCIDR(`${address}/${bits}`);
}

/** Prefix length of an IPv6 network. Its owner can choose the remaining bits. */
const networkBits = 64;

/** The network whose attempts are counted together: an IPv4 address, or an IPv6 /64. */
export function networkOf(address: string | null): string {
  if (address === null) return 'unknown';
  const read = readAddress(address);
  if (!read) return address;
  return read.kind() === 'ipv4' ? `${read}` : `${networkAddress(read, networkBits)}/${networkBits}`;
}
