import { escapeHtml } from '#api/lib/html.ts';

/** A tag of a page's head. */
export interface HeadPiece {
  tag: 'title' | 'meta' | 'link' | 'script';
  attributes: Record<string, string>;
  /** What stands between its tags: of a script as it runs, of a title as text. */
  content?: string;
}

/** The tags as HTML. Scripts carry the nonce, without which a page does not run them. */
export function headHtml(pieces: readonly HeadPiece[], nonce: string): string {
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
