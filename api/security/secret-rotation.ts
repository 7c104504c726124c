import type { EntityManager } from '@mikro-orm/postgresql';
import { text, textOf } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { ConfigError } from '#api/config/config.ts';
import type { App } from '#api/config/app.ts';
import { SecretCanary } from './secret-canary.entity.ts';
import { onlyRow, type Sealed, secretColumns, type SecretPlace, UnreadableSecret, vault } from './secrets.ts';

/** The canary's content: whether version 1 ciphertext, which is bound to no row, may still exist. */
type CanaryText = 'bound' | 'unbound';

const canaryPlace = 'secret_canary.sealed';

const wrongSecret =
  "APP_SECRET does not fit this database: its stored keys can't be decrypted. Start with the APP_SECRET it was set up with, or put the new secret first and the old one after a comma.";

/**
 * Refuses to start with an APP_SECRET that decrypts nothing here, and decides whether version 1 ciphertext
 * may be read. Call it after unlocking the vault, while no other process is starting.
 * @throws ConfigError
 */
export async function checkAppSecret(em: EntityManager, log: App['log']): Promise<void> {
  const text = await readCanary(em);
  const state = text ?? (await firstCanary(em));
  vault.allowsUnbound = state === 'unbound';
  if (state === 'unbound')
    log.warn(
      'Stored secrets still use the old format. Run "npm run secrets:rotate" once to protect them better.',
    );
}

async function readCanary(em: EntityManager): Promise<CanaryText | undefined> {
  const canary = await em.findOne(SecretCanary, { id: 1 });
  if (!canary) return undefined;
  try {
    return vault.unseal(canary.sealed, canaryPlace, onlyRow) as CanaryText;
  } catch (error) {
    if (error instanceof UnreadableSecret) throw new ConfigError(wrongSecret);
    throw error;
  }
}

/** For a database from before the canary: if it has secrets, one of them must be readable. */
async function firstCanary(em: EntityManager): Promise<CanaryText> {
  vault.allowsUnbound = true;
  const stored = await someSecrets(em);
  const isReadable = stored.some((one) => unsealed(one) !== undefined);
  if (stored.length > 0 && !isReadable) throw new ConfigError(wrongSecret);
  const state = stored.length > 0 ? 'unbound' : 'bound';
  await writeCanary(em, state);
  return state;
}

async function writeCanary(em: EntityManager, text: CanaryText): Promise<void> {
  const sealed = vault.seal(text, canaryPlace, onlyRow);
  await em.upsert(SecretCanary, { id: 1, sealed });
}

interface StoredSecret {
  place: SecretPlace;
  row: string;
  sealed: Sealed;
}

const columns = secretColumns.filter((place) => place !== canaryPlace);

const partsOf = (place: SecretPlace): [table: string, column: string] => {
  const [table = '', column = ''] = place.split('.');
  return [`"${table}"`, `"${column}"`];
};

const stored = { row: text, sealed: textOf<Sealed>() };

/** A few secrets of each column. */
async function someSecrets(em: EntityManager): Promise<StoredSecret[]> {
  const found: StoredSecret[] = [];
  for (const place of columns) {
    const [table, column] = partsOf(place);
    const rows = await queryRows(
      em,
      stored,
      `select id::text as row, ${column} as sealed from ${table} where ${column} is not null limit 5`,
    );
    found.push(...rows.map((row) => ({ ...row, place })));
  }
  return found;
}

/** `undefined` if no key decrypts it. */
function unsealed({ sealed, place, row }: StoredSecret): string | undefined {
  try {
    return vault.unseal(sealed, place, row);
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined;
    throw error;
  }
}

export interface Rotation {
  /** Re-encrypted secrets, by place. Places without any are left out. */
  rewritten: Partial<Record<SecretPlace, number>>;
  /** Secrets that no key in APP_SECRET can decrypt, by place. They must be entered again. */
  unreadable: Partial<Record<SecretPlace, number>>;
}

/** Rows per statement. */
const batchSize = 500;

/**
 * Re-encrypts every stored secret with the first key of APP_SECRET and binds it to its row, so that older
 * keys can be dropped. It is safe beside a running program and can be stopped at any time. Secrets changed
 * during the run stay as saved, and the next run continues.
 */
export async function rotateSecrets(
  em: EntityManager,
  onProgress?: (rotation: Rotation) => void,
): Promise<Rotation> {
  const rotation: Rotation = { rewritten: {}, unreadable: {} };
  const canary = await readCanary(em);
  // Reject it as at start-up, because a wrong APP_SECRET would report every secret as unreadable.
  if (!canary) await firstCanary(em);
  vault.allowsUnbound = canary !== 'bound';
  for (const place of columns) {
    await rotateColumn(em, place, rotation);
    onProgress?.(rotation);
  }
  await rotateSignUps(em, rotation);
  onProgress?.(rotation);
  await writeCanary(em, 'bound');
  return rotation;
}

async function rotateColumn(em: EntityManager, place: SecretPlace, rotation: Rotation): Promise<void> {
  const [table, column] = partsOf(place);
  let after = '';
  for (;;) {
    const batch = await queryRows(
      em,
      stored,
      `select id::text as row, ${column} as sealed from ${table}
        where ${column} is not null and not starts_with(${column}, ?) and id::text > ?
        order by id::text limit ?`,
      [vault.currentPrefix, after, batchSize],
    );
    for (const one of batch) {
      const again = sealedAgain({ ...one, place }, rotation);
      if (again)
        await em.execute(
          `update ${table} set ${column} = ? where id::text = ? and ${column} = ?`,
          [again, one.row, one.sealed],
          'run',
        );
    }
    const last = batch.at(-1);
    if (!last) return;
    after = last.row;
  }
}

/** Queued sign-ups that no worker has claimed yet. */
async function rotateSignUps(em: EntityManager, rotation: Rotation): Promise<void> {
  const place = 'job.register';
  const waiting = await queryRows(
    em,
    { job: text, ...stored },
    `select j.id::text as job, coalesce(j.payload ->> 'id', '') as row, j.payload ->> 'sealed' as sealed
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'register' and j.locked_at is null and not starts_with(j.payload ->> 'sealed', ?)`,
    [vault.currentPrefix],
  );
  for (const { job, row, sealed } of waiting) {
    const again = sealedAgain({ place, row, sealed }, rotation);
    if (again)
      await em.execute(
        `update graphile_worker._private_jobs set payload = jsonb_set(payload::jsonb, '{sealed}', to_jsonb(?::text))::json
          where id::text = ? and locked_at is null and payload ->> 'sealed' = ?`,
        [again, job, sealed],
        'run',
      );
  }
}

function sealedAgain(one: StoredSecret, { rewritten, unreadable }: Rotation): Sealed | undefined {
  const plain = unsealed(one);
  const counts = plain === undefined ? unreadable : rewritten;
  counts[one.place] = (counts[one.place] ?? 0) + 1;
  return plain === undefined ? undefined : vault.seal(plain, one.place, one.row);
}
