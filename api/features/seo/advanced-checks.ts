import type { AdvancedSeo } from './advanced-seo.entity.ts';
import { readHeadTags } from './head-tags.ts';
import { type LineProblem } from './line-problems.ts';
import { redirectProblems } from './redirects.ts';
import { robotsProblems } from './robots.ts';
import { sitemapProblems } from './sitemap-file.ts';
import { readStructuredData } from './structured-data.ts';

/** Where the site is: its address first, then others that are ours. */
export type Origins = readonly [string, ...string[]];

type Check = (text: string, site: { origin: string; origins: Origins }) => LineProblem[];

/** What each field may hold. An empty one is always right. */
const checks: { [Field in keyof AdvancedSeo]?: Check } = {
  robotsTxt: robotsProblems,
  customSitemap: (text, { origin }) => sitemapProblems(text, origin),
  customStructuredData: (text) => {
    const read = readStructuredData(text);
    return read && 'problems' in read ? read.problems : [];
  },
  analyticsCode: (text) => readHeadTags(text, 'analytics').problems,
  customHeadTags: (text) => readHeadTags(text, 'head').problems,
  redirectRules: (text, { origins }) => redirectProblems(text, origins),
};

/** What is wrong with each field that is given. */
export function advancedProblems(
  input: Partial<AdvancedSeo>,
  site: { origin: string; origins: Origins },
): { field: keyof AdvancedSeo; problems: LineProblem[] }[] {
  return Object.entries(checks).flatMap(([name, check]) => {
    const field = name as keyof AdvancedSeo;
    const text = input[field];
    const problems = typeof text === 'string' && text.trim() !== '' ? check(text, site) : [];
    return problems.length > 0 ? [{ field, problems }] : [];
  });
}
