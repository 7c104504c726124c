import { createDecipheriv, createPublicKey, hkdfSync, verify, type ECDH } from 'node:crypto';

/** Decrypts a message as the browser does (RFC 8291 over RFC 8188). @throws if it isn't for these keys */
export function decrypted(body: Buffer, { ecdh, auth }: { ecdh: ECDH; auth: Buffer }): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const input = derive(ecdh.computeSecret(sender), auth, info, 32);
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  // The last record ends with this byte and then zeros.
  if (padded[end] !== 2) throw new Error('The record has no end');
  return padded.subarray(0, end).toString('utf8');
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}

/** Longest time until a sender's token may expire, in seconds (RFC 8292, section 2). */
const longestLife = 86_400;

/** What is wrong with a sender's proof of identity, as a push service checks it (RFC 8292). Undefined if nothing is. */
export function vapidProblem(
  authorization: string | undefined,
  { origin, key, now }: { origin: string; key?: string; now: Date },
): string | undefined {
  const [, token, sender] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? [];
  if (!token || !sender) return 'No VAPID header';
  if (key !== undefined && key !== sender) return 'Another sender than the browser subscribed to';
  const [header = '', claims = '', signature = ''] = token.split('.');
  const { alg } = parsed(header);
  const { aud, exp, sub } = parsed(claims);
  if (alg !== 'ES256') return 'Another algorithm';
  const point = Buffer.from(sender, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const signed = Buffer.from(`${header}.${claims}`);
  const isOwn = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isOwn) return 'The signature is wrong';
  if (aud !== origin) return 'For another push service';
  const left = Number(exp) - now.getTime() / 1000;
  if (!(left > 0 && left <= longestLife)) return 'Expired, or valid for too long';
  return /^(mailto:|https:)/.test(String(sub)) ? undefined : 'No contact';
}

function parsed(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;
}
