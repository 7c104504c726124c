import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';

/** No key in APP_SECRET can decrypt it, or it was copied from another row. It must be entered again. */
export class UnreadableSecret extends Error {
  override name = 'UnreadableSecret';
}

/**
 * Every column with ciphertext, as `table.column`. Secrets can only be sealed for a place listed here, so
 * `npm run secrets:rotate` reaches all of them.
 */
export const secretColumns = [
  'controller.api_key',
  'email_settings.api_key',
  'halopsa_connection.client_secret',
  'integration.sealed',
  'mail.html',
  'mail.reply_to',
  'mail.text',
  'mail.unsubscribe_url',
  'payment_settings.secret_key',
  'payment_settings.webhook_secret',
  'push_address.token',
  'push_key.sealed',
  'push_subscription.sealed',
  'secret_canary.sealed',
  'user.pending_two_factor_secret',
  'user.two_factor_secret',
] as const;

/** A column of `secretColumns`, or the payload of a queued sign-up, whose row is the new account's id. */
export type SecretPlace = (typeof secretColumns)[number] | 'job.register';

/** Ciphertext, a string at runtime. It is deliberately not assignable to `string`, so it can't be used as plain text. */
export interface Sealed {
  readonly [sealed]: true;
}
declare const sealed: unique symbol;

/**
 * Secrets at rest: AES-256-GCM with keys derived from APP_SECRET (HKDF-SHA-256). The first key encrypts and
 * all of them decrypt, so to rotate a key, put the new one first. The table, column and row are authenticated
 * with the ciphertext, so a value copied elsewhere can't be decrypted there. Stored as
 * `v2.keyId.iv.tag.ciphertext` in base64url. `v1`, which was bound to nothing, is only accepted until
 * `secrets:rotate` has rewritten it.
 */
class Vault {
  #keys: { id: string; key: Buffer }[] = [];
  /** Whether `v1` ciphertext may still be read. */
  allowsUnbound = false;

  /** Sets the keys from APP_SECRET, the current one first. */
  unlock(secrets: readonly string[]): void {
    this.allowsUnbound = false;
    this.#keys = secrets.map((secret) => {
      const key = Buffer.from(hkdfSync('sha256', secret, '', 'netlantern secrets at rest', 32));
      return { id: createHash('sha256').update(key).digest('base64url').slice(0, 8), key };
    });
  }

  /** Prefix of ciphertext encrypted with the current key. */
  get currentPrefix(): string {
    return `v2.${this.#current.id}.`;
  }

  /** @param row the primary key of the row it is stored in */
  seal(plain: string, place: SecretPlace, row: string): Sealed {
    const { id, key } = this.#current;
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(boundTo(place, row));
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    const parts = [iv, cipher.getAuthTag(), text].map((part) => part.toString('base64url'));
    return ['v2', id, ...parts].join('.') as unknown as Sealed;
  }

  /** @throws UnreadableSecret */
  unseal(stored: Sealed, place: SecretPlace, row: string): string {
    const [version, id, iv, tag, text] = String(stored).split('.');
    const key = this.#keys.find((candidate) => candidate.id === id)?.key;
    const isKnown = version === 'v2' || (version === 'v1' && this.allowsUnbound);
    if (!isKnown || !key || !iv || !tag || text === undefined)
      throw new UnreadableSecret('No key in APP_SECRET fits a stored secret');
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), {
      authTagLength: 16,
    });
    if (version === 'v2') decipher.setAAD(boundTo(place, row));
    try {
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return decipher.update(text, 'base64url', 'utf8') + decipher.final('utf8');
    } catch {
      throw new UnreadableSecret('A stored secret was changed, or belongs to another row');
    }
  }

  get #current(): { id: string; key: Buffer } {
    const [first] = this.#keys;
    if (!first) throw new Error('The vault is locked: unlock it with APP_SECRET first');
    return first;
  }
}

const boundTo = (place: SecretPlace, row: string) => Buffer.from(`netlantern v2\0${place}\0${row}`);

/** The process's only vault. `main.ts` unlocks it before anything is read. */
export const vault = new Vault();

/** Encrypts a secret for a row. A new row gets its ID here, because the ciphertext is bound to it. */
export function sealFor(row: { id: string }, place: SecretPlace, plain: string): Sealed {
  row.id ??= randomUUID();
  return vault.seal(plain, place, row.id);
}

/** The row of a table with a single row (`Singleton`). */
export const onlyRow = '1';

/** The masked form of a secret: its last four characters. */
export function masked(tail: string | null | undefined): string | null {
  return tail ? `••••${tail}` : null;
}

/** Whether a text is a mask. A client that sends back a mask keeps the saved secret. */
export const isMask = (text: string | null | undefined): boolean =>
  /^\s*••••[\x21-\x7e]{0,4}\s*$/.test(text ?? '');
