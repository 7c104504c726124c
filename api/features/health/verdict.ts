import type { HealthFact } from './health.ts';

export enum HealthState {
  ok = 'ok',
  late = 'late',
  failing = 'failing',
}

/** What was found of a part, in words. */
export interface Verdict {
  state: HealthState;
  /** A sentence with the figure that decides. */
  says: string;
  /** What to do. */
  advice?: string;
  /** What was measured. */
  facts?: HealthFact[];
  /** What is wrong one by one, the worst first. */
  troubles?: HealthFact[];
}

const order = [HealthState.ok, HealthState.late, HealthState.failing];

export const worst = (states: readonly HealthState[]): HealthState =>
  order.findLast((state) => states.includes(state)) ?? HealthState.ok;
