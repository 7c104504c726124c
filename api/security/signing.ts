import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/**
 * Texts that we hand out and want back unchanged. Signed under keys derived from APP_SECRET and bound to a purpose, so
 * that what was signed for one cannot be used for another. The first secret signs, every one verifies.
 */
export function sign(secrets: readonly string[], purpose: string, payload: string): string {
  const [first = ''] = secrets;
  const body = Buffer.from(payload).toString('base64url');
  return `${body}.${signature(first, purpose, body)}`;
}

/** The text that was signed; undefined for what was not, or not for this purpose. */
export function verify(secrets: readonly string[], purpose: string, signed: string): string | undefined {
  const [body = '', given = '', ...rest] = signed.split('.');
  if (rest.length > 0) return undefined;
  // Compared as it is written: decoding would take other texts for the same.
  const presented = Buffer.from(given);
  const isSigned = secrets.some((secret) => {
    const right = Buffer.from(signature(secret, purpose, body));
    return right.length === presented.length && timingSafeEqual(right, presented);
  });
  return isSigned ? Buffer.from(body, 'base64url').toString('utf8') : undefined;
}

function signature(secret: string, purpose: string, body: string): string {
  return createHmac('sha256', keyFor(secret, purpose)).update(body).digest('base64url');
}

/** Every message has signed links: a key is derived once. There are as many as secrets and purposes. */
const keys = new Map<string, Buffer>();

function keyFor(secret: string, purpose: string): Buffer {
  const name = `${purpose} ${secret}`;
  const known = keys.get(name);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', secret, '', `netlantern signature ${purpose}`, 32));
  keys.set(name, key);
  return key;
}
