import DataLoader from 'dataloader';
import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context, ViewerContext } from './context.ts';

type Read<Value> = (ctx: ViewerContext, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;

/** What each request has read, by lookup. */
const requests = new WeakMap<EntityManager, Map<unknown, DataLoader<string, unknown>>>();

/**
 * A lookup for fields of list items. Lookups that one request makes at the same time share one query, and a value is
 * read once per request, or once per mutation.
 * @param read the values by key. A key without one is left out
 */
export function batched<Value>(
  read: Read<Value>,
): (ctx: ViewerContext, key: string) => Promise<Value | undefined> {
  return (ctx, key) => {
    const loaders = requests.get(ctx.em) ?? new Map<unknown, DataLoader<string, unknown>>();
    requests.set(ctx.em, loaders);
    const known = loaders.get(read) as DataLoader<string, Value | undefined> | undefined;
    const loader =
      known ??
      new DataLoader<string, Value | undefined>(async (keys) => {
        const found = await read(ctx, keys);
        return keys.map((one) => found.get(one));
      });
    if (!known) loaders.set(read, loader);
    return loader.load(key);
  };
}

/** Forgets what a request has read before and after each of its mutations, so that every answer has current values. */
export function readAfterMutations(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const resolve = field.resolve ?? defaultFieldResolver;
    field.resolve = async (source, args, ctx: Context, info) => {
      requests.delete(ctx.em);
      const answer: unknown = await resolve(source, args, ctx, info);
      requests.delete(ctx.em);
      return answer;
    };
  }
}
