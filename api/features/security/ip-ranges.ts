import { networkAddress, readAddress, width, type Address } from '#api/security/ip-address.ts';

interface Range {
  address: Address;
  bits: number;
}

/** Characters of a wrong line that its sentence repeats: the longest right one has 43. */
const mostRepeated = 50;

/** An address as people know it: without zone, and without the wrapping of IPv6 around an IPv4 one. */
export function normalizeIp(address: string | null): string | null {
  const read = address === null ? undefined : readAddress(address);
  return read?.toString() ?? address;
}

/** Whether an address is in one of the ranges. No range at all lets everybody in; what cannot be read is in none. */
export function isWithin(address: string | null, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  const read = address === null ? undefined : readAddress(address);
  return read !== undefined && ranges.some((line) => holds(rangeOf(line), read));
}

/**
 * The ranges that somebody typed, blank lines dropped and each in its shortest form; or a sentence about the first
 * wrong line. Lines are counted as they were typed.
 */
export function parseRanges(typed: readonly string[]): { ranges: string[] } | { problem: string } {
  const lines = typed.flatMap((text) => text.split(/\r\n|\r|\n/)).map((line) => line.trim());
  const firstLines = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    if (line === '') continue;
    const problem = problemOf(line);
    if (problem) return { problem: `Line ${at + 1}: ${problem}` };
    const range = writeRange(rangeOf(line)!);
    const first = firstLines.get(range);
    if (first !== undefined) return { problem: `Line ${at + 1}: ${range} already stands in line ${first}` };
    firstLines.set(range, at + 1);
  }
  return { ranges: [...firstLines.keys()] };
}

/** Why a line is refused, and how it would be right. */
function problemOf(line: string): string | undefined {
  const pieces = line.split(/[\s,;]+/).filter(Boolean);
  if (pieces.length > 1 && pieces.every(startsAsAddress)) return 'write one address or range per line';
  const [start = '', bits, ...rest] = line.split('/');
  const address = readAddress(start);
  if (!address || rest.length > 0) return `“${repeated(line)}” is not an IP address or CIDR range`;
  if (start.includes('%')) return `write ${address} without its zone`;
  if (isMapped(start, address)) return `write the IPv4 address ${address} itself, not as IPv6`;
  return bits === undefined ? undefined : problemOfBits(line, address, bits);
}

const startsAsAddress = (text: string) => readAddress(text.split('/')[0] ?? '') !== undefined;

function problemOfBits(line: string, address: Address, given: string): string | undefined {
  const most = width[address.kind()];
  const bits = readBits(given);
  if (bits === undefined || bits > most)
    return `“${repeated(line)}” must end in a number from /1 to /${most}`;
  if (bits === 0) return `${repeated(line)} is every address; leave the list empty to allow any`;
  const network = networkAddress(address, bits);
  if (network.toString() !== address.toString())
    return `${line} is not where its range begins; write ${writeRange({ address: network, bits })}`;
  return undefined;
}

/** Undefined for a line that is no range: stored text is never trusted to be one. */
function rangeOf(line: string): Range | undefined {
  const [start = '', given, ...rest] = line.split('/');
  const address = readAddress(start);
  if (!address || isMapped(start, address) || rest.length > 0) return undefined;
  const most = width[address.kind()];
  const bits = given === undefined ? most : readBits(given);
  return bits === undefined || bits > most ? undefined : { address, bits };
}

/** Whether an IPv4 address is written as IPv6. */
const isMapped = (text: string, address: Address) => address.kind() === 'ipv4' && text.includes(':');

function readBits(text: string): number | undefined {
  return /^(0|[1-9]\d{0,2})$/.test(text) ? Number(text) : undefined;
}

function writeRange({ address, bits }: Range): string {
  return bits === width[address.kind()] ? `${address}` : `${address}/${bits}`;
}

function holds(range: Range | undefined, address: Address): boolean {
  return range?.address.kind() === address.kind() && address.match(range.address, range.bits);
}

function repeated(line: string): string {
  const letters = [...line];
  return letters.length > mostRepeated ? `${letters.slice(0, mostRepeated).join('')}…` : line;
}
