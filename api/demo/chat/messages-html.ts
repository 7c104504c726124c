import { escapeHtml } from '#api/lib/html.ts';

/** A link to another page; what is no web address stays text. */
export function link(url: string, label: string, looks = ''): string {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return escapeHtml(label);
  const attributes = `rel="noreferrer"${looks && ` class="${looks}"`}`;
  return `<a href="${escapeHtml(parsed.href)}" ${attributes}>${escapeHtml(label)}</a>`;
}

/** Somebody would have been called. */
export function mention(text: string): string {
  return `<mark>${escapeHtml(text)}</mark>`;
}

/** A text as HTML: what a pattern finds is made by `found`, all the rest is escaped. */
export function marked(text: string, pattern: RegExp, found: (match: RegExpExecArray) => string): string {
  let html = '';
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    html += escapeHtml(text.slice(from, match.index)) + found(match);
    from = match.index + match[0].length;
  }
  return html + escapeHtml(text.slice(from));
}

const token =
  /\\([^0-9A-Za-z\s])|\[((?:\\.|[^\]\\])*)\]\((https?:[^)\s]+)\)|\*\*(.+?)\*\*|(https?:\/\/[^\s<\\]+)|(@everyone|@here|<@[!&]?\d+>)/g;

/** The Markdown that Discord and Teams share, as far as messages use it; `bare`: addresses and calls without marks count too. */
export function markdown(text: string, bare = false): string {
  return marked(text, token, ([whole, literal, label, url, bold, address, called]) => {
    if (literal !== undefined) return escapeHtml(literal);
    if (url !== undefined) return link(url, (label ?? '').replace(/\\(.)/g, '$1'));
    if (bold !== undefined) return `<strong>${markdown(bold, bare)}</strong>`;
    if (address !== undefined && bare) return link(address, address);
    return called !== undefined && bare ? mention(called) : escapeHtml(whole);
  });
}
