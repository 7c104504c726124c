import { covers, mayMeet, readGlob, type Glob } from './glob.ts';
import { quoted, type LineProblem } from './line-problems.ts';
import { RedirectIndex, type RedirectRule } from './redirect-index.ts';
import { knots } from './knots.ts';

/** Comparisons that checking may take: fractions of a second. */
const patience = 3_000_000;

interface Node {
  rule: RedirectRule;
  from: Glob;
  /** The path of the new address. */
  target: Glob;
  /** Characters by which a path grows, at most, each time the rule is followed. */
  growth: number;
}

/**
 * What is wrong with rules taken together: a rule that leads where another one leads on, and rules that lead round in circles.
 * Where only some paths that a `*` stands for are led on, that is no mistake; a circle is one even if only some run into it.
 */
export function circleProblems(rules: readonly RedirectRule[]): LineProblem[] {
  const nodes = rules.map(nodeOf);
  const next = followers(nodes);
  if (!next)
    return [
      { line: rules[0]?.line ?? 1, problem: 'The rules overlap in too many ways to be checked; use fewer *' },
    ];
  const circles = circlesAmong(nodes, next);
  const inCircle = new Set(circles.flat());
  const chains = nodes.flatMap((node, at) => {
    const on = inCircle.has(at)
      ? undefined
      : next[at]?.find((other) => other !== at && covers(nodes[other]!.from, node.target));
    return on === undefined ? [] : [chainProblem(node.rule, nodes[on]!.rule)];
  });
  return [...circles.map((circle) => circleProblem(circle.map((at) => nodes[at]!.rule))), ...chains];
}

function nodeOf(rule: RedirectRule): Node {
  const [path = ''] = rule.to.split(/[?#]/);
  const [from, target] = [readGlob(rule.from), readGlob(path)];
  const literal = (text: string) => text.replaceAll('*', '').length;
  return { rule, from, target, growth: literal(path) - literal(rule.from) };
}

/** The rules that may apply to where each rule leads; undefined where that takes too long to find out. */
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
      if (mayMeet(from, target)) met.push(at);
    }
    next.push(met);
  }
  return next;
}

type Placed = { at: number; from: Glob };

/** Those whose beginning is one of this beginning's, or continues it. */
function* candidates(sorted: readonly Placed[], start: string): Generator<Placed> {
  for (let length = 0; length <= start.length; length++) {
    const beginning = start.slice(0, length);
    let at = firstFrom(sorted, beginning);
    const isMeant = (text: string) =>
      length < start.length ? text === beginning : text.startsWith(beginning);
    for (; at < sorted.length && isMeant(sorted[at]!.from.start); at++) yield sorted[at]!;
  }
}

/** Index of the first that does not stand before this beginning. */
function firstFrom(sorted: readonly Placed[], start: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.from.start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Rules that come back to themselves without the path getting shorter each time round. */
function circlesAmong(nodes: readonly Node[], next: readonly number[][]): number[][] {
  return knots(next).flatMap((knot) => {
    const grows = knot.some((at) => nodes[at]!.growth > 0);
    if (grows) return [knot];
    const stay = new Set(knot.filter((at) => nodes[at]!.growth === 0));
    const among = next.map((others, at) => (stay.has(at) ? others.filter((other) => stay.has(other)) : []));
    return knots(among);
  });
}

function circleProblem(rules: readonly RedirectRule[]): LineProblem {
  const lines = rules.map(({ line }) => line).sort((one, other) => one - other);
  const [first = 1] = lines;
  const words = lines.length > 5 ? `${lines.slice(0, 5).join(', ')} and more` : lines.join(' and ');
  const problem =
    lines.length === 1
      ? `${quoted(rules[0]!.from)} leads back to itself`
      : `The rules of lines ${words} lead round in a circle`;
  return { line: first, problem };
}

function chainProblem(rule: RedirectRule, on: RedirectRule): LineProblem {
  return {
    line: rule.line,
    problem: `${quoted(rule.to)} is led on to ${quoted(on.to)} by line ${on.line}; write the last address here`,
  };
}
