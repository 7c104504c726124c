/** What a mail says; how it looks is the same for all. Every text is escaped where it becomes HTML. */
export interface Letter {
  /** For counting: `verify-email`. */
  kind: string;
  subject: string;
  /** The first line, which mail programs show beside the subject. */
  heading: string;
  paragraphs: string[];
  /** The one thing to do. */
  action?: { label: string; url: string };
  /** Small print: who to ask, what to do when it was not you. */
  note?: string;
}

/** The two bodies of a letter; the plain one says all that the other says. */
export function render({ heading, paragraphs, action, note }: Letter): { text: string; html: string } {
  const text = [heading, ...paragraphs, action && `${action.label}:\n${action.url}`, note]
    .filter((part) => part !== undefined)
    .join('\n\n');
  const html = `<!doctype html><meta charset="utf-8"><title>${escape(heading)}</title>
<h1>${escape(heading)}</h1>
${paragraphs.map((one) => `<p>${escape(one)}</p>`).join('\n')}
${action ? `<p><a href="${escape(action.url)}">${escape(action.label)}</a></p>` : ''}
${note ? `<p><small>${escape(note)}</small></p>` : ''}`;
  return { text: `${text}\n`, html };
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
