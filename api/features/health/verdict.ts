export enum HealthState {
  ok = 'ok',
  late = 'late',
  failing = 'failing',
}

/** Something that was measured, or something that is wrong. */
export interface Fact {
  label: string;
  value?: string | null;
  at?: Date | null;
}

/** The state of a part, in words. */
export interface Verdict {
  state: HealthState;
  /** A sentence with the figure that decides. */
  says: string;
  /** What to do. */
  advice?: string;
  /** What was measured. */
  facts?: Fact[];
  /** What is wrong one by one, the worst first. */
  troubles?: Fact[];
}

const order = [HealthState.ok, HealthState.late, HealthState.failing];

export const worst = (states: readonly HealthState[]): HealthState =>
  order.findLast((state) => states.includes(state)) ?? HealthState.ok;
