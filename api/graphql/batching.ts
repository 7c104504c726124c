import DataLoader from 'dataloader';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ViewerContext } from './context.ts';

/**
 * A lookup for fields of list items. Lookups that one request makes at the same time share one query, and a value is
 * read once per request.
 * @param read the values by key. A key without one is left out
 */
export function batched<Value>(
  read: (ctx: ViewerContext, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (ctx: ViewerContext, key: string) => Promise<Value | undefined> {
  const loaders = new WeakMap<EntityManager, DataLoader<string, Value | undefined>>();
  return (ctx, key) => {
    const known = loaders.get(ctx.em);
    const loader =
      known ??
      new DataLoader<string, Value | undefined>(async (keys) => {
        const found = await read(ctx, keys);
        return keys.map((one) => found.get(one));
      });
    if (!known) loaders.set(ctx.em, loader);
    return loader.load(key);
  };
}
