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
export function filled(text: string, values: readonly string[]): string {
  return text
    .split('*')
    .map((part, index) => (index === 0 ? part : `${values[index - 1] ?? ''}${part}`))
    .join('');
}

/** Whether some text may match both. Never wrongly no; parts in the middle are not compared. */
export function mayMeet(one: Glob, other: Glob): boolean {
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
