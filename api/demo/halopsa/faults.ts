/** What can go wrong between HaloPSA and its caller, switched on by a test. */

/**
 * - an answer: given instead of the true one; without a body it is empty
 * - `drop`: the connection dies before anything is done
 * - `doThenDrop`: it is done, then the connection dies before the answer
 * - `doThenFail`: it is done, then answered with 500
 * - `doThenEmpty`: it is done, then answered with an empty 200
 */
export type HalopsaMisdeed =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  | 'drop'
  | 'doThenDrop'
  | 'doThenFail'
  | 'doThenEmpty';

export interface HalopsaFault {
  /** Method and beginning of the path: `POST /api/Tickets`. */
  on: string;
  does: HalopsaMisdeed;
  /** Goes away after so many requests; until cleared when absent. */
  times?: number;
}

/** Habits of a tenant or a version of the server, and faults. */
export class HalopsaFaults {
  /** Pages hold 50 rows at most, whatever is asked for. */
  capsPages = false;
  /** `record_count` says 50 whatever there is. */
  countLies = false;
  /** Reference lists come in an envelope instead of bare. */
  wrapsLists = false;
  /** Numbers come as `246.0`, and ids as text. */
  floatIds = false;
  /** Dates carry a zone. */
  zonedDates = false;
  /** A search finds everything: filters that it does not know are ignored without a word. */
  ignoresFilters = false;
  /** A created ticket is answered with 200 and as a list of one. */
  answersWithList = false;
  /** A ticket that was closed once says so for ever. */
  keepsClosedMark = false;
  /** 429 says when to come back. */
  saysRetryAfter = true;

  /** Milliseconds until an answer. */
  latencyMs = 0;

  private all: HalopsaFault[] = [];

  add(fault: HalopsaFault): void {
    this.all.push({ ...fault });
  }

  clear(): void {
    this.all = [];
  }

  /** Takes the fault that strikes this request, counting it. */
  strike(method: string, path: string): HalopsaMisdeed | undefined {
    const fault = this.all.find(({ on }) => `${method} ${path}`.startsWith(on));
    if (!fault) return undefined;
    if (fault.times !== undefined && --fault.times <= 0) this.all = this.all.filter((one) => one !== fault);
    return fault.does;
  }
}
