import { Parser } from 'htmlparser2';
import { escapeHtml } from '#api/lib/html.ts';
import type { AdvancedSeo, SeoSettings } from './seo.entity.ts';
import { readStructuredData, scriptJson, structuredData, type SiteFacts } from './structured-data.ts';
import { lineNumberAt, quoted, type LineProblem } from './line-problems.ts';

export interface HeadFacts {
  seo: SeoSettings;
  advanced: AdvancedSeo;
  site: SiteFacts;
}

/** A public page. The homepage, `/`, takes its title and description from the settings. */
export interface PublicPage {
  path: string;
  title?: string;
  description?: string;
}

/** Fallback for link previews: a picture of the product from the homepage. */
const ownPicture = '/pictures/social.jpg';

/** All tags for search engines, link previews and the operator's services. */
export function pageHead(page: PublicPage, { seo, advanced, site }: HeadFacts): HeadTag[] {
  const isFirst = page.path === '/';
  const title = (isFirst ? seo.pageTitle : page.title) || site.siteName;
  const description = (isFirst ? seo.metaDescription : page.description) || seo.metaDescription;
  const canonical = (isFirst && seo.canonicalUrl) || new URL(page.path, site.origin).href;
  return [
    { tag: 'title', attributes: {}, content: title },
    ...metas('name', { description, keywords: isFirst ? seo.keywords : '' }),
    { tag: 'link', attributes: { rel: 'canonical', href: canonical } },
    ...metas('property', {
      'og:type': 'website',
      'og:site_name': site.siteName,
      'og:title': (isFirst && seo.ogTitle) || title,
      'og:description': (isFirst && seo.ogDescription) || description,
      'og:url': canonical,
      'og:image': new URL(seo.ogImage || ownPicture, site.origin).href,
    }),
    ...metas('name', {
      'twitter:card': seo.twitterCard,
      'google-site-verification': advanced.searchConsoleVerification,
      'msvalidate.01': advanced.bingVerification,
      'yandex-verification': advanced.yandexVerification,
    }),
    ...dataPieces(advanced, site),
    ...readHeadTags(advanced.customHeadTags, 'head').pieces,
    ...readHeadTags(advanced.analyticsCode, 'analytics').pieces,
  ];
}

/** Structured data of a page: ours if it is turned on, and the operator's own. */
export function dataOf(advanced: AdvancedSeo, site: SiteFacts): object[] {
  if (!advanced.structuredDataEnabled) return [];
  const custom = readStructuredData(advanced.customStructuredData);
  return [structuredData(site), ...(custom && 'data' in custom ? [custom.data] : [])];
}

function dataPieces(advanced: AdvancedSeo, site: SiteFacts): HeadTag[] {
  return dataOf(advanced, site).map((data) => ({
    tag: 'script',
    attributes: { type: 'application/ld+json' },
    content: scriptJson(data),
  }));
}

/** One meta tag per non-empty value. */
function metas(kind: 'name' | 'property', contents: Record<string, string>): HeadTag[] {
  return Object.entries(contents)
    .filter(([, content]) => content !== '')
    .map(([name, content]) => ({ tag: 'meta', attributes: { [kind]: name, content } }));
}

/** Kinds of custom tags: the head of public pages, or an analytics service's scripts. */
export type Purpose = 'head' | 'analytics';

/** Why a tag isn't allowed here, and where it belongs. */
const elsewhere: Record<string, string> = {
  title: 'set the page title under SEO',
  style: 'add styles as custom CSS under Website Management, Branding',
  base: 'it would change the target of every link',
  noscript: 'leave it out, because it only serves visitors without JavaScript',
  iframe: "it isn't allowed in the head of a page",
};

/** Meta names that the product writes itself. */
const own = new Set(
  [
    ['description', 'keywords', 'viewport', 'color-scheme', 'theme-color', 'csp-nonce', 'twitter:card'],
    ['og:title', 'og:description', 'og:image', 'og:url', 'og:type', 'og:site_name'],
  ].flat(),
);

const relations = new Set(
  [
    ['alternate', 'author', 'license', 'me', 'help', 'search', 'publisher', 'pgpkey', 'webmention'],
    ['preconnect', 'dns-prefetch', 'apple-touch-icon', 'mask-icon', 'noopener', 'noreferrer'],
  ].flat(),
);

const scriptTypes = /^(|module|(text|application)\/(javascript|ecmascript)|application\/(ld\+)?json)$/i;

const attributesOf: Record<string, RegExp> = {
  meta: /^(name|property|itemprop|content|media|lang)$/,
  link: /^(rel|href|hreflang|type|title|sizes|media|color|crossorigin)$/,
  script:
    /^(src|async|defer|type|id|class|charset|crossorigin|integrity|referrerpolicy|fetchpriority|data-[\w.-]+)$/,
};

/**
 * Parses custom tags. Disallowed tags are reported and never dropped silently. Comments and foreign nonces
 * are dropped.
 */
export function readHeadTags(html: string, purpose: Purpose): { pieces: HeadTag[]; problems: LineProblem[] } {
  const pieces: HeadTag[] = [];
  const problems: LineProblem[] = [];
  let script: { piece: HeadTag; line: number } | undefined;
  let skipped: string | undefined;
  const line = () => lineNumberAt(html, parser.startIndex);
  const refuse = (problem: string, at = line()) => void problems.push({ line: at, problem });
  const parser = new Parser({
    onopentag(name, attributes) {
      if (skipped) return;
      const problem = tagProblem(name, attributes, purpose);
      if (problem) {
        refuse(problem);
        if (name !== 'script' && name in elsewhere && name !== 'base') skipped = name;
      }
      const { nonce: _, ...kept } = attributes;
      const piece = { tag: name as HeadTag['tag'], attributes: kept };
      if (name === 'script') script = { piece, line: line() };
      else if (!problem) pieces.push(piece);
    },
    ontext(text) {
      if (script) script.piece.content = (script.piece.content ?? '') + text;
      else if (text.trim() !== '' && !skipped) {
        const at = parser.startIndex + text.length - text.trimStart().length;
        refuse(`${quoted(text.trim())} is outside a tag`, lineNumberAt(html, at));
      }
    },
    onclosetag(name, isImplied) {
      if (name === skipped) skipped = undefined;
      if (name !== 'script' || !script) return;
      const { piece, line } = script;
      script = undefined;
      const problem = isImplied ? '<script> is never closed' : contentProblem(piece);
      if (problem) refuse(problem, line);
      else if (tagProblem('script', piece.attributes, purpose) === undefined) pieces.push(piece);
    },
    onprocessinginstruction(name) {
      refuse(`<${quoted(name)}> isn't allowed in the head of a page`);
    },
  });
  parser.parseComplete(html);
  return { pieces, problems };
}

function tagProblem(name: string, attributes: Record<string, string>, purpose: Purpose): string | undefined {
  const known = attributesOf[name];
  if (!known)
    return `<${quoted(name)}> isn't allowed here: ${elsewhere[name] ?? "it isn't allowed in the head of a page"}`;
  if (purpose === 'analytics' && name !== 'script') return `<${name}> belongs in the custom head tags`;
  const odd = Object.keys(attributes).find((attribute) => attribute !== 'nonce' && !known.test(attribute));
  if (odd) return `${quoted(odd)} isn't allowed in <${name}>`;
  if (name === 'meta') return metaProblem(attributes);
  return name === 'link' ? linkProblem(attributes) : scriptProblem(attributes);
}

function metaProblem(attributes: Record<string, string>): string | undefined {
  const name = attributes['name'] ?? attributes['property'] ?? attributes['itemprop'];
  if (!name || attributes['content'] === undefined) return '<meta> needs a name (or property) and content';
  return own.has(name.toLowerCase()) ? `${quoted(name)} is set under SEO` : undefined;
}

function linkProblem({ rel = '', href = '' }: Record<string, string>): string | undefined {
  const odd = rel
    .toLowerCase()
    .split(/\s+/)
    .find((one) => !relations.has(one));
  if (odd === '') return '<link> needs rel';
  if (odd === 'canonical') return 'set the canonical URL under SEO';
  if (odd === 'stylesheet') return `<link rel="stylesheet"> isn't allowed here: ${elsewhere['style']}`;
  if (odd !== undefined) return `<link rel="${quoted(odd)}"> isn't allowed here`;
  const isPath = /^\/(?!\/)/.test(href);
  return isPath || isHttps(href) ? undefined : 'href must be a path, or a URL that starts with https://';
}

function scriptProblem({ src, type = '' }: Record<string, string>): string | undefined {
  if (!scriptTypes.test(type)) return `Scripts of type ${quoted(type)} aren't allowed here`;
  if (src !== undefined && !isHttps(src)) return 'src must be a URL that starts with https://';
  return undefined;
}

const isHttps = (address: string) => /^https:\/\/[^\s\\]+$/i.test(address) && URL.canParse(address);

function contentProblem({ attributes, content = '' }: HeadTag): string | undefined {
  if (content.trim() === '' && attributes['src'] === undefined) return 'The script is empty';
  // An open `<!--` makes browsers read on past </script>.
  if (content.includes('<!--')) return "A script can't contain <!--";
  // This parser reads on past `</script/>`, where browsers end the script and parse the rest as tags.
  if (/<\/script/i.test(content)) return "A script can't contain </script";
  if (attributes['type']?.toLowerCase() !== 'application/ld+json') return undefined;
  const read = readStructuredData(content);
  return read && 'problems' in read ? read.problems[0]?.problem : undefined;
}

export interface HeadTag {
  tag: 'title' | 'meta' | 'link' | 'script';
  attributes: Record<string, string>;
  /** Content: the code of a script, or the text of a title. */
  content?: string;
}

/** Renders the tags. Scripts carry the nonce that the page's CSP requires. */
export function headHtml(pieces: readonly HeadTag[], nonce: string): string {
  return pieces
    .map(({ tag, attributes, content }) => {
      const all = tag === 'script' ? { nonce, ...attributes } : attributes;
      const written = Object.entries(all).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
      const opened = `<${tag}${written.join('')}>`;
      if (tag === 'meta' || tag === 'link') return opened;
      return `${opened}${tag === 'script' ? (content ?? '') : escapeHtml(content ?? '')}</${tag}>`;
    })
    .join('\n');
}
