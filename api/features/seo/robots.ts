import { numberedLines, quoted, type LineProblem } from './line-problems.ts';

/** Nothing for search engines: screens of people who are signed in, and calls. */
const kept = ['/admin', '/api/', '/graphql'];

/** The robots.txt for a site at this origin. */
export function robotsTxt(origin: string): string {
  return [
    'User-agent: *',
    ...kept.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

/** What each word of robots.txt takes (RFC 9309, and what the large search engines add), and what is wrong with another value. */
const words: Record<string, (value: string) => string | undefined> = {
  'User-agent': (value) => (/^\*$|^[\w.+/ -]+$/.test(value) ? undefined : 'Name a robot, or * for all'),
  Allow: pathProblem,
  Disallow: pathProblem,
  'Clean-param': (value) => (value === '' ? 'Name the parameters' : undefined),
  'Crawl-delay': (value) =>
    /^\d+(\.\d+)?$/.test(value) ? undefined : 'Crawl-delay takes a number of seconds',
  Host: (value) => (/^\S+$/.test(value) ? undefined : 'Host takes a host name'),
  Sitemap: (value) =>
    /^https?:\/\/\S+$/i.test(value) && URL.canParse(value)
      ? undefined
      : 'Sitemap takes a whole address, such as https://example.com/sitemap.xml',
};

/** Those that say something to the robots named before them. */
const ofGroup = new Set(['Allow', 'Disallow', 'Crawl-delay']);

/** What is wrong with a robots.txt that somebody wrote; empty where nothing is. */
export function robotsProblems(text: string): LineProblem[] {
  let named = false;
  return numberedLines(text).flatMap(({ line, text: typed }) => {
    const [said = ''] = typed.split('#');
    if (said.trim() === '') return [];
    const problem = (words: string) => [{ line, problem: words }];
    // oxlint-disable-next-line no-control-regex
    if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(typed) || !typed.isWellFormed())
      return problem('There is a character in it that no text has');
    const colon = said.indexOf(':');
    if (colon < 0) return problem(`${quoted(typed)} has no colon; write it as Disallow: /path`);
    const name = said.slice(0, colon).trim();
    const word = Object.keys(words).find((one) => one.toLowerCase() === name.toLowerCase());
    if (!word)
      return problem(`${quoted(name)} is no word of robots.txt; use ${Object.keys(words).join(', ')}`);
    if (word === 'User-agent') named = true;
    if (ofGroup.has(word) && !named) return problem(`${word} must stand below a User-agent line`);
    const wrong = words[word]!(said.slice(colon + 1).trim());
    return wrong ? problem(wrong) : [];
  });
}

/** Whether it keeps every search engine away from the whole site. */
export function hidesEverything(text: string): boolean {
  let forAll = false;
  let hidden = false;
  let before = '';
  for (const { text: typed } of numberedLines(text)) {
    const [, name = '', value = ''] = /^([\w-]+)\s*:\s*([^#]*)/.exec(typed) ?? [];
    const word = name.toLowerCase();
    const isAgent = word === 'user-agent';
    if (isAgent) forAll = (before === 'user-agent' && forAll) || value.trim() === '*';
    if (forAll && word === 'disallow' && /^\/\*?$/.test(value.trim())) hidden = true;
    if (forAll && word === 'allow' && /^\/(\*|\$)?$/.test(value.trim())) return false;
    if (word !== '') before = word;
  }
  return hidden;
}

function pathProblem(value: string): string | undefined {
  if (value === '' || /^[/*]\S*$/.test(value)) return undefined;
  return `${quoted(value)} is no path: it must begin with / or *, without blanks`;
}
