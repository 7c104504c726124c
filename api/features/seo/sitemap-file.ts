import { lineAt, quoted, type LineProblem } from './line-problems.ts';
import { mostUrls, namespace, urlProblem } from './sitemap.ts';

/** A whole tag, a remark, the declaration, or text; what is none of these is no XML of a sitemap. */
const piece =
  /<\?xml\s[^<>]*\?>|<!--(?:(?!--)[^])*-->|<(\/?)([a-z][\w:.-]*)((?:\s+[a-z][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/iy;

const entity = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i;

/** What is wrong with a sitemap that somebody wrote; empty where nothing is. */
export function sitemapProblems(xml: string, origin: string): LineProblem[] {
  const open: string[] = [];
  const urls: { at: number; text: string }[] = [];
  let root: string | undefined;
  const problem = (at: number, words: string) => [{ line: lineAt(xml, at), problem: words }];
  const start = xml.length - xml.trimStart().length;
  for (let at = start; at < xml.length;) {
    piece.lastIndex = at;
    const found = piece.exec(xml);
    if (!found) return problem(at, `${quoted(xml.slice(at, at + 30).trim())} is no XML of a sitemap`);
    const [whole, closing, name = '', attributes = '', single, text] = found;
    if (entity.test(text ?? attributes)) return problem(at, 'Write & as &amp;');
    // oxlint-disable-next-line no-control-regex
    if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(whole) || !whole.isWellFormed())
      return problem(at, 'There is a character in it that XML cannot hold');
    if (text !== undefined) {
      if (text.trim() !== '' && open.length === 0) return problem(at, 'Text stands outside of the list');
      if (open.at(-1) === 'loc')
        urls.push({ at: at + text.length - text.trimStart().length, text: text.trim() });
    } else if (whole.startsWith('<?xml') && at > start) {
      return problem(at, 'The XML declaration must come first');
    } else if (closing) {
      const last = open.pop();
      if (last !== name) return problem(at, `</${name}> closes ${last ? `<${last}>` : 'nothing'}`);
    } else if (name !== '') {
      if (open.length === 0 && root) return problem(at, `<${name}> stands behind the end of the list`);
      root ??= name;
      if (root !== 'urlset' && root !== 'sitemapindex')
        return problem(at, 'A sitemap begins with <urlset> or <sitemapindex>');
      if (open.length === 0 && !attributes.includes(`"${namespace}"`))
        return problem(at, `<${name}> needs xmlns="${namespace}"`);
      if (!single) open.push(name);
    }
    at += whole.length;
  }
  if (!root) return problem(0, 'A sitemap begins with <urlset> or <sitemapindex>');
  const last = open.at(-1);
  if (last) return problem(xml.length, `<${last}> is never closed`);
  if (urls.length === 0) return problem(xml.length, 'It lists no address: there is no <loc> in it');
  const beyond = urls[mostUrls];
  if (beyond) return problem(beyond.at, 'A sitemap can list at most 50,000 addresses');
  const wrong = urls.flatMap((url) => {
    const words = url.text.startsWith('/')
      ? 'An address in a sitemap must be whole'
      : urlProblem(unescaped(url.text), origin);
    return words ? [{ at: url.at, words }] : [];
  });
  return wrong.slice(0, 20).flatMap(({ at, words }) => problem(at, words));
}

const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function unescaped(text: string): string {
  return text.replace(/&(?:#(x?)([\da-f]+)|(\w+));/gi, (whole, hex = '', code = '', name = '') => {
    if (name) return signs[name] ?? whole;
    const point = Number.parseInt(code, hex ? 16 : 10);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
