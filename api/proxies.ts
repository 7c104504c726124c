import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

/** What proxies say about a request is believed only from the addresses in TRUST_PROXY. */
export interface Proxies {
  isTrusted(address: string | undefined): boolean;
  /** The caller's address: the nearest one that is not a trusted proxy. */
  addressOf(request: IncomingMessage): string | null;
  /** The host, with its port, that the caller asked for. */
  hostOf(request: IncomingMessage): string | undefined;
}

/** `ranges` are addresses or CIDR ranges. */
export function trustedProxies(ranges: readonly string[]): Proxies {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const type = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, type);
    else list.addSubnet(address, Number(bits), type);
  }
  const isTrusted = (address: string | undefined) =>
    address !== undefined && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

  return {
    isTrusted,
    addressOf({ socket, headers }) {
      let address = socket.remoteAddress;
      const forwarded = String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .map((hop) => hop.trim());
      while (isTrusted(address) && forwarded.at(-1)) address = forwarded.pop();
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
