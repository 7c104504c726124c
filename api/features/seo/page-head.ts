import { Parser } from 'htmlparser2';
import { escapeHtml } from '#api/lib/html.ts';
import type { AdvancedSeo, SeoSettings } from './seo.entity.ts';
import { readStructuredData, scriptJson, structuredData, type SiteFacts } from './structured-data.ts';
import { lineNumberAt, quoted, type LineProblem } from './line-problems.ts';

/** What the head of every public page is made from. */
export interface HeadFacts {
  seo: SeoSettings;
  advanced: AdvancedSeo;
  site: SiteFacts;
}

/** A public page. The first page, `/`, is called and described by the settings. */
export interface PublicPage {
  path: string;
  title?: string;
  description?: string;
}

/** For previews where the settings name none: the product, as it stands on the first page. */
const ownPicture = '/pictures/social.jpg';

/** Everything that search engines, previews and the operator's services find in the head of a public page. */
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

/** Structured data as it stands in pages: ours where it is switched on, and the operator's own beside it. */
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

/** A tag for each that has something to say. */
function metas(kind: 'name' | 'property', contents: Record<string, string>): HeadTag[] {
  return Object.entries(contents)
    .filter(([, content]) => content !== '')
    .map(([name, content]) => ({ tag: 'meta', attributes: { [kind]: name, content } }));
}

/** What an operator may add: tags for the head of public pages, or the scripts of an analytics service. */
export type Purpose = 'head' | 'analytics';

/** Where else something belongs that is not to be written here. */
const elsewhere: Record<string, string> = {
  title: 'the title of the page is set under SEO',
  style: 'styles are set under Website Management, Branding, as custom CSS',
  base: 'it would change where every link of the page leads',
  noscript: 'leave this part out: it is for visitors without JavaScript only',
  iframe: 'it is no tag for the head of a page',
};

/** Names of `<meta>` that the product writes itself. */
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
 * Reads tags that an operator wrote. What is not allowed in a head is refused in words and never dropped silently; remarks and
 * nonces of others are dropped.
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
        refuse(`${quoted(text.trim())} stands outside of a tag`, lineNumberAt(html, at));
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
      refuse(`<${quoted(name)}> is no tag for the head of a page`);
    },
  });
  parser.parseComplete(html);
  return { pieces, problems };
}

function tagProblem(name: string, attributes: Record<string, string>, purpose: Purpose): string | undefined {
  const known = attributesOf[name];
  if (!known)
    return `<${quoted(name)}> cannot stand here: ${elsewhere[name] ?? 'it is no tag for the head of a page'}`;
  if (purpose === 'analytics' && name !== 'script') return `<${name}> belongs to the custom head tags`;
  const odd = Object.keys(attributes).find((attribute) => attribute !== 'nonce' && !known.test(attribute));
  if (odd) return `${quoted(odd)} cannot stand in <${name}>`;
  if (name === 'meta') return metaProblem(attributes);
  return name === 'link' ? linkProblem(attributes) : scriptProblem(attributes);
}

function metaProblem(attributes: Record<string, string>): string | undefined {
  const name = attributes['name'] ?? attributes['property'] ?? attributes['itemprop'];
  if (!name || attributes['content'] === undefined) return '<meta> needs a name (or property) and content';
  return own.has(name.toLowerCase()) ? `${quoted(name)} is written from the settings under SEO` : undefined;
}

function linkProblem({ rel = '', href = '' }: Record<string, string>): string | undefined {
  const odd = rel
    .toLowerCase()
    .split(/\s+/)
    .find((one) => !relations.has(one));
  if (odd === '') return '<link> needs rel';
  if (odd === 'canonical') return 'the canonical address is set under SEO';
  if (odd === 'stylesheet') return `<link rel="stylesheet"> cannot stand here: ${elsewhere['style']}`;
  if (odd !== undefined) return `<link rel="${quoted(odd)}"> cannot stand here`;
  const isPath = /^\/(?!\/)/.test(href);
  return isPath || isHttps(href) ? undefined : 'href must be a path, or an address that begins with https://';
}

function scriptProblem({ src, type = '' }: Record<string, string>): string | undefined {
  if (!scriptTypes.test(type)) return `A script of the type ${quoted(type)} cannot stand here`;
  if (src !== undefined && !isHttps(src)) return 'src must be an address that begins with https://';
  return undefined;
}

const isHttps = (address: string) => /^https:\/\/[^\s\\]+$/i.test(address) && URL.canParse(address);

function contentProblem({ attributes, content = '' }: HeadTag): string | undefined {
  if (content.trim() === '' && attributes['src'] === undefined) return 'The script is empty';
  // A browser reads on behind </script> where one of these stands open.
  if (content.includes('<!--')) return 'A script cannot hold <!--';
  // The parser here reads on behind `</script/>`, where a browser ends the script and takes the rest as tags.
  if (/<\/script/i.test(content)) return 'A script cannot hold </script';
  if (attributes['type']?.toLowerCase() !== 'application/ld+json') return undefined;
  const read = readStructuredData(content);
  return read && 'problems' in read ? read.problems[0]?.problem : undefined;
}

/** A tag of a page's head. */
export interface HeadTag {
  tag: 'title' | 'meta' | 'link' | 'script';
  attributes: Record<string, string>;
  /** What stands between its tags: of a script as it runs, of a title as text. */
  content?: string;
}

/** The tags as HTML. Scripts carry the nonce, without which a page does not run them. */
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
