import { BlockList, isIP } from 'node:net';

/** `::ffff:192.0.2.1` is 192.0.2.1, seen by a socket that speaks both. */
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Whether an address is in one of the ranges. No range at all lets everybody in; an unknown address is in none. */
export function isWithin(address: string | null, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  if (address === null) return false;
  const plain = mapped.exec(address)?.[1] ?? address;
  const list = new BlockList();
  for (const range of ranges) {
    const [start = '', bits] = range.split('/');
    const type = isIP(start) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(start, type);
    else list.addSubnet(start, Number(bits), type);
  }
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}
