import { escapeHtml } from '#api/lib/html.ts';
import { defaultSender, type Sender } from '../branding/sender.ts';

/** What a mail says; how it looks is the same for all. Every text is escaped where it becomes HTML. */
export interface EmailContent {
  /** What it is for, for whoever looks into the outbox: `verify-email`. */
  kind: string;
  /** One line; control characters in it become blanks. */
  subject: string;
  /** The first line, which mail programs show beside the subject; blank where the body begins with one of its own. */
  heading: string;
  paragraphs: string[];
  /** What an administrator wrote, after the paragraphs: HTML that was made safe, and the same as text. */
  body?: { html: string; text: string };
  /** Points of a list. */
  lines?: string[];
  /** A table of two columns. */
  facts?: { label: string; value: string }[];
  /** The one thing to do. `url` is absolute. */
  action?: Link;
  /** What else may be done. */
  more?: Link[];
  /** Small print: who to ask, what to do when it was not you. */
  note?: string;
  /** Where to ask for no more of these. */
  leave?: Link;
  /** Whom an answer goes to; the sender unless given. */
  replyTo?: string;
  /** What lists of mails show beside the subject, and the mail itself does not; the heading unless given. */
  preheader?: string;
  /** CSS color of a bar beside the heading, in case it is about a state. */
  color?: string;
}

interface Link {
  label: string;
  /** Absolute. */
  url: string;
}

/** Longer subjects are cut by the programs that show them. */
const longestSubject = 150;

/**
 * The name of the product wherever a letter says it: a character of nobody's language, for which `render` puts what the
 * operator calls the product at the moment.
 */
export const product = '\u{E000}';

/** A letter as a message: the plain text says all that the HTML says. */
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

/** Names in a subject come from people: what would begin another header line becomes a blank. */
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

/** Below every letter: the product, whose it is and where they are, where to ask, and what else the operator has to say. */
function signature({ platformName, companyName, address, supportEmail, footerText }: Sender): string[] {
  const whose = [...new Set([platformName, companyName])].filter(Boolean).join(' · ');
  const where = address.split('\n').join(', ');
  return [whose, where, supportEmail ? `Help: ${supportEmail}` : '', footerText].filter(Boolean);
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

/** One table of 600 px and inline styles: what mail programs agree on. Colors hold on a light and on a dark ground. */
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

/** Beside the one thing to do: a button too, but a quiet one. */
function choice({ label, url }: Link): string {
  return `<a href="${escapeHtml(url)}" style="display:inline-block;margin:0 4px 8px 0;padding:11px 19px;border:1px solid #94a3b8;border-radius:6px;color:inherit;font-weight:600;text-decoration:none">${escapeHtml(label)}</a>`;
}

function anchor({ label, url }: Link): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
}

/** The address stands below as text too: some programs show no buttons, some people trust none. */
function button({ label, url }: Link, { button: { ground, words } }: Sender): string {
  const href = escapeHtml(url);
  return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${ground};color:${words};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:20px;word-break:break-all">${href}</p>`;
}

/** Characters of a name in a mail: enough for one, too little for a message to strangers. */
const longestName = 60;

/** What every mail program takes for an address, and browsers take for a dot in a name of a host. */
const link = /\b[a-z][a-z\d+.-]*:\/\/\S*|\bwww[.\u2024\u3002\uff0e\uff61]\S*/giu;
const address = new RegExp(`${link.source}|\\S*[@\\uff20]\\S*`, 'giu');
const innerDot = /[.\u2024\u3002\uff0e\uff61]+(?=[\p{L}\p{N}\p{M}\p{S}_-])/gu;
/** The same, but for those of figures: network people write of 10.0.0.1, and no name of a host ends in a figure. */
const dotOfName = /[.\u2024\u3002\uff0e\uff61]+(?=[\p{L}\p{M}\p{S}_-])/gu;

/** A text about things that others named, in a mail to somebody who asked for it: their addresses are no links. */
export function unlinked(text: string): string {
  return text.replace(link, '…');
}

/**
 * A name as it may stand in a mail to somebody who does not know its bearer: one line, and nothing that a mail program
 * would make a link of. Anybody may choose a name and have mail sent to anybody.
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

/**
 * A longer text as it may stand in a mail to somebody who perhaps did not write it: its lines, without the empty ones, of
 * `most` characters together, and nothing that a mail program would make a link of.
 */
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
