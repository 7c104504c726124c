import { convert } from 'html-to-text';
import sanitize from 'sanitize-html';
import { escapeHtml } from '#api/lib/html.ts';

/** Allowed HTML. Everything else is removed, scripts and styles with their content. */
const tags = [
  ['h1', 'h2', 'h3', 'h4', 'p', 'div', 'span', 'br', 'hr', 'blockquote', 'pre', 'code'],
  ['a', 'b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup', 'img'],
  ['ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
].flat();

const color = [/^#[\da-f]{3,8}$/i, /^[a-z]{3,20}$/i, /^rgba?\([\d\s.,%/]{5,40}\)$/i];
const size = [/^-?\d{1,4}(\.\d{1,3})?(px|em|rem|%|pt)?$/];
const sizes = [/^(-?\d{1,4}(\.\d{1,3})?(px|em|rem|%|pt)?\s?){1,4}$/];
const word = [/^[a-z\d-]{1,20}$/i];

const rules: sanitize.IOptions = {
  allowedTags: tags,
  allowedAttributes: {
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    '*': ['style'],
  },
  allowedStyles: {
    '*': {
      color,
      'background-color': color,
      'font-size': size,
      'font-weight': word,
      'font-style': word,
      'line-height': size,
      'text-align': word,
      'text-decoration': word,
      margin: sizes,
      padding: sizes,
    },
  },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  transformTags: { a: withoutOwnPath('href'), img: withoutOwnPath('src') },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['src'],
};

/** An email has no base URL, so relative links lead nowhere. */
function withoutOwnPath(name: 'href' | 'src'): sanitize.Transformer {
  return (tagName, { [name]: address = '', ...attribs }) => ({
    tagName,
    attribs: /^[a-z]+:/i.test(address.trim()) ? { ...attribs, [name]: address } : attribs,
  });
}

const isHtml = new RegExp(`<(${tags.join('|')})(\\s[^<>]*)?/?>`, 'i');

/** An administrator's message as safe HTML and as text. Undefined if nothing is left. */
export function bodyOf(message: string): { html: string; text: string } | undefined {
  const html = isHtml.test(message) ? sanitize(message, rules).trim() : paragraphsOf(message);
  const text = isHtml.test(message) ? textOf(html) : message.trim();
  return text === '' && !html.includes('<img') ? undefined : { html, text };
}

function paragraphsOf(message: string): string {
  return message
    .trim()
    .split(/\r?\n\s*\r?\n/)
    .map((one) => `<p style="margin:0 0 16px">${escapeHtml(one).replace(/\r?\n/g, '<br>')}</p>`)
    .join('\n');
}

function textOf(html: string): string {
  return convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      { selector: 'img', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    ],
  }).trim();
}
