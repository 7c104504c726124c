import { lineNumberAt, type LineProblem } from './line-problems.ts';

/** What structured data describes. */
export interface SiteFacts {
  origin: string;
  siteName: string;
  description: string;
  /** Absolute URL. `null` if none was uploaded. */
  logo: string | null;
  /** Profiles on other sites. */
  sameAs: readonly string[];
  /** Packages on sale, with monthly prices as decimals. */
  offers: readonly { name: string; description: string; price: string; currency: string }[];
}

/** Describes the organization, the site and its offers in schema.org vocabulary. */
export function structuredData({ origin, siteName, description, logo, sameAs, offers }: SiteFacts): object {
  const organization = `${origin}/#organization`;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': organization,
        name: siteName,
        url: `${origin}/`,
        ...(logo && { logo }),
        ...(sameAs.length > 0 && { sameAs }),
      },
      {
        '@type': 'WebSite',
        '@id': `${origin}/#website`,
        name: siteName,
        url: `${origin}/`,
        ...(description && { description }),
        publisher: { '@id': organization },
      },
      {
        '@type': 'SoftwareApplication',
        '@id': `${origin}/#application`,
        name: siteName,
        url: `${origin}/`,
        ...(description && { description }),
        applicationCategory: 'BusinessApplication',
        operatingSystem: 'Web',
        publisher: { '@id': organization },
        ...(offers.length > 0 && { offers: offers.map((offer) => offerOf(offer, origin)) }),
      },
    ],
  };
}

function offerOf(
  { name, description, price, currency }: SiteFacts['offers'][number],
  origin: string,
): object {
  return {
    '@type': 'Offer',
    name,
    ...(description && { description }),
    price,
    priceCurrency: currency,
    url: `${origin}/packages`,
    availability: 'https://schema.org/InStock',
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price,
      priceCurrency: currency,
      unitCode: 'MON',
    },
  };
}

/** JSON that is safe inside a script element: it can't close the script or open a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Parses custom JSON-LD, or returns its problems. Undefined if it is blank. */
export function readStructuredData(text: string): { data: object } | { problems: LineProblem[] } | undefined {
  if (text.trim() === '') return undefined;
  if (/^\s*<script/i.test(text)) return problem(1, 'Enter only the JSON, without a script tag');
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    const { line, words } = whereItFails(text, error as SyntaxError);
    return problem(line, `This isn't valid JSON: ${words}`);
  }
  const wrong = shapeProblem(data);
  return wrong ? problem(1, wrong) : { data: data as object };
}

const problem = (line: number, words: string) => ({ problems: [{ line, problem: words }] });

/** Maximum nesting. Schema.org's own examples have five levels, and unlimited depth can't be serialized. */
const deepest = 50;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function shapeProblem(data: unknown): string | undefined {
  const parts = Array.isArray(data) ? data : [data];
  if (parts.length === 0) return 'The list is empty';
  if (parts.some((part) => typeof part !== 'object' || part === null || Array.isArray(part)))
    return 'JSON-LD must be an object or a list of objects';
  if (isDeeper(data, deepest)) return `JSON-LD can be nested ${deepest} levels deep at most`;
  const outside = parts.find((part) => !isContext((part as Record<string, unknown>)['@context']));
  return outside ? 'JSON-LD needs "@context": "https://schema.org" in each object' : undefined;
}

function isContext(context: unknown): boolean {
  if (typeof context === 'string') return /^https?:\/\/\S+$/.test(context);
  return typeof context === 'object' && context !== null && Object.keys(context).length > 0;
}

/**
 * Locates the syntax error. The engine names a position in most messages, and otherwise means the end of the
 * text.
 */
function whereItFails(text: string, { message }: SyntaxError): { line: number; words: string } {
  const [, place] = /at position (\d+)/.exec(message) ?? [];
  const words = message.replace(
    / in JSON at position.*$|, \.{3}.*is not valid JSON$|, ".*is not valid JSON$/s,
    '',
  );
  const token = /^Unexpected token '(.+)'$/su.exec(words)?.[1];
  const at = place === undefined ? firstWrong(text) : Number(place);
  return { line: lineNumberAt(text, at), words: token ? `unexpected ${token}` : words.toLowerCase() };
}

/** Binary search for the first character at which the text can't be JSON. */
function firstWrong(text: string): number {
  let [good, bad] = [0, text.length];
  while (good < bad) {
    const middle = (good + bad + 1) >> 1;
    if (mayContinue(text.slice(0, middle))) good = middle;
    else bad = middle - 1;
  }
  return good;
}

function mayContinue(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return true;
  } catch (error) {
    const { message } = error as SyntaxError;
    const place = Number(/at position (\d+)/.exec(message)?.[1] ?? -1);
    return place >= beginning.length || /end of JSON|Unterminated/i.test(message);
  }
}
