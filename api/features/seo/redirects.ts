import { appPaths, isAppPath } from './app-paths.ts';
import { circleProblems } from './circles.ts';
import { captures, readGlob } from './glob.ts';
import { numberedLines, quoted, type LineProblem } from './line-problems.ts';
import { withoutSlash, type RedirectRule } from './redirect-index.ts';
import { plainPath } from './web-origin.ts';

const mostRules = 10_000;

/** Characters of an address in a rule. */
const longest = 500;

/** Stars of one rule, and rules that have more than one: those are tried one after the other. */
const mostStars = 5;
const mostWithSeveralStars = 500;

/** What is wrong with rules, one by one and taken together; empty where nothing is. */
export function redirectProblems(text: string, origins: readonly string[]): LineProblem[] {
  const { rules, problems } = readRedirects(text, origins);
  return [...problems, ...circleProblems(rules)];
}

/**
 * Lines `old -> new`: paths of the site, in which `*` stands for anything; the new address may be one of `origins`, ours.
 * Lines that begin with `#` are remarks. Rules with a problem are not among the rules.
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
      problems.push({ line, problem: `${quoted(read.from)} stands in line ${before} already` });
    else {
      known.set(key, line);
      rules.push({ line, ...read });
    }
  }
  const several = rules.filter(({ from }) => readGlob(from).stars > 1)[mostWithSeveralStars];
  if (several)
    problems.push({
      line: several.line,
      problem: 'At most 500 rules can have more than one * in the old address',
    });
  return { rules, problems };
}

type Read = Omit<RedirectRule, 'line'>;

/** A rule, or what is wrong with it. */
function readLine(typed: string, origins: readonly string[]): Read | string {
  const [from = '', to = '', ...more] = typed.split(/\s+->\s+/);
  if (from === '' || to === '' || more.length > 0 || /\s/.test(from) || /\s/.test(to))
    return 'Write the rule as /old -> /new';
  if (from.length > longest || to.length > longest)
    return 'An address in a rule can have at most 500 characters';
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f\\]/.test(typed) || !typed.isWellFormed())
    return 'There is a character in it that no address has';
  const old = readOld(from);
  if (typeof old !== 'string') return old.problem;
  const target = readNew(to, origins);
  if (typeof target === 'string') return target;
  if (readGlob(target.to).stars > readGlob(old).stars) return 'The new address has more * than the old one';
  return { from: old, ...target };
}

function readOld(typed: string): string | { problem: string } {
  if (!typed.startsWith('/') || typed.startsWith('//'))
    return { problem: 'The old address must be a path of the site that begins with /' };
  if (/[?#]/.test(typed)) return { problem: 'The old address must be a path alone, without ? or #' };
  if (typed.includes('**')) return { problem: 'One * is enough: it stands for anything' };
  const from = plainPath(typed);
  const glob = readGlob(from);
  if (glob.stars > mostStars) return { problem: 'The old address can have at most 5 *' };
  if (glob.stars === 0)
    return isAppPath(from)
      ? { problem: `${quoted(typed)} belongs to the product and cannot be redirected` }
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
  if (!isPath && !/^https?:\/\//i.test(typed)) return `The new address must begin with / or with ${own}/`;
  const address = URL.parse(typed, own);
  if (!address || address.username || address.password) return 'The new address is no address';
  const hosts = origins.map((origin) => new URL(origin).host);
  if (!hosts.includes(address.host))
    return `${quoted(address.host)} is another host: redirects lead to pages of ${hosts.join(' or ')} only`;
  return {
    origin: isPath || address.origin === own ? '' : address.origin,
    to: plainPath(address.pathname) + address.search + address.hash,
  };
}
