import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/**
 * Texts that we issue and expect back unchanged. Signed with keys derived from APP_SECRET and bound to a
 * purpose, so that a signature for one purpose is invalid for another. The first secret signs, and all of
 * them verify.
 */
export function sign(secrets: readonly string[], purpose: string, payload: string): string {
  const [first = ''] = secrets;
  const body = Buffer.from(payload).toString('base64url');
  return `${body}.${signature(first, purpose, body)}`;
}

/** The signed text. Undefined if the signature is invalid or for another purpose. */
export function verify(secrets: readonly string[], purpose: string, signed: string): string | undefined {
  const [body = '', given = '', ...rest] = signed.split('.');
  if (rest.length > 0) return undefined;
  // Compare the encoded form, because several encodings decode to the same bytes.
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

/** Derived keys are cached, because every message has signed links. There is one per secret and purpose. */
const keys = new Map<string, Buffer>();

function keyFor(secret: string, purpose: string): Buffer {
  const name = `${purpose} ${secret}`;
  const known = keys.get(name);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', secret, '', `netlantern signature ${purpose}`, 32));
  keys.set(name, key);
  return key;
}
