import { expect, test } from 'vitest';
import { sign, verify } from '#api/security/signing.ts';

const secrets = ['the newest secret of all', 'an older secret of ours'];

test('A signed value can be read, also after the secret was rotated', () => {
  const signed = sign([secrets[1]!], 'link', 'alert 7 · ü');
  expect(verify(secrets, 'link', signed)).toBe('alert 7 · ü');
  expect(verify([secrets[0]!], 'link', signed)).toBeUndefined();
});

test('A value signed for one purpose is invalid for another', () => {
  expect(verify(secrets, 'unsubscribe', sign(secrets, 'link', 'alert 7'))).toBeUndefined();
});

test.each(['', '.', '..', 'x', 'x.y', 'x.y.z', '💥.💥', 'a'.repeat(10_000)])(
  '%j is not a signed value',
  (text) => {
    expect(verify(secrets, 'link', text)).toBeUndefined();
  },
);

test('A changed value or signature is detected', () => {
  const [body = '', mac = ''] = sign(secrets, 'link', 'alert 7').split('.');
  const other = Buffer.from('alert 8').toString('base64url');
  expect(verify(secrets, 'link', `${other}.${mac}`)).toBeUndefined();
  expect(verify(secrets, 'link', `${body}.${mac.slice(0, -2)}AA`)).toBeUndefined();
  for (const end of ['', `${mac}=`, `${mac} `, ` ${mac}`])
    expect(verify(secrets, 'link', `${body}.${end}`)).toBeUndefined();
});
