import type { Viewer } from '#api/context.ts';
import { viewersOf } from '#api/features/auth/viewer.ts';
import type { Orm } from '#api/orm.ts';
import { Together } from './together.ts';

/** Tells who stands behind tokens, of all who ask at about the same time at once. */
export interface Viewers {
  ask(token: string | null, address: string | null): Promise<Viewer | null>;
}

export function openViewers(orm: Orm): Viewers {
  const together = new Together<(Viewer | null)[]>();
  let asked: { token: string | null; address: string | null }[] = [];

  function answerAll(): Promise<(Viewer | null)[]> {
    const all = asked;
    asked = [];
    return viewersOf(orm.em.fork(), all);
  }

  return {
    async ask(token, address) {
      const place = asked.push({ token, address }) - 1;
      return (await together.ask('all', answerAll))[place] ?? null;
    },
  };
}
