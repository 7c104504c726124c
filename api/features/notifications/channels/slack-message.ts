import { cut } from './cut.ts';
import type { Wording } from './wording.ts';

/** Characters (Block Kit reference); `text` is best under 4000. */
const limits = { text: 3500, header: 150, section: 3000, field: 2000, label: 75, fieldsPerSection: 10 };

/** A message for an incoming webhook of Slack. */
export interface SlackMessage {
  /** The notification, and all that programs show which know no blocks (Mattermost). */
  text: string;
  /** Nothing in `text` is formatted except our links. */
  mrkdwn: false;
  blocks?: object[];
}

/**
 * Names stand in plain text only: Slack's own formatting has no escape for `*`, `_` or a backtick. The three characters
 * that mark links and mentions are escaped everywhere; others than Slack would take a bare `@channel` for a mention.
 */
export function slackMessage(said: Wording): SlackMessage {
  return { ...slackText(said), blocks: slackBlocks(said) };
}

/** The same without blocks. */
export function slackText({ title, paragraphs, lines, links }: Wording): SlackMessage {
  const told = [title, ...paragraphs, ...lines].join('\n');
  const actions = links.map(({ label, url }) => `<${url}|${label}>`).join(' · ');
  return { text: `${cut(told, limits.text, escapeFallback)}\n${actions}`, mrkdwn: false };
}

function slackBlocks({ title, paragraphs, facts, lines, links, footer }: Wording): object[] {
  const cells = facts.flatMap(({ label, value }) => [
    { type: 'mrkdwn', text: `*${label}*` },
    plain(value, limits.field),
  ]);
  const list = lines.join('\n');
  return [
    { type: 'header', text: plain(title, limits.header) },
    ...[...paragraphs, list]
      .filter(Boolean)
      .map((one) => ({ type: 'section', text: plain(one, limits.section) })),
    ...chunks(cells, limits.fieldsPerSection).map((fields) => ({ type: 'section', fields })),
    { type: 'actions', elements: links.map(button) },
    { type: 'context', elements: [plain(footer, limits.field)] },
  ];
}

function button({ label, url }: { label: string; url: string }, index: number): object {
  return { type: 'button', text: plain(label, limits.label), url, action_id: `open-${index}` };
}

function plain(text: string, most: number): object {
  return { type: 'plain_text', text: cut(text, most, escapeSlack), emoji: false };
}

function chunks<One>(all: One[], size: number): One[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeSlack(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities[character] ?? character);
}

/** Elsewhere a bare `@channel` is a mention: it is broken up by a character without a width. */
function escapeFallback(text: string): string {
  return escapeSlack(text).replaceAll('@', '@\u200b');
}
