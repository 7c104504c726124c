import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { Type } from '@mikro-orm/core';

/** The secret it was encrypted with is gone from APP_SECRET: it has to be entered again. */
export class UnreadableSecret extends Error {
  override name = 'UnreadableSecret';
}

/**
 * Secrets at rest: AES-256-GCM under keys derived from APP_SECRET. The first key encrypts, all of them decrypt,
 * so a key is rotated by putting the new one in front. Stored as `v1.keyId.iv.tag.ciphertext`, base64url.
 */
class Vault {
  #keys: { id: string; key: Buffer }[] = [];

  open(secrets: readonly string[]): void {
    this.#keys = secrets.map((secret) => {
      const key = Buffer.from(hkdfSync('sha256', secret, '', 'netlantern secrets at rest', 32));
      return { id: createHash('sha256').update(key).digest('base64url').slice(0, 8), key };
    });
  }

  encrypt(plain: string): string {
    const [first] = this.#keys;
    if (!first) throw new Error('The vault is closed: open it with APP_SECRET before storing secrets');
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', first.key, iv);
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return [
      'v1',
      first.id,
      ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')),
    ].join('.');
  }

  decrypt(stored: string): string {
    const [version, id, iv, tag, sealed] = stored.split('.');
    const key = this.#keys.find((candidate) => candidate.id === id)?.key;
    if (version !== 'v1' || !key || !iv || !tag || sealed === undefined) {
      throw new UnreadableSecret('A stored secret does not fit any key in APP_SECRET');
    }
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'));
    decipher.setAuthTag(Buffer.from(tag, 'base64url'));
    return decipher.update(sealed, 'base64url', 'utf8') + decipher.final('utf8');
  }
}

/** The process's one vault; `main.ts` opens it before anything is read. */
export const vault = new Vault();

/** A column that is encrypted at rest. Never give it a `@Field`. */
export class EncryptedType extends Type<string, string> {
  override convertToDatabaseValue(value: string): string {
    return value == null ? value : vault.encrypt(value);
  }

  override convertToJSValue(value: string): string {
    return value == null ? value : vault.decrypt(value);
  }

  override getColumnType(): string {
    return 'text';
  }

  /** The same text encrypts to other bytes each time: compared as it is, every row read would be written again. */
  override compareValues(a: string, b: string): boolean {
    return a === b || (!!a && !!b && vault.decrypt(a) === vault.decrypt(b));
  }

  override ensureComparable(): boolean {
    return false;
  }
}
