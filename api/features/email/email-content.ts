import { escapeHtml } from '#api/lib/html.ts';
import { defaultSender, type Sender } from '../branding/sender.ts';

/** Content of an email. The layout is the same for all. Texts are escaped when rendered to HTML. */
export interface EmailContent {
  /** Kind of email, shown in the outbox: `verify-email`. */
  kind: string;
  /** One line. Control characters become spaces. */
  subject: string;
  /** Heading, which mail programs show beside the subject. Blank if the body starts with its own. */
  heading: string;
  paragraphs: string[];
  /** An administrator's message after the paragraphs, as sanitized HTML and as text. */
  body?: { html: string; text: string };
  /** Bullet points. */
  lines?: string[];
  /** Two-column table. */
  facts?: { label: string; value: string }[];
  /** Main button. `url` is absolute. */
  action?: Link;
  /** Secondary links. */
  more?: Link[];
  /** Small print, such as what to do if it wasn't you. */
  note?: string;
  /** Unsubscribe link. */
  leave?: Link;
  /** Reply address. The sender by default. */
  replyTo?: string;
  /** Preview text that inboxes show beside the subject. The heading by default. */
  preheader?: string;
  /** CSS color of a bar beside the heading, for emails about a state. */
  color?: string;
}

interface Link {
  label: string;
  url: string;
}

/** Mail programs cut longer subjects. */
const longestSubject = 150;

/**
 * Placeholder for the product's name: a private-use character that `render` replaces with the operator's name
 * for it.
 */
export const product = '\u{E000}';

/** Renders the content as HTML and as equivalent plain text. */
export function render(
  { subject, ...letter }: EmailContent,
  sender: Sender = defaultSender,
): { subject: string; text: string; html: string } {
  const { platformName } = sender;
  return {
    subject: oneLine(subject.replaceAll(product, () => platformName)),
    text: textOf(letter, sender).replaceAll(product, () => platformName),
    html: htmlOf(letter, sender).replaceAll(product, () => escapeHtml(platformName)),
  };
}

/**
 * Removes line breaks, because subjects contain names that people choose, and a line break would start a new
 * header.
 */
export function oneLine(subject: string): string {
  const line = subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length > longestSubject ? `${characters.slice(0, longestSubject - 1).join('')}…` : line;
}

type Body = Omit<EmailContent, 'subject' | 'kind'>;

function textOf(letter: Body, sender: Sender): string {
  const { heading, paragraphs, body, lines, facts, action, more, note, leave } = letter;
  const address = (link?: Link) => link && `${link.label}:\n${link.url}`;
  const parts = [
    heading,
    ...paragraphs,
    body?.text,
    lines?.join('\n'),
    facts?.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    address(action),
    ...(more ?? []).map(address),
    note && `--\n${note}`,
    address(leave),
  ];
  return `${[...parts.filter(Boolean), signature(sender).join('\n')].join('\n\n')}\n`;
}

/** Footer: product, company, address, support and the operator's own text. */
function signature({ platformName, companyName, address, supportEmail, footerText }: Sender): string[] {
  const whose = [...new Set([platformName, companyName])].filter(Boolean).join(' · ');
  const where = address.split('\n').join(', ');
  return [whose, where, supportEmail ? `Help: ${supportEmail}` : '', footerText].filter(Boolean);
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

/**
 * A 600px table with inline styles, which works in every mail program. Colors suit light and dark
 * backgrounds.
 */
function htmlOf(letter: Body, sender: Sender): string {
  const { heading, paragraphs, body, lines = [], facts = [], action, more = [], note, leave } = letter;
  const { preheader, color } = letter;
  const bar = color ? `;padding-left:12px;border-left:4px solid ${color}` : '';
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
${preheader ? `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}</div>` : ''}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="max-width:600px;width:100%;table-layout:fixed;${font};font-size:16px;line-height:24px;overflow-wrap:break-word;word-wrap:break-word"><tr><td>
<p style="margin:0 0 24px;font-weight:600">${escapeHtml(sender.platformName)}</p>
${heading ? `<h1 style="margin:0 0 16px;font-size:22px;line-height:30px${bar}">${escapeHtml(heading)}</h1>` : ''}
${said}
${body ? `<div style="margin:0 0 16px">${body.html}</div>` : ''}
${list(lines)}
${table(facts)}
${action ? button(action, sender) : ''}
${more.length > 0 ? `<p style="margin:0 0 16px">${more.map(choice).join(' ')}</p>` : ''}
${note ? `<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #94a3b8;font-size:13px;line-height:20px">${escapeHtml(note)}</p>` : ''}
${leave ? `<p style="margin:8px 0 0;font-size:13px;line-height:20px">${anchor(leave)}</p>` : ''}
<p style="margin:24px 0 0;font-size:13px;line-height:20px">${signature(sender).map(escapeHtml).join('<br>')}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

function list(lines: string[]): string {
  const items = lines.map((line) => `<li style="margin:0 0 4px">${escapeHtml(line)}</li>`);
  return items.length > 0
    ? `<ul style="margin:0 0 16px;padding-left:0;list-style:none">${items.join('\n')}</ul>`
    : '';
}

function table(facts: { label: string; value: string }[]): string {
  const cell = 'padding:4px 16px 4px 0;text-align:left;vertical-align:top';
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><th scope="row" style="${cell};font-weight:400;white-space:nowrap">${escapeHtml(label)}</th><td style="${cell};font-weight:600;word-break:break-word">${escapeHtml(value)}</td></tr>`,
  );
  return rows.length > 0
    ? `<table cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:14px;line-height:20px">${rows.join('\n')}</table>`
    : '';
}

/** A secondary button. */
function choice({ label, url }: Link): string {
  return `<a href="${escapeHtml(url)}" style="display:inline-block;margin:0 4px 8px 0;padding:11px 19px;border:1px solid #94a3b8;border-radius:6px;color:inherit;font-weight:600;text-decoration:none">${escapeHtml(label)}</a>`;
}

function anchor({ label, url }: Link): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
}

/** Shows the URL as text too, because some programs show no buttons and some people distrust them. */
function button({ label, url }: Link, { button: { ground, words } }: Sender): string {
  const href = escapeHtml(url);
  return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${ground};color:${words};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:20px;word-break:break-all">${href}</p>`;
}

/** Maximum length of a name, too short for a message to strangers. */
const longestName = 60;

/** Characters that mail programs turn into links, including those that browsers read as dots. */
const link = /\b[a-z][a-z\d+.-]*:\/\/\S*|\bwww[.\u2024\u3002\uff0e\uff61]\S*/giu;
const address = new RegExp(`${link.source}|\\S*[@\\uff20]\\S*`, 'giu');
const innerDot = /[.\u2024\u3002\uff0e\uff61]+(?=[\p{L}\p{N}\p{M}\p{S}_-])/gu;
/**
 * The same without dots between digits, so that IP addresses like 10.0.0.1 stay readable. No host name ends
 * in a digit.
 */
const dotOfName = /[.\u2024\u3002\uff0e\uff61]+(?=[\p{L}\p{M}\p{S}_-])/gu;

/** Removes links from a text that contains names chosen by others. */
export function unlinked(text: string): string {
  return text.replace(link, '…');
}

/**
 * Makes a name safe in an email to someone who may not know its owner: one line, and nothing that mail
 * programs turn into a link. Anyone can choose a name and cause an email to anyone.
 */
export function plainName(name: string): string {
  const line = name
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(address, '…')
    .replace(innerDot, ' ')
    .trim();
  const characters = [...line];
  return characters.length > longestName ? `${characters.slice(0, longestName - 1).join('')}…` : line;
}

/** The same for a longer text: its non-empty lines, at most `most` characters. */
export function plainLines(text: string, most: number): string[] {
  const characters = [...text];
  const cut = characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
  return cut
    .split(/[\r\n\p{Zl}\p{Zp}]+/u)
    .map((line) =>
      line
        .replace(/[\p{C}\s]+/gu, ' ')
        .replace(address, '…')
        .replace(dotOfName, ' ')
        .trim(),
    )
    .filter(Boolean);
}
