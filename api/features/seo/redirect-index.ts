import { isAppPath, normalizePath } from './paths.ts';

/** A valid rule. */
export interface RedirectRule {
  line: number;
  /** Path as browsers send it, optionally with `*`. */
  from: string;
  /** Origin of another of our addresses. Empty for the requested one. */
  origin: string;
  /** Path, query and fragment, optionally with `*`. */
  to: string;
}

/** Maximum path length to match. Browsers and proxies hardly allow more. */
const longestPath = 2048;

/** Maximum rules followed for one request. */
const mostSteps = 5;

/**
 * Index that finds one of thousands of rules in a few lookups: exact paths directly, and globs by the text
 * before the first and after the last `*`.
 */
export class RedirectIndex {
  private readonly whole = new Map<string, RedirectRule>();
  private readonly starts = new Map<string, Ends>();
  private readonly startLengths: readonly number[];

  constructor(rules: readonly RedirectRule[]) {
    for (const rule of rules) {
      const glob = readGlob(rule.from);
      if (glob.stars === 0) this.whole.set(withoutSlash(rule.from), rule);
      else {
        const ends = this.starts.get(glob.start) ?? new Ends();
        this.starts.set(glob.start, ends);
        ends.add({ rule, glob });
      }
    }
    this.startLengths = lengthsOf(this.starts.keys());
    for (const ends of this.starts.values()) ends.settle();
  }

  /** Finds a path's rule: an exact match, or else the one with the longest start, then the longest end. */
  find(path: string): { rule: RedirectRule; values: string[] } | undefined {
    const rule = this.whole.get(withoutSlash(path));
    if (rule) return { rule, values: [] };
    for (const length of this.startLengths) {
      if (length > path.length) continue;
      const found = this.starts.get(path.slice(0, length))?.find(path, length);
      if (found) return found;
    }
    return undefined;
  }

  /** Target of a permanent redirect for a request (path and query), or undefined if there is none. */
  redirect(url: string): string | undefined {
    const mark = url.indexOf('?');
    const query = mark < 0 ? '' : url.slice(mark + 1);
    const raw = mark < 0 ? url : url.slice(0, mark);
    if (!raw.startsWith('/') || raw.length > longestPath) return undefined;
    const asked = normalizePath(raw);
    if (isAppPath(asked)) return undefined;
    const end = this.follow(asked);
    if (!end || (end.origin === '' && withoutSlash(end.path) === withoutSlash(asked))) return undefined;
    return end.origin + end.path + withQuery(end.rest, query);
  }

  /**
   * Saving rejects chains. Chains that only some paths enter are followed here, so that a visitor is
   * redirected once.
   */
  private follow(path: string): Place | undefined {
    let place: Place | undefined;
    for (let step = 0; step < mostSteps; step++) {
      const found = this.find(place?.path ?? path);
      if (!found || (place && (place.origin !== '' || isAppPath(place.path)))) return place;
      const target = filled(found.rule.to, found.values);
      const [, to = '/', rest = ''] = /^([^?#]*)(.*)$/s.exec(target) ?? [];
      // A captured part may start with slashes, which must not turn the path into another host.
      place = { origin: found.rule.origin, path: normalizePath(to).replace(/^\/{2,}/, '/'), rest };
    }
    return undefined;
  }
}

interface Place {
  origin: string;
  path: string;
  rest: string;
}

/** Rules with the same start, by their ends. */
class Ends {
  private readonly byEnd = new Map<string, { rule: RedirectRule; glob: Glob }[]>();
  private lengths: readonly number[] = [];

  add(entry: { rule: RedirectRule; glob: Glob }): void {
    const { end } = entry.glob;
    this.byEnd.set(end, [...(this.byEnd.get(end) ?? []), entry]);
  }

  settle(): void {
    this.lengths = lengthsOf(this.byEnd.keys());
    const literal = ({ rule }: { rule: RedirectRule }) => rule.from.length;
    for (const entries of this.byEnd.values()) entries.sort((one, other) => literal(other) - literal(one));
  }

  find(path: string, start: number): { rule: RedirectRule; values: string[] } | undefined {
    for (const length of this.lengths) {
      if (start + length > path.length) continue;
      for (const { rule, glob } of this.byEnd.get(path.slice(path.length - length)) ?? []) {
        const values = captures(glob, path);
        if (values) return { rule, values };
      }
    }
    return undefined;
  }
}

function lengthsOf(texts: Iterable<string>): number[] {
  return [...new Set([...texts].map(({ length }) => length))].sort((one, other) => other - one);
}

export function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Adds the request's query after the rule's own. */
function withQuery(rest: string, query: string): string {
  if (query === '') return rest;
  const [, own = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(rest) ?? [];
  return `${own}${own === '' ? '?' : '&'}${query}${fragment}`;
}

/**
 * A pattern in which `*` matches any characters, or none, and everything else is literal. Matching never runs
 * a user-supplied regular expression and scans each part once, from the left.
 */
export interface Glob {
  /** Text before the first `*`. */
  start: string;
  /** Texts between one `*` and the next. */
  middles: readonly string[];
  /** Text after the last `*`. */
  end: string;
  stars: number;
}

export function readGlob(text: string): Glob {
  const parts = text.split('*');
  const [start = '', ...rest] = parts;
  return { start, middles: rest.slice(0, -1), end: rest.at(-1) ?? '', stars: parts.length - 1 };
}

/** Captured texts, or undefined if it doesn't match. */
export function captures({ start, middles, end, stars }: Glob, text: string): string[] | undefined {
  if (stars === 0) return text === start ? [] : undefined;
  if (text.length < start.length + end.length || !text.startsWith(start) || !text.endsWith(end))
    return undefined;
  const inner = text.slice(start.length, text.length - end.length);
  const found: string[] = [];
  let from = 0;
  for (const middle of middles) {
    const at = inner.indexOf(middle, from);
    if (at < 0) return undefined;
    found.push(inner.slice(from, at));
    from = at + middle.length;
  }
  return [...found, inner.slice(from)];
}

/** Fills each `*`, in order. */
function filled(text: string, values: readonly string[]): string {
  return text
    .split('*')
    .map((part, index) => (index === 0 ? part : `${values[index - 1] ?? ''}${part}`))
    .join('');
}

/**
 * Whether some text may match both patterns. May be wrongly true, because the middle parts aren't compared,
 * but never wrongly false.
 */
export function mayOverlap(one: Glob, other: Glob): boolean {
  if (one.stars === 0) return captures(other, one.start) !== undefined;
  if (other.stars === 0) return captures(one, other.start) !== undefined;
  const starts = one.start.startsWith(other.start) || other.start.startsWith(one.start);
  return starts && (one.end.endsWith(other.end) || other.end.endsWith(one.end));
}

/** Whether everything that matches `inner` also matches `outer`. */
export function covers(outer: Glob, inner: Glob): boolean {
  if (inner.stars === 0) return captures(outer, inner.start) !== undefined;
  return outer.stars === 1 && inner.start.startsWith(outer.start) && inner.end.endsWith(outer.end);
}
