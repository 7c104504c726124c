import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { randomText } from './ids.ts';
import type { Saved, StripeWorld } from './world.ts';

export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

/** What lasts over a restart, the keys included: they were typed somewhere. */
export function openStripeFile(
  world: StripeWorld,
  file: string | undefined,
  beforeWriting: () => void,
): { keys: StripeKeys; write: () => void } {
  const saved = file ? readSaved(file, world.url) : undefined;
  if (saved) world.load(saved.world);
  const keys = saved?.keys ?? {
    secretKey: `sk_test_51${randomText(40)}`,
    publishableKey: `pk_test_51${randomText(40)}`,
    webhookSecret: `whsec_${randomText(32)}`,
  };
  const write = () => {
    beforeWriting();
    if (!file) return;
    const beside = `${file}.new`;
    mkdirSync(path.dirname(file), { recursive: true });
    // What is half written never has the name of what is whole.
    writeFileSync(beside, JSON.stringify({ url: world.url, keys, world: world.save() }));
    renameSync(beside, file);
  };
  write();
  return { keys, write };
}

/** Its pages are found where it listens now. */
function readSaved(file: string, url: string): { keys: StripeKeys; world: Saved } | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    const before = (JSON.parse(text) as { url: string }).url;
    return JSON.parse(text.replaceAll(`${before}/`, `${url}/`)) as { keys: StripeKeys; world: Saved };
  } catch {
    return undefined;
  }
}
