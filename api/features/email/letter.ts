import { escapeHtml } from './html.ts';

/** What a mail says; how it looks is the same for all. Every text is escaped where it becomes HTML. */
export interface Letter {
  /** What it is for, for whoever looks into the outbox: `verify-email`. */
  kind: string;
  /** One line; control characters in it become blanks. */
  subject: string;
  /** The first line, which mail programs show beside the subject. */
  heading: string;
  paragraphs: string[];
  /** The one thing to do. `url` is absolute. */
  action?: { label: string; url: string };
  /** Small print: who to ask, what to do when it was not you. */
  note?: string;
}

/** Longer subjects are cut by the programs that show them. */
const longestSubject = 150;

/** A letter as a message: the plain text says all that the HTML says. */
export function render({ subject, ...letter }: Letter): { subject: string; text: string; html: string } {
  return { subject: oneLine(subject), text: textOf(letter), html: htmlOf(letter) };
}

/** Names in a subject come from people: what would begin another header line becomes a blank. */
function oneLine(subject: string): string {
  const line = subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length > longestSubject ? `${characters.slice(0, longestSubject - 1).join('')}…` : line;
}

type Body = Omit<Letter, 'subject' | 'kind'>;

function textOf({ heading, paragraphs, action, note }: Body): string {
  const parts = [heading, ...paragraphs, action && `${action.label}:\n${action.url}`, note && `--\n${note}`];
  return `${parts.filter(Boolean).join('\n\n')}\n\nNetlantern\n`;
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

/** One table of 600 px and inline styles: what mail programs agree on. Colours hold on a light and on a dark ground. */
function htmlOf({ heading, paragraphs, action, note }: Body): string {
  const said = paragraphs.map((one) => `<p style="margin:0 0 16px">${escapeHtml(one)}</p>`).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
</head>
<body style="margin:0;padding:0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="max-width:600px;width:100%;${font};font-size:16px;line-height:24px"><tr><td>
<p style="margin:0 0 24px;font-weight:600">Netlantern</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:30px">${escapeHtml(heading)}</h1>
${said}
${action ? button(action) : ''}
${note ? `<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #94a3b8;font-size:13px;line-height:20px">${escapeHtml(note)}</p>` : ''}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

/** The address stands below as text too: some programs show no buttons, some people trust none. */
function button({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url);
  return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#2563eb;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:20px;word-break:break-all">${href}</p>`;
}
