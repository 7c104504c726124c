import type { App } from '#api/config/app.ts';
import { failure, type FailureCode } from '#api/features/integrations/channel-failures.ts';
import type { OutboundAnswer } from '#api/security/outbound.ts';
import { isOwnWebhook, normalAddress } from '../../integrations/channel-input.ts';
import { DeliveryKind } from '../delivery.entity.ts';
import { chatRetries } from '../retry-policy.ts';
import {
  attempt,
  otherFailure,
  posting,
  proofOf,
  retryAfter,
  temporaryFailure,
  unprovable,
  withoutSecrets,
  type Channel,
  type Verdict,
} from './channel.client.ts';
import type { Outcome } from './message.ts';
import { cut, renderText, type Tone, type MessageText } from './message-text.ts';

/** Kinds that update the first message. */
const edits: readonly DeliveryKind[] = [
  DeliveryKind.escalated,
  DeliveryKind.resolved,
  DeliveryKind.flapping,
  DeliveryKind.stable,
];

/** Discord webhooks. */
export const discord: Channel = {
  summarizes: true,
  concurrency: 1,
  // Each response says when the next message is allowed. This only keeps a burst from hitting the rate limit.
  spacingMs: 500,
  retries: chatRetries,
  /**
   * Edits the first message, so that no one scrolling back finds a red message about a resolved problem.
   * Edits don't notify, so a short message is posted as well. A growing summary is only edited. Editing twice
   * changes nothing, so a failure between the two calls retries both.
   */
  async send(app, { webhookUrl = '' }, { content, ...message }) {
    const said = renderText({ content, ...message });
    const { kind, earlierReference } = content;
    const url = normalAddress('discord', webhookUrl);
    const isSummary = kind === DeliveryKind.summary;
    if (kind === DeliveryKind.updated) return update(app, url, earlierReference, said);
    if (!earlierReference || !(isSummary || edits.includes(kind)))
      return post(app, url, discordMessage(said));
    const edited = await edit(app, url, earlierReference, said);
    if (edited.result === 'sent')
      return isSummary ? { ...edited, reference: earlierReference } : post(app, url, discordNews(said));
    // The first message may have been deleted, or be too old to edit.
    const isOnlyTheMessage = edited.result === 'failed' && !edited.disable;
    return isOnlyTheMessage ? post(app, url, discordMessage(said)) : edited;
  },
  announce: (app, { webhookUrl = '' }, { said }) =>
    post(app, normalAddress('discord', webhookUrl), discordMessage(said)),
  async prove(app, { webhookUrl = '' }) {
    if (!isOwnWebhook('discord', webhookUrl)) return unprovable('other_service');
    const url = normalAddress('discord', webhookUrl);
    return proofOf(await attempt(app, url, {}, readWebhook), 'discord_knows');
  },
};

/** Discord returns the webhook itself. */
function readWebhook(answer: OutboundAnswer, url: string): Verdict {
  const { status, text } = answer;
  if (status !== 200 || referenceIn(objectIn(text)).reference) return readDiscord(answer, url);
  return { result: 'failed', reason: failure('refused', { service: 'Discord', status }) };
}

function post(app: App, webhookUrl: string, message: object): Promise<Outcome> {
  const url = new URL(webhookUrl);
  // Without it, Discord doesn't report a message that it failed to store.
  url.searchParams.set('wait', 'true');
  return attempt(app, url.href, posting(message), readDiscord);
}

/** Only edits. A message that was never posted, or that someone deleted, isn't posted again. */
async function update(
  app: App,
  webhookUrl: string,
  messageId: string | undefined,
  said: MessageText,
): Promise<Outcome> {
  if (!messageId) return { result: 'skipped', durationMs: 0 };
  const edited = await edit(app, webhookUrl, messageId, said);
  const isDeleted = edited.result === 'failed' && edited.reason.reasonCode === 'discord_message_deleted';
  if (!isDeleted) return edited;
  const { status = 0, answer = '', durationMs } = edited;
  return { result: 'skipped', status, answer, durationMs };
}

function edit(app: App, webhookUrl: string, messageId: string, said: MessageText): Promise<Outcome> {
  const url = new URL(webhookUrl);
  url.pathname += `/messages/${encodeURIComponent(messageId)}`;
  return attempt(app, url.href, posting(discordMessage(said), 'PATCH'), readDiscord);
}

/** Maximum characters in an embed (discord-api-docs, resources/message). In total they stay below 6000. */
const limits = { title: 256, paragraphs: 1500, line: 157, name: 72, value: 200, footer: 200 };

/** Colors of the app's light theme. */
const colors: Record<Tone, number> = {
  critical: 0xdc2626,
  error: 0xc2410c,
  warning: 0xb45309,
  info: 0x0369a1,
  well: 0x15803d,
};

/**
 * A Discord webhook message with one embed and no mentions. Webhooks have no buttons, so links go below the
 * text.
 */
export function discordMessage(said: MessageText): object {
  const { facts } = said;
  return asMessage(said, {
    fields: facts.map(({ label, value }) => ({
      name: label,
      value: cut(value, limits.value, escapeDiscord),
      inline: true,
    })),
  });
}

/** Only the change itself, because the edited first message shows the rest. */
function discordNews(said: MessageText): object {
  return asMessage(said, {});
}

function asMessage(
  { title, paragraphs, tone, lines, links, footer, from }: MessageText,
  more: object,
): object {
  const texts = paragraphs.map((one) => cut(one, limits.paragraphs / paragraphs.length, escapeDiscord));
  // A message about one alert has more fields and links than a summary, so names of devices have less room.
  const most = links.length > 1 ? limits.name : limits.line;
  const list = lines.map((line) => cut(line, most, escapeDiscord)).join('\n');
  const actions = links.map(({ label, url }) => `[${label}](${url})`).join(' · ');
  const embed = {
    title: cut(title, limits.title, escapeDiscord),
    url: links[0]?.url,
    color: colors[tone],
    description: [...texts, list, actions].filter(Boolean).join('\n\n'),
    footer: { text: cut(footer, limits.footer) },
    ...more,
  };
  return { username: discordName(from), allowed_mentions: { parse: [] }, embeds: [embed] };
}

/** Discord rejects sender names that contain its own name or exceed 80 characters. */
const discordName = (name: string): string =>
  name
    .replace(/discord|clyde/gi, '')
    .trim()
    .slice(0, 80) || 'Alerts';

/**
 * Discord accepts a backslash before any punctuation, so nothing in a name formats, mentions, links or
 * becomes an emoji.
 */
function escapeDiscord(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()<@:-]/g, '\\$&');
}

/** Discord's error codes that need action (discord-api-docs, topics/opcodes-and-status-codes). */
const broken: Record<number, FailureCode> = {
  10003: 'discord_channel_deleted',
  10015: 'discord_webhook_deleted',
  50027: 'discord_token',
};
const refused: Record<number, FailureCode> = {
  10008: 'discord_message_deleted',
  40333: 'discord_server_blocked',
  50013: 'discord_permissions',
  220001: 'discord_forum',
};

/** @param url must not appear in a reason */
function readDiscord(answer: OutboundAnswer, url: string): Verdict {
  const { status, headers, text } = answer;
  const body = objectIn(text);
  const code = Number(body['code']);
  if (status >= 200 && status < 300) return { result: 'sent', ...referenceIn(body), ...pauseIn(headers) };
  const isBroken = broken[code] ?? (status === 404 && !refused[code] ? 'discord_no_webhook' : undefined);
  if (isBroken) return { result: 'failed', disable: true, reason: failure(isBroken) };
  if (refused[code]) return { result: 'failed', reason: failure(refused[code]) };
  if (status === 401) return { result: 'failed', disable: true, reason: failure('discord_token') };
  if (status === 400)
    return { result: 'failed', reason: failure('discord_message_refused', { detail: wrongIn(body, url) }) };
  return temporaryFailure(answer, 'Discord', adviceIn(body)) ?? otherFailure(answer, 'Discord');
}

/** Seconds with a fraction, which the header rounds. */
function adviceIn({ retry_after: seconds }: Record<string, unknown>): number | undefined {
  return typeof seconds === 'number' ? retryAfter(String(seconds)) : undefined;
}

/** The delay before the next message, if none is allowed now. */
function pauseIn(headers: Record<string, string>): { pauseMs?: number } {
  const pauseMs = retryAfter(headers['x-ratelimit-reset-after']);
  return headers['x-ratelimit-remaining'] === '0' && pauseMs ? { pauseMs } : {};
}

function referenceIn({ id }: Record<string, unknown>): { reference?: string } {
  return typeof id === 'string' && /^\d{1,25}$/.test(id) ? { reference: id } : {};
}

/** The first error, e.g. "embeds.0.title: Must be 256 or fewer in length." */
function wrongIn({ errors, message }: Record<string, unknown>, url: string): string {
  const flaw = flawIn(errors, []) ?? (typeof message === 'string' ? message : '');
  return withoutSecrets(flaw, url).slice(0, 200).replace(/\.+$/, '');
}

function flawIn(errors: unknown, path: string[]): string | undefined {
  if (typeof errors !== 'object' || errors === null || path.length > 10) return undefined;
  for (const [name, value] of Object.entries(errors)) {
    if (name !== '_errors') {
      const inner = flawIn(value, [...path, name]);
      if (inner !== undefined) return inner;
    } else if (Array.isArray(value)) {
      const [first] = value as { message?: unknown }[];
      if (typeof first?.message === 'string') return `${path.join('.')}: ${first.message}`;
    }
  }
  return undefined;
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
