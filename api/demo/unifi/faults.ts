/** Transport faults between the stand-in and its caller, switched on by tests. */

export interface FaultMatch {
  /** Matched against the path with its query, with host IDs decoded. A text matches if contained. */
  path?: RegExp | string;
  /** API key. */
  key?: string;
  /** Name or host ID of the console behind a connector call. */
  console?: string;
  /** Ends after this many requests. Absent: stays until cleared. */
  times?: number;
  /** Ends at this time of the network's clock, Unix milliseconds. */
  until?: number;
  /** Only affects requests for pages with more entries than this. */
  overPageSize?: number;
}

/**
 * - a status: the documented error of that status, in the cloud's shape unless `shape` says otherwise, after `ms`
 * - `html`, `text`, `empty`: a body that is not JSON, with `status` (200 by default)
 * - `cutOff`: half of the body, then the socket dies; `reset`: it dies before any answer; `never`: no answer ever
 * - `gzip`: compressed without `Content-Encoding`; `huge`: the true answer with padding to `bytes` (over 10 MB by default)
 * - `slow`: the true answer after `ms`; `drip`: one byte every `ms`
 * - `sameToken`, `itemMoves`: paging over a list that moves
 * - a function: the true body, changed
 */
export type FaultKind =
  | {
      respond: number;
      retryAfter?: string | null;
      message?: string;
      shape?: 'cloud' | 'network' | 'edge';
      ms?: number;
    }
  | { respond: 'html' | 'text' | 'empty'; status?: number }
  | { respond: 'cutOff' | 'reset' | 'never' | 'gzip' | 'sameToken' | 'itemMoves' }
  | { respond: 'huge'; bytes?: number }
  | { respond: 'slow' | 'drip'; ms: number }
  | { respond: (body: unknown) => unknown };

export type FaultOptions = FaultMatch & FaultKind;

export class Fault {
  /** Number of requests affected. */
  hits = 0;

  constructor(
    public options: FaultOptions,
    public clear: () => void,
  ) {}
}

export interface FaultTarget {
  /** Decoded path with query. */
  path: string;
  key?: string;
  consoleNames: string[];
  /** The network's clock, Unix milliseconds. */
  now: number;
  /** Requested page size. Absent: the server's default. */
  pageSize?: number;
}

function meets({ path, key, console, until, overPageSize }: FaultMatch, target: FaultTarget): boolean {
  const onPath = typeof path === 'string' ? target.path.includes(path) : (path?.test(target.path) ?? true);
  return (
    onPath &&
    (until === undefined || target.now < until) &&
    (overPageSize === undefined || (target.pageSize ?? Infinity) > overPageSize) &&
    (key === undefined || key === target.key) &&
    (console === undefined || target.consoleNames.includes(console))
  );
}

/** Active faults, oldest first. The first that matches applies. */
export class Faults {
  private all: Fault[] = [];

  add(options: FaultOptions): Fault {
    const fault: Fault = new Fault(options, () => {
      this.all = this.all.filter((one) => one !== fault);
    });
    this.all.push(fault);
    return fault;
  }

  clear(): void {
    this.all = [];
  }

  /** Returns the fault for this request, and counts it. */
  strike(target: FaultTarget): Fault | undefined {
    const fault = this.all.find((one) => meets(one.options, target));
    if (!fault) return undefined;
    fault.hits++;
    if (fault.hits === fault.options.times) fault.clear();
    return fault;
  }
}
