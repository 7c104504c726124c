import { appPaths, isAppPath, normalizePath } from './paths.ts';
import {
  captures,
  readGlob,
  withoutSlash,
  type RedirectRule,
  covers,
  mayOverlap,
  type Glob,
  RedirectIndex,
} from './redirect-index.ts';
import { numberedLines, quoted, type LineProblem } from './line-problems.ts';

const mostRules = 10_000;

/** Maximum characters of a URL in a rule. */
const longest = 500;

/** Maximum `*` in a rule, and rules with more than one, which must be tried one after another. */
const mostStars = 5;
const mostWithSeveralStars = 500;

/** Problems of the rules, alone and combined. Empty if there are none. */
export function redirectProblems(text: string, origins: readonly string[]): LineProblem[] {
  const { rules, problems } = readRedirects(text, origins);
  return [...problems, ...cycleProblems(rules)];
}

/**
 * Parses lines of the form `old -> new`. Old is a path on the site in which `*` matches anything, and new may
 * be on one of `origins`. Lines starting with `#` are comments. Invalid rules are left out.
 */
export function readRedirects(
  text: string,
  origins: readonly string[],
): { rules: RedirectRule[]; problems: LineProblem[] } {
  const lines = numberedLines(text).filter((line) => !line.text.startsWith('#'));
  const beyond = lines[mostRules];
  if (beyond)
    return { rules: [], problems: [{ line: beyond.line, problem: 'There can be at most 10,000 rules' }] };
  const rules: RedirectRule[] = [];
  const problems: LineProblem[] = [];
  const known = new Map<string, number>();
  for (const { line, text: typed } of lines) {
    const read = readLine(typed, origins);
    if (typeof read === 'string') {
      problems.push({ line, problem: read });
      continue;
    }
    const key = withoutSlash(read.from);
    const before = known.get(key);
    if (before !== undefined)
      problems.push({ line, problem: `${quoted(read.from)} is already in line ${before}` });
    else {
      known.set(key, line);
      rules.push({ line, ...read });
    }
  }
  const several = rules.filter(({ from }) => readGlob(from).stars > 1)[mostWithSeveralStars];
  if (several)
    problems.push({
      line: several.line,
      problem: 'At most 500 rules can have more than one * in the old path',
    });
  return { rules, problems };
}

type Read = Omit<RedirectRule, 'line'>;

function readLine(typed: string, origins: readonly string[]): Read | string {
  const [from = '', to = '', ...more] = typed.split(/\s+->\s+/);
  if (from === '' || to === '' || more.length > 0 || /\s/.test(from) || /\s/.test(to))
    return 'Write the rule as /old -> /new';
  if (from.length > longest || to.length > longest) return 'A URL in a rule can have at most 500 characters';
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f\\]/.test(typed) || !typed.isWellFormed())
    return "Contains a character that isn't allowed in URLs";
  const old = readOld(from);
  if (typeof old !== 'string') return old.problem;
  const target = readNew(to, origins);
  if (typeof target === 'string') return target;
  if (readGlob(target.to).stars > readGlob(old).stars) return 'The new URL has more * than the old path';
  return { from: old, ...target };
}

function readOld(typed: string): string | { problem: string } {
  if (!typed.startsWith('/') || typed.startsWith('//')) return { problem: 'The old path must start with /' };
  if (/[?#]/.test(typed)) return { problem: "The old path can't contain ? or #" };
  if (typed.includes('**')) return { problem: 'Use a single *, which already matches anything' };
  const from = normalizePath(typed);
  const glob = readGlob(from);
  if (glob.stars > mostStars) return { problem: 'The old path can have at most 5 *' };
  if (glob.stars === 0)
    return isAppPath(from)
      ? { problem: `${quoted(typed)} belongs to the product and can't be redirected` }
      : from;
  const caught =
    appPaths.find((path) => path !== '/' && glob.start.toLowerCase().startsWith(`${path}/`)) ??
    appPaths.find((path) => captures(glob, path) ?? captures(glob, `${path}/`));
  return caught === undefined
    ? from
    : { problem: `${quoted(typed)} would catch ${caught}, which belongs to the product` };
}

function readNew(typed: string, origins: readonly string[]): Pick<Read, 'origin' | 'to'> | string {
  const [own = ''] = origins;
  const isPath = typed.startsWith('/') && !typed.startsWith('//');
  if (!isPath && !/^https?:\/\//i.test(typed)) return `The new URL must start with / or ${own}/`;
  const address = URL.parse(typed, own);
  if (!address || address.username || address.password) return "The new URL isn't valid";
  const hosts = origins.map((origin) => new URL(origin).host);
  if (!hosts.includes(address.host))
    return `${quoted(address.host)} is another host. Redirects can only lead to ${hosts.join(' or ')}`;
  return {
    origin: isPath || address.origin === own ? '' : address.origin,
    to: normalizePath(address.pathname) + address.search + address.hash,
  };
}

/** Maximum comparisons while checking, a fraction of a second. */
const patience = 3_000_000;

interface Node {
  rule: RedirectRule;
  from: Glob;
  /** Path of the new URL. */
  target: Glob;
  /** Maximum characters that a path grows each time the rule is followed. */
  growth: number;
}

/**
 * Problems of the rules combined: chains and loops. Matching another rule for only some captured paths is no
 * chain. A loop is reported even if only some paths enter it.
 */
function cycleProblems(rules: readonly RedirectRule[]): LineProblem[] {
  const nodes = rules.map(nodeOf);
  const next = followers(nodes);
  if (!next)
    return [
      { line: rules[0]?.line ?? 1, problem: 'The rules overlap in too many ways to check. Use fewer *' },
    ];
  const circles = findCycles(nodes, next);
  const inCircle = new Set(circles.flat());
  const chains = nodes.flatMap((node, at) => {
    const on = inCircle.has(at)
      ? undefined
      : next[at]?.find((other) => other !== at && covers(nodes[other]!.from, node.target));
    return on === undefined ? [] : [chainProblem(node.rule, nodes[on]!.rule)];
  });
  return [...circles.map((circle) => cycleProblem(circle.map((at) => nodes[at]!.rule))), ...chains];
}

function nodeOf(rule: RedirectRule): Node {
  const [path = ''] = rule.to.split(/[?#]/);
  const [from, target] = [readGlob(rule.from), readGlob(path)];
  const literal = (text: string) => text.replaceAll('*', '').length;
  return { rule, from, target, growth: literal(path) - literal(rule.from) };
}

/** Rules that may match each rule's target, or undefined if finding out takes too long. */
function followers(nodes: readonly Node[]): number[][] | undefined {
  const index = new RedirectIndex(nodes.map(({ rule }) => rule));
  const placeOf = new Map(nodes.map(({ rule }, at) => [rule, at]));
  const byStart = nodes
    .map(({ from }, at) => ({ at, from }))
    .sort((one, other) => (one.from.start < other.from.start ? -1 : 1));
  let looked = 0;
  const next: number[][] = [];
  for (const { target } of nodes) {
    if (target.stars === 0) {
      const found = index.find(target.start);
      next.push(found ? [placeOf.get(found.rule)!] : []);
      continue;
    }
    const met: number[] = [];
    for (const { at, from } of candidates(byStart, target.start)) {
      if (++looked > patience) return undefined;
      if (mayOverlap(from, target)) met.push(at);
    }
    next.push(met);
  }
  return next;
}

type Placed = { at: number; from: Glob };

/** Patterns whose start equals or extends this start. */
function* candidates(sorted: readonly Placed[], start: string): Generator<Placed> {
  for (let length = 0; length <= start.length; length++) {
    const beginning = start.slice(0, length);
    let at = firstFrom(sorted, beginning);
    const isMeant = (text: string) =>
      length < start.length ? text === beginning : text.startsWith(beginning);
    for (; at < sorted.length && isMeant(sorted[at]!.from.start); at++) yield sorted[at]!;
  }
}

/** Binary search for the first pattern that doesn't sort before this start. */
function firstFrom(sorted: readonly Placed[], start: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.from.start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Cycles in which the path doesn't get shorter each time. */
function findCycles(nodes: readonly Node[], next: readonly number[][]): number[][] {
  return stronglyConnectedComponents(next).flatMap((knot) => {
    const grows = knot.some((at) => nodes[at]!.growth > 0);
    if (grows) return [knot];
    const stay = new Set(knot.filter((at) => nodes[at]!.growth === 0));
    const among = next.map((others, at) => (stay.has(at) ? others.filter((other) => stay.has(other)) : []));
    return stronglyConnectedComponents(among);
  });
}

function cycleProblem(rules: readonly RedirectRule[]): LineProblem {
  const lines = rules.map(({ line }) => line).sort((one, other) => one - other);
  const [first = 1] = lines;
  const words = lines.length > 5 ? `${lines.slice(0, 5).join(', ')} and more` : lines.join(' and ');
  const problem =
    lines.length === 1
      ? `${quoted(rules[0]!.from)} redirects to itself`
      : `The rules of lines ${words} form a loop`;
  return { line: first, problem };
}

function chainProblem(rule: RedirectRule, on: RedirectRule): LineProblem {
  return {
    line: rule.line,
    problem: `${quoted(rule.to)} is redirected to ${quoted(on.to)} by line ${on.line}. Use the final URL here`,
  };
}

/**
 * Strongly connected components (Tarjan, without recursion because there may be thousands of rules). A single
 * rule counts if it leads to itself.
 */
function stronglyConnectedComponents(next: readonly (readonly number[])[]): number[][] {
  const order = new Map<number, number>();
  const lowest: number[] = [];
  const waiting: number[] = [];
  const isWaiting = new Set<number>();
  const found: number[][] = [];

  const enter = (place: number) => {
    order.set(place, order.size);
    lowest[place] = order.get(place)!;
    waiting.push(place);
    isWaiting.add(place);
  };
  const leave = (place: number) => {
    if (lowest[place] !== order.get(place)) return;
    const group = waiting.splice(waiting.lastIndexOf(place));
    for (const one of group) isWaiting.delete(one);
    if (group.length > 1 || next[place]!.includes(place)) found.push(group);
  };

  for (const start of next.keys()) {
    if (order.has(start)) continue;
    enter(start);
    const way = [{ place: start, done: 0 }];
    while (way.length > 0) {
      const here = way.at(-1)!;
      const other = next[here.place]![here.done++];
      if (other === undefined) {
        leave(here.place);
        way.pop();
        const above = way.at(-1);
        if (above) lowest[above.place] = Math.min(lowest[above.place]!, lowest[here.place]!);
      } else if (!order.has(other)) {
        enter(other);
        way.push({ place: other, done: 0 });
      } else if (isWaiting.has(other)) {
        lowest[here.place] = Math.min(lowest[here.place]!, order.get(other)!);
      }
    }
  }
  return found;
}
