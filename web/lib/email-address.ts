import { isPublicHost } from './host-name.ts';

/** Nothing that means something to a mail header, and nothing invisible. */
const special = /[\s\p{Cc}\p{Cf}"'<>()[\]\\,;:]/u;
/** Between the dots before the @: no emoji. */
const word = /^[a-z\d!#$%&*+\-/=?^_`{|}~\u00A1-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]+$/i;
/** Bytes before the @ (RFC 5321 section 4.5.3.1.1). */
const LONGEST_LOCAL = 64;
/** UTF-16 units in all, as on the server. */
const LONGEST = 254;

/** Whether a text is an e-mail address of any script to the server too (`IsAddress`); blanks around it do not matter. */
export function isEmailAddress(text: string): boolean {
  const address = text.trim().normalize('NFC');
  const at = address.lastIndexOf('@');
  const [local, host] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1)];
  return (
    !special.test(address) &&
    address.length <= LONGEST &&
    new TextEncoder().encode(local).length <= LONGEST_LOCAL &&
    local.split('.').every((part) => word.test(part)) &&
    isPublicHost(host)
  );
}
