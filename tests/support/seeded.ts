/** A seed of this run alone unless `SEED=…` replays another, and the numbers from 0 to 1 that follow from it. */
export function seeded(): { seed: number; next: () => number } {
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 0x80000000));
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
  return { seed, next };
}
