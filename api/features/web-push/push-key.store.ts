import type { EntityManager } from '@mikro-orm/postgresql';
import webPush from 'web-push';
import { onlyRow, vault } from '#api/security/secrets.ts';
import { PushKey } from './push-subscription.entity.ts';

/** The installation's key pair, base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** The public key, which browsers need to subscribe. Generates the pair on first use. */
export async function publicPushKey(em: EntityManager): Promise<string> {
  return (await pushKeyRow(em)).publicKey;
}

/** @throws UnreadableSecret if no key in APP_SECRET decrypts the private key */
export async function pushKeys(em: EntityManager): Promise<PushKeys> {
  const { publicKey, sealed } = await pushKeyRow(em);
  return { publicKey, privateKey: vault.unseal(sealed, 'push_key.sealed', onlyRow) };
}

/** Of two nodes that generate it at once, both use what the first one stored. */
async function pushKeyRow(em: EntityManager): Promise<PushKey> {
  const fresh = { disableIdentityMap: true };
  const stored = await em.findOne(PushKey, { id: 1 }, fresh);
  if (stored) return stored;
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await em.execute(
    'insert into push_key (id, public_key, sealed) values (1, ?, ?) on conflict do nothing',
    [publicKey, vault.seal(privateKey, 'push_key.sealed', onlyRow)],
    'run',
  );
  return em.findOneOrFail(PushKey, { id: 1 }, fresh);
}
