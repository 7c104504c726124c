import { isIPv6 } from 'node:net';

/** `::ffff:192.0.2.1` is 192.0.2.1, seen by a socket that speaks both. */
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Groups of an IPv6 address that say whose it is; the other four are its owner's to choose, 2^64 of them. */
const ownersGroups = 4;

/** What stands for whoever is behind an address when their attempts are counted: an IPv4 address, an IPv6 /64. */
export function networkOf(address: string | null): string {
  if (address === null) return 'unknown';
  const plain = mapped.exec(address)?.[1] ?? address.split('%')[0]!;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const left = groups(head);
  const missing = tail === undefined ? 0 : 8 - left.length - groups(tail).length;
  const whole = [...left, ...Array<string>(Math.max(0, missing)).fill('0'), ...groups(tail)];
  return `${whole
    .slice(0, ownersGroups)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
