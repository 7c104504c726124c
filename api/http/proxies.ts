import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { readAddress } from '#api/security/ip-address.ts';

/** Only addresses in TRUST_PROXY are trusted to report a request's origin. */
export interface Proxies {
  isTrusted(address: string | undefined): boolean;
  /** The caller's address: the nearest one that isn't a trusted proxy. */
  addressOf(request: IncomingMessage): string | null;
  /** The host that the caller requested, including its port. */
  hostOf(request: IncomingMessage): string | undefined;
}

/** The machine itself. */
export const loopback = ['127.0.0.0/8', '::1'];

/** The machine and the networks around it (RFC 1918, RFC 4193, and link-local ones). */
export const nearby = [
  ...loopback,
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
];

/** `ranges` are addresses or CIDR ranges. */
export function trustedProxies(ranges: readonly string[]): Proxies {
  const isTrusted = within(ranges);

  return {
    isTrusted,
    addressOf({ socket, headers }) {
      let address = socket.remoteAddress;
      const forwarded = headers['x-forwarded-for']?.toString().split(',') ?? [];
      while (forwarded.length > 0 && isTrusted(address)) {
        // An invalid address is unusable, so the caller is the nearest known hop.
        const hop = readAddress(forwarded.pop()?.trim() ?? '');
        if (!hop) break;
        address = hop.toString();
      }
      return address ?? null;
    },
    hostOf({ socket, headers }) {
      const forwarded = String(headers['x-forwarded-host'] ?? '')
        .split(',')
        .at(-1)
        ?.trim();
      return (isTrusted(socket.remoteAddress) && forwarded) || headers.host;
    },
  };
}

/** Headers that proxies and load balancers add to requests they pass on. Some write `_` for `-`. */
const addedByProxy = new RegExp(
  `^(${[
    'forwarded|via|cdn-loop|max-forwards',
    'x-(forwarded|original|real|remote|rewrite|envoy|amzn|azure|appengine|varnish|request-start)(-.+)?',
    '(cf|tailscale|ngrok)-.+',
    '(.+-)?(client|connecting|proxyuser)-?ip',
  ].join('|')})$`.replaceAll('-', '[-_]'),
);

/**
 * Whether a request came directly from an address in the ranges, and not through a proxy that identifies
 * itself. HTTP/1.0 counts as a proxy: hardly anything else uses it, and nginx does by default without adding
 * a header.
 */
export function comesFrom(ranges: readonly string[]): (request: IncomingMessage) => boolean {
  const isAmong = within(ranges);
  return ({ socket, headers, httpVersion }) =>
    isAmong(socket.remoteAddress) &&
    httpVersion !== '1.0' &&
    !Object.keys(headers).some((name) => addedByProxy.test(name));
}

function within(ranges: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const type = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, type);
    else list.addSubnet(address, Number(bits), type);
  }
  return (address) => {
    const read = readAddress(address ?? '');
    return read !== undefined && list.check(read.toString(), read.kind());
  };
}

/** Whether a request's Origin is ours, checked in the same way for HTTP and WebSocket. */
export type OriginCheck = (request: IncomingMessage) => boolean;

/**
 * Accepts PUBLIC_URL's origin and the origin of the requested host. A missing `Origin` is fine: only browsers
 * send it, and only browsers can be tricked into sending a request.
 */
export function originCheck(publicUrl: string, { hostOf }: Proxies): OriginCheck {
  return (request) => {
    const { origin } = request.headers;
    if (origin === undefined || origin === publicUrl) return true;
    return URL.canParse(origin) && new URL(origin).host === hostOf(request);
  };
}
