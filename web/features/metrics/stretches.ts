type Column = readonly (number | null)[];

/** How the devices of a site stood in a row of points. */
export type Standing = 'online' | 'offline' | 'unknown';

export interface Run {
  standing: Standing;
  /** The first of its points. */
  begin: number;
  /** Points. */
  length: number;
}

/** Points of the same standing in a row, one after another: what a strip draws. */
export function runsOf(online: Column, offline: Column): Run[] {
  const runs: Run[] = [];
  for (const [at, count] of online.entries()) {
    const standing = count === null ? 'unknown' : (offline[at] ?? 0) > 0 ? 'offline' : 'online';
    const last = runs.at(-1);
    if (last?.standing === standing) last.length += 1;
    else runs.push({ standing, begin: at, length: 1 });
  }
  return runs;
}

interface Sight {
  from: string;
  until: string;
  seen: boolean;
  problem: string | null;
}

/** A time in which nothing is known, and why: null where nobody looked. */
export interface Unseen {
  from: Date;
  until: Date;
  problem: string | null;
}

/** Milliseconds: one stretch begins where the other ends, to the second. */
const together = 60_000;

/** When a site was not seen between the first and the last time that anybody looked, the latest first. */
export function unseenIn(sights: readonly Sight[]): Unseen[] {
  const unseen: Unseen[] = [];
  let reached: Date | undefined;
  for (const { from, until, seen, problem } of sights) {
    const [begun, ended] = [new Date(from), new Date(until)];
    if (reached && begun.getTime() - reached.getTime() > together)
      unseen.push({ from: reached, until: begun, problem: null });
    if (!seen) unseen.push({ from: begun, until: ended, problem });
    reached = reached && reached > ended ? reached : ended;
  }
  return unseen.reverse();
}
