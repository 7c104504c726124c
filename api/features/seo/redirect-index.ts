import { isAppPath, normalizePath } from './paths.ts';

/** A line of the rules that was understood. */
export interface RedirectRule {
  line: number;
  /** A path as browsers send it, perhaps with `*`. */
  from: string;
  /** Origin of another address of ours; empty for the one that was asked. */
  origin: string;
  /** Path, query and fragment, perhaps with `*`. */
  to: string;
}

/** Characters of a path that is looked at; browsers and proxies carry hardly more. */
const longestPath = 2048;

/** Rules that were followed at most for one answer. */
const mostSteps = 5;

/**
 * Rules made ready for finding one among thousands by a few look-ups: whole paths by themselves, those with `*` by what stands
 * before the first and behind the last.
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

  /** The rule for a path: one for just this path, else the one that says most about its beginning, then about its end. */
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

  /** Where a request (path and query) is sent for good; undefined: it stays. */
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

  /** Saving refuses chains; those that only some paths run into are walked here, so that a visitor is sent once. */
  private follow(path: string): Place | undefined {
    let place: Place | undefined;
    for (let step = 0; step < mostSteps; step++) {
      const found = this.find(place?.path ?? path);
      if (!found || (place && (place.origin !== '' || isAppPath(place.path)))) return place;
      const target = filled(found.rule.to, found.values);
      const [, to = '/', rest = ''] = /^([^?#]*)(.*)$/s.exec(target) ?? [];
      // What a `*` stood for may begin with slashes: the path of another host it must not become.
      place = { origin: found.rule.origin, path: normalizePath(to).replace(/^\/{2,}/, '/'), rest };
    }
    return undefined;
  }
}

interface Place {
  origin: string;
  path: string;
  /** Query and fragment of the rule. */
  rest: string;
}

/** The rules with one beginning, by their ends. */
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

/** `/a/` and `/a` are the same page. */
export function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** What was asked for goes along, behind what the rule says. */
function withQuery(rest: string, query: string): string {
  if (query === '') return rest;
  const [, own = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(rest) ?? [];
  return `${own}${own === '' ? '?' : '&'}${query}${fragment}`;
}

/**
 * Text in which `*` stands for any characters, also none, and every other character for itself. No expression of anybody's is
 * ever run: matching looks at each part once, from the left.
 */
export interface Glob {
  /** What stands before the first `*`. */
  start: string;
  /** What stands between one `*` and the next. */
  middles: readonly string[];
  /** What stands behind the last `*`. */
  end: string;
  stars: number;
}

export function readGlob(text: string): Glob {
  const parts = text.split('*');
  const [start = '', ...rest] = parts;
  return { start, middles: rest.slice(0, -1), end: rest.at(-1) ?? '', stars: parts.length - 1 };
}

/** What each `*` stood for; undefined where the text does not match. */
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

/** The text with each `*` replaced, in order. */
function filled(text: string, values: readonly string[]): string {
  return text
    .split('*')
    .map((part, index) => (index === 0 ? part : `${values[index - 1] ?? ''}${part}`))
    .join('');
}

/** Whether some text may match both. Never wrongly no; parts in the middle are not compared. */
export function mayOverlap(one: Glob, other: Glob): boolean {
  if (one.stars === 0) return captures(other, one.start) !== undefined;
  if (other.stars === 0) return captures(one, other.start) !== undefined;
  const starts = one.start.startsWith(other.start) || other.start.startsWith(one.start);
  return starts && (one.end.endsWith(other.end) || other.end.endsWith(one.end));
}

/** Whether whatever matches `inner` surely matches `outer`. */
export function covers(outer: Glob, inner: Glob): boolean {
  if (inner.stars === 0) return captures(outer, inner.start) !== undefined;
  return outer.stars === 1 && inner.start.startsWith(outer.start) && inner.end.endsWith(outer.end);
}
