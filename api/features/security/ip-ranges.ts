import { networkAddress, readAddress, width, type Address } from '#api/security/ip-address.ts';

interface Range {
  address: Address;
  bits: number;
}

/** Maximum characters of an invalid line in its message. The longest valid line has 43. */
const mostRepeated = 50;

/** Normalizes an address: without zone, and IPv4-mapped IPv6 as IPv4. */
export function normalizeIp(address: string | null): string | null {
  const read = address === null ? undefined : readAddress(address);
  return read?.toString() ?? address;
}

/**
 * Whether an address is in one of the ranges. An empty list allows everyone, and an unreadable address is in
 * no range.
 */
export function isWithin(address: string | null, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  const read = address === null ? undefined : readAddress(address);
  return read !== undefined && ranges.some((line) => holds(rangeOf(line), read));
}

/**
 * Parses typed ranges, dropping blank lines and normalizing each, or describes the first invalid line by its
 * number.
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
    if (first !== undefined) return { problem: `Line ${at + 1}: ${range} is already in line ${first}` };
    firstLines.set(range, at + 1);
  }
  return { ranges: [...firstLines.keys()] };
}

/** Why a line is invalid, and how to fix it. */
function problemOf(line: string): string | undefined {
  const pieces = line.split(/[\s,;]+/).filter(Boolean);
  if (pieces.length > 1 && pieces.every(startsAsAddress)) return 'write one address or range per line';
  const [start = '', bits, ...rest] = line.split('/');
  const address = readAddress(start);
  if (!address || rest.length > 0) return `“${repeated(line)}” isn't an IP address or CIDR range`;
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
  if (bits === 0) return `${repeated(line)} means every address. Leave the list empty to allow any`;
  const network = networkAddress(address, bits);
  if (network.toString() !== address.toString())
    return `${line} isn't the start of its range. Write ${writeRange({ address: network, bits })}`;
  return undefined;
}

/** Undefined for an invalid line, because stored text isn't trusted. */
function rangeOf(line: string): Range | undefined {
  const [start = '', given, ...rest] = line.split('/');
  const address = readAddress(start);
  if (!address || isMapped(start, address) || rest.length > 0) return undefined;
  const most = width[address.kind()];
  const bits = given === undefined ? most : readBits(given);
  return bits === undefined || bits > most ? undefined : { address, bits };
}

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
