import { isIP } from 'node:net';
import { lookup, Resolver, type LookupAddress } from 'node:dns';
import ipaddr from 'ipaddr.js';
import { Agent, request, type Dispatcher } from 'undici';
import { readAddress } from './ip-address.ts';

/** Default timeout of a whole call in milliseconds. */
const patience = 10_000;

/** Response bytes that are read by default. The rest is discarded. */
const mostBytes = 64 * 1024;

export interface OutboundCall {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Defaults to 10,000. */
  timeoutMs?: number;
  /** Limit of the response. Defaults to 64 KiB. */
  mostBytes?: number;
}

export interface OutboundAnswer {
  status: number;
  /** By lowercase name. If a header repeats, the first one. */
  headers: Record<string, string>;
  /** The part of the response that was read. */
  text: string;
  /** The same as raw bytes, for content that isn't text. */
  bytes: Buffer;
  durationMs: number;
}

/** The address must not be called, whatever is there. Its message is for the person who entered it. */
export class OutboundRefused extends Error {
  override name = 'OutboundRefused';
}

/** No complete response arrived, so the call may or may not have taken effect. The message contains no address. */
export class OutboundFailure extends Error {
  override name = 'OutboundFailure';

  constructor(
    message: string,
    /** False if the request can't have arrived: the name, connection or certificate failed. */
    readonly mayHaveArrived: boolean,
    readonly durationMs: number,
  ) {
    super(message);
  }
}

/** The only client for URLs that people entered. */
export interface Outbound {
  /**
   * Doesn't follow redirects: a 3xx is a response.
   * @throws OutboundRefused or OutboundFailure
   */
  call(url: string, call?: OutboundCall): Promise<OutboundAnswer>;
  /**
   * What is wrong with an address, judging by its text alone, as a sentence for the person who entered it.
   */
  problem(url: string): string | undefined;
  close(): Promise<void>;
}

interface Options {
  /** Private ranges that are still allowed (OUTBOUND_ALLOW), even without TLS. */
  allow: readonly string[];
  /** Origins that are always allowed: the stand-ins of the demo. */
  origins?: readonly string[];
  /** Our own URL. Never called, but sent as the user agent, which some services require (Discord). */
  publicUrl: string;
}

const notPublic = 'This address is not on the public internet. Enter a public address.';
const notHttps = 'Please enter an address that begins with https://';

/**
 * Checks an address on connecting, after its name was resolved, so that no name, notation or rebinding gets
 * around it (OWASP SSRF; ASVS 5.0 1.3.6). Rejects private and special ranges, credentials in URLs, other
 * schemes and redirects.
 */
export function openOutbound({ allow, origins = [], publicUrl }: Options): Outbound {
  const userAgent = `Netlantern/1.0 (+${publicUrl})`;
  const ownHost = new URL(publicUrl).hostname;
  const ranges = allow.map(rangeOf);
  const isAllowed = (address: string) => isWithin(address, ranges);
  const isReachable = (address: string) => isPublic(address) || isAllowed(address);
  // Names that only this machine knows resolve to private addresses, so they are only looked up if some are
  // allowed.
  const asksSystem = ranges.length > 0;
  const agents = {
    'https:': agentFor(isReachable, asksSystem),
    'http:': agentFor(isAllowed, asksSystem),
    standIn: new Agent(),
  };

  /**
   * The parsed URL and the agent that may connect to it.
   * @throws OutboundRefused
   */
  function admit(given: string): { url: URL; agent: Dispatcher } {
    const url = URL.parse(given);
    if (!url || !/^https?:$/.test(url.protocol)) throw new OutboundRefused(notHttps);
    if (url.username || url.password)
      throw new OutboundRefused('Remove the user name and password from the URL');
    if (origins.includes(url.origin)) return { url, agent: agents.standIn };
    const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
    const literal = isIP(host) !== 0;
    if (literal && !isReachable(host)) throw new OutboundRefused(notPublic);
    if (url.protocol === 'http:' && (literal ? !isAllowed(host) : ranges.length === 0))
      throw new OutboundRefused(notHttps);
    if (!literal && host === ownHost) throw new OutboundRefused(notPublic);
    return { url, agent: agents[url.protocol as 'http:' | 'https:'] };
  }

  return {
    async call(given, { method = 'GET', headers = {}, body, ...limits } = {}) {
      const { url, agent } = admit(given);
      const began = performance.now();
      const took = () => Math.round(performance.now() - began);
      try {
        const signal = AbortSignal.timeout(limits.timeoutMs ?? patience);
        const all = { 'user-agent': userAgent, ...headers };
        const answer = await request(url, { method, headers: all, body, signal, dispatcher: agent });
        const bytes = await readSome(answer.body, limits.mostBytes ?? mostBytes);
        const text = bytes.toString('utf8');
        return {
          status: answer.statusCode,
          headers: single(answer.headers),
          text,
          bytes,
          durationMs: took(),
        };
      } catch (error) {
        throw failureOf(error, took());
      }
    },
    problem(given) {
      try {
        admit(given);
        return undefined;
      } catch (error) {
        return (error as Error).message;
      }
    },
    async close() {
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
    },
  };
}

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

function rangeOf(text: string): Range {
  return text.includes('/') ? ipaddr.parseCIDR(text) : [ipaddr.parse(text), isIP(text) === 4 ? 32 : 128];
}

function isWithin(address: string, ranges: Range[]): boolean {
  const parsed = readAddress(address);
  return ranges.some(([network, bits]) => network.kind() === parsed?.kind() && parsed.match(network, bits));
}

/** All allocated IPv6 addresses (RFC 4291, IANA). Others may lead to IPv4, such as `::127.0.0.1`. */
const givenOut = ipaddr.parseCIDR('2000::/3');

/**
 * A public address that in Azure is the machine's own host (Microsoft: "What is IP address 168.63.129.16?").
 */
const azureHost = '168.63.129.16';

/** An IPv4 address mapped into IPv6 is checked as IPv4. */
function isPublic(address: string): boolean {
  const parsed = readAddress(address);
  if (!parsed) return false;
  const isGivenOut = parsed.kind() === 'ipv4' ? parsed.toString() !== azureHost : parsed.match(givenOut);
  return parsed.range() === 'unicast' && isGivenOut;
}

/** Connects only to addresses that it has checked. If any address of a name is refused, all are. */
function agentFor(mayConnect: (address: string) => boolean, asksSystem: boolean): Agent {
  return new Agent({
    connect: {
      timeout: patience,
      lookup(hostname, { all }, callback) {
        addressesOf(hostname, asksSystem, (error, found) => {
          if (error) return callback(error, '', 0);
          const [first] = found;
          if (!first || !found.every(({ address }) => mayConnect(address)))
            return callback(new OutboundRefused(notPublic), '', 0);
          return all ? callback(null, found) : callback(null, first.address, first.family);
        });
      },
    },
  });
}

async function readSome(body: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    parts.push(part);
    length += part.length;
    if (length >= most) break;
  }
  return Buffer.concat(parts).subarray(0, most);
}

function single(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? '';
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, first(value)]));
}

/** Failures before anything was sent, so the call had no effect. */
const neverArrived: Record<string, string> = {
  ENOTFOUND: "The server's hostname doesn't exist",
  EAI_AGAIN: "We couldn't resolve the server's hostname",
  ECONNREFUSED: 'The server refused the connection',
  EHOSTUNREACH: "We couldn't reach the server",
  ENETUNREACH: "We couldn't reach the server",
  UND_ERR_CONNECT_TIMEOUT: 'The server did not respond in time',
};

/** TLS errors, most of them about the certificate (node:tls, "X509 certificate error codes"). */
const untrusted = /CERT|TLS|SSL|LEAF_SIGNATURE|INVALID_(CA|PURPOSE)|HOSTNAME_MISMATCH/;

function failureOf(error: unknown, durationMs: number): Error {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof OutboundRefused) return one;
    const { code = '', name } = one as NodeJS.ErrnoException;
    const early = neverArrived[code];
    if (early) return new OutboundFailure(early, false, durationMs);
    if (untrusted.test(code))
      return new OutboundFailure(`The server's certificate is invalid (${code})`, false, durationMs);
    if (name === 'TimeoutError')
      return new OutboundFailure('The server did not respond in time', true, durationMs);
  }
  return new OutboundFailure('The connection was lost before a response arrived', true, durationMs);
}

/** Two attempts per DNS server, with this timeout in ms. */
const servers = new Resolver({ timeout: 2000, tries: 2 });

type Answer = (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void;

/** Names of the machine itself (RFC 6761, 6.3). */
const ownName = /^(?:.+\.)?localhost\.?$/i;

/**
 * Every address of a name. DNS servers are queried directly, because the system's resolver has a few threads
 * for the whole process and names without an answer would block them. With `asksSystem`, a name that DNS
 * doesn't know is also looked up by the system (its hosts file). `ENOTFOUND`: no such name. `EAI_AGAIN`: no
 * server answered.
 */
function addressesOf(hostname: string, asksSystem: boolean, answer: Answer): void {
  if (ownName.test(hostname)) {
    answer(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
    return;
  }
  const found: LookupAddress[] = [];
  const failures: string[] = [];
  const collect =
    (family: 4 | 6) => (error: NodeJS.ErrnoException | null, addresses: string[] | undefined) => {
      failures.push(error?.code ?? '');
      found.push(...(addresses ?? []).map((address) => ({ address, family })));
      if (failures.length < 2) return;
      if (found.length > 0) answer(null, found);
      else if (!failures.every((code) => absent.has(code))) answer(problem('EAI_AGAIN'), []);
      else if (asksSystem) lookup(hostname, { all: true }, (failure, known) => answer(failure, known ?? []));
      else answer(problem('ENOTFOUND'), []);
    };
  servers.resolve4(hostname, collect(4));
  servers.resolve6(hostname, collect(6));
}

/** DNS codes for names without an address. */
const absent = new Set(['', 'ENOTFOUND', 'ENODATA']);

function problem(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error("The server's hostname has no address"), { code });
}
