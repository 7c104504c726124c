import { isAnyHost, isPublicHost } from './host-name.ts';

/** Scheme, credentials, host in or without brackets, port; what follows may be anything. */
const parts = /^https?:(?:\/\/)?(?:[^/?#@]+@)?(\[[^\]]+\]|[^/?#:@]+)(?::(\d*))?(?:[/?#].*)?$/i;
/** UTF-16 units in all, as on the server. */
const LONGEST = 2084;

/**
 * Whether a text is an http or https address to the server too (`IsUrl`).
 * @param anyHost whether names without a dot will do, as in private networks
 */
export function isWebAddress(text: string, anyHost: boolean): boolean {
  const [, host = '', port] = parts.exec(text) ?? [];
  if (host === '' || text.length > LONGEST || /[\s<>]/.test(text)) return false;
  if (port && (Number(port) < 1 || Number(port) > 65_535)) return false;
  if (host.startsWith('[')) return URL.canParse(`http://${host}`);
  return isIPv4(host) || (anyHost ? isAnyHost(host) : isPublicHost(host));
}

const isIPv4 = (host: string) =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(host) && host.split('.').every((part) => Number(part) < 256);
