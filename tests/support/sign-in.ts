import { rest, type RestAnswer } from './rest.ts';
import type { Running } from './running.ts';

/** From where and with what someone signs in. The address is believed by a server with `behindProxy`. */
interface From {
  address?: string;
  userAgent?: string;
  /** Of a session that the request is made in. */
  token?: string;
}

interface Credentials {
  email: string;
  password: string;
  mfaToken?: string;
  unlockToken?: string;
}

/** Has a server believe the addresses that tests pretend to come from. */
export const behindProxy = { trustProxy: ['127.0.0.1/32'] };

/** A sign-in at the REST door. */
export function signInAt(
  server: Running,
  credentials: Credentials,
  { address, userAgent, token = '' }: From = {},
): Promise<RestAnswer> {
  const headers = new Headers({ 'content-type': 'application/json' });
  if (address) headers.set('x-forwarded-for', address);
  if (userAgent) headers.set('user-agent', userAgent);
  const body = JSON.stringify(credentials);
  return rest({ server, token }).send('/api/auth/login', { method: 'POST', headers, body });
}

/** The token of a sign-in that worked. */
export const tokenOf = ({ body }: RestAnswer): string => (body as { token: string }).token;

export const agents = {
  firefoxOnWindows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  chromeOnAndroid:
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  safariOnMac:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
};
