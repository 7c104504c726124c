import { numberedLines, quoted, type LineProblem } from './line-problems.ts';

/** Paths that search engines don't need: screens behind sign-in, and API calls. */
const kept = ['/admin', '/api/', '/graphql'];

/** Default robots.txt for an origin. */
export function robotsTxt(origin: string): string {
  return [
    'User-agent: *',
    ...kept.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

/** Validators for the directives of robots.txt (RFC 9309, and additions of large search engines). */
const words: Record<string, (value: string) => string | undefined> = {
  'User-agent': (value) =>
    /^\*$|^[\w.+/ -]+$/.test(value) ? undefined : 'Enter a crawler name, or * for all',
  Allow: pathProblem,
  Disallow: pathProblem,
  'Clean-param': (value) => (value === '' ? 'Enter the parameters' : undefined),
  'Crawl-delay': (value) =>
    /^\d+(\.\d+)?$/.test(value) ? undefined : 'Crawl-delay must be a number of seconds',
  Host: (value) => (/^\S+$/.test(value) ? undefined : 'Host must be a host name'),
  Sitemap: (value) =>
    /^https?:\/\/\S+$/i.test(value) && URL.canParse(value)
      ? undefined
      : 'Sitemap must be a full URL, such as https://example.com/sitemap.xml',
};

/** Directives that belong to a User-agent group. */
const ofGroup = new Set(['Allow', 'Disallow', 'Crawl-delay']);

/** Problems of a custom robots.txt. Empty if it is valid. */
export function robotsProblems(text: string): LineProblem[] {
  let named = false;
  return numberedLines(text).flatMap(({ line, text: typed }) => {
    const [said = ''] = typed.split('#');
    if (said.trim() === '') return [];
    const problem = (words: string) => [{ line, problem: words }];
    // oxlint-disable-next-line no-control-regex
    if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(typed) || !typed.isWellFormed())
      return problem("Contains a character that isn't allowed");
    const colon = said.indexOf(':');
    if (colon < 0) return problem(`${quoted(typed)} has no colon. Write it as Disallow: /path`);
    const name = said.slice(0, colon).trim();
    const word = Object.keys(words).find((one) => one.toLowerCase() === name.toLowerCase());
    if (!word)
      return problem(`${quoted(name)} isn't a robots.txt directive. Use ${Object.keys(words).join(', ')}`);
    if (word === 'User-agent') named = true;
    if (ofGroup.has(word) && !named) return problem(`${word} must come after a User-agent line`);
    const wrong = words[word]!(said.slice(colon + 1).trim());
    return wrong ? problem(wrong) : [];
  });
}

/** Whether it blocks all search engines from the whole site. */
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
  return `${quoted(value)} isn't a path. It must start with / or * and contain no spaces`;
}
