import type { Caller } from '#api/graphql/context.ts';
import { callersOf } from '#api/features/auth/session/callers.store.ts';
import type { Orm } from '#api/db/orm.ts';
import { RequestCoalescer } from '#api/lib/concurrency.ts';

/**
 * How long callers are gathered into one query, in ms. Kept short, because each caller waits for the result.
 */
const gathering = 14;

/** Resolves tokens to callers. Tokens that arrive at about the same time share one query. */
export interface CallerLoader {
  load(token: string | null, address: string | null): Promise<Caller | null>;
}

export function openCallerLoader(orm: Orm): CallerLoader {
  const coalescer = new RequestCoalescer<(Caller | null)[]>(gathering);
  let asked: { token: string | null; address: string | null }[] = [];

  function answerAll(): Promise<(Caller | null)[]> {
    const all = asked;
    asked = [];
    return callersOf(orm.em.fork(), all);
  }

  return {
    async load(token, address) {
      const place = asked.push({ token, address }) - 1;
      return (await coalescer.coalesce('all', answerAll))[place] ?? null;
    },
  };
}
