import { failure, type FailureCode } from '#api/features/integrations/channel-failures.ts';
import type { OutboundAnswer } from '#api/security/outbound.ts';
import { isOwnWebhook } from '../../integrations/channel-input.ts';
import { chatRetries } from '../retry-policy.ts';
import {
  attempt,
  otherFailure,
  posting,
  proofOf,
  temporaryFailure,
  unprovable,
  type Channel,
  type Verdict,
} from './channel.client.ts';
import { cut, renderText, type MessageText } from './message-text.ts';

/** Incoming webhooks of Slack and compatible services. */
export const slack: Channel = {
  summarizes: true,
  concurrency: 1,
  // One message a second per webhook (docs.slack.dev, rate limits).
  spacingMs: 1000,
  retries: chatRetries,
  async send(app, { webhookUrl = '' }, message) {
    const said = renderText(message);
    const first = await attempt(app, webhookUrl, posting(slackMessage(said)), readSlack);
    if (first.status !== 400) return first;
    // A mistake in our blocks must not keep the message from being sent.
    return attempt(app, webhookUrl, posting(slackText(said)), readSlack);
  },
  announce: (app, { webhookUrl = '' }, { said }) =>
    attempt(app, webhookUrl, posting(slackMessage(said)), readSlack),
  async prove(app, { webhookUrl = '' }) {
    if (!isOwnWebhook('slack', webhookUrl)) return unprovable('other_service');
    return proofOf(await attempt(app, webhookUrl, posting({ text: '' }), readEmpty), 'slack_knows');
  },
};

/** Slack's error codes that need action (docs.slack.dev, errors of incoming webhooks). */
const broken: Record<string, FailureCode> = {
  invalid_token: 'slack_token',
  action_prohibited: 'slack_prohibited',
  posting_to_general_channel_denied: 'slack_general_channel',
  team_disabled: 'slack_workspace_off',
  no_service: 'slack_webhook_removed',
  no_service_id: 'slack_webhook_removed',
  no_team: 'slack_workspace_gone',
  invalid_team: 'slack_workspace_gone',
  channel_not_found: 'slack_channel_gone',
  channel_is_archived: 'slack_channel_archived',
};

/** Slack's codes for a message without any text, which it only checks for a webhook that exists. */
const emptyMessage = /^(?:no_text|missing_text_or_fallback_or_attachments)$/;

/** The answer to an empty message, which Slack never posts. */
function readEmpty(answer: OutboundAnswer): Verdict {
  return answer.status === 400 && emptyMessage.test(answer.text.trim())
    ? { result: 'sent' }
    : readSlack(answer);
}

function readSlack(answer: OutboundAnswer): Verdict {
  const { status, text } = answer;
  const code = /^[a-z_]{1,60}$/.exec(text.trim())?.[0];
  if (status >= 200 && status < 300) return { result: 'sent' };
  if (status === 400) {
    const reason = failure('message_refused', { service: 'Slack', detail: code ?? 'HTTP 400' });
    return { result: 'failed', reason };
  }
  if (status === 403 || status === 404 || status === 410) {
    const known = code && broken[code];
    const reason = known ? failure(known) : failure('slack_no_webhook', { status });
    return { result: 'failed', disable: true, reason };
  }
  return temporaryFailure(answer, 'Slack') ?? otherFailure(answer, 'Slack');
}

/** Maximum characters (Block Kit reference). `text` should stay under 4000. */
const limits = { text: 3500, header: 150, section: 3000, field: 2000, label: 75, fieldsPerSection: 10 };

/** A message for Slack's incoming webhooks. */
interface SlackMessage {
  /** The notification text, and the only text in services without blocks (Mattermost). */
  text: string;
  /** Nothing in `text` is formatted except our links. */
  mrkdwn: false;
  blocks?: object[];
}

/**
 * Names are only used as plain text, because Slack's formatting can't escape `*`, `_` or a backtick. The
 * three characters that mark links and mentions are escaped everywhere, because Slack-compatible services
 * would treat a bare `@channel` as a mention.
 */
export function slackMessage(said: MessageText): SlackMessage {
  return { ...slackText(said), blocks: slackBlocks(said) };
}

/** The same without blocks. */
function slackText({ title, paragraphs, lines, links }: MessageText): SlackMessage {
  const content = [title, ...paragraphs, ...lines].join('\n');
  const actions = links.map(({ label, url }) => `<${url}|${label}>`).join(' · ');
  return { text: `${cut(content, limits.text, escapeFallback)}\n${actions}`, mrkdwn: false };
}

function slackBlocks({ title, paragraphs, facts, lines, links, footer }: MessageText): object[] {
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

/** Other services treat a bare `@channel` as a mention, so break it up with a zero-width character. */
function escapeFallback(text: string): string {
  return escapeSlack(text).replaceAll('@', '@\u200b');
}
