import { failure } from '#api/features/integrations/channel-failures.ts';
import { brandingOf } from '#api/features/branding/branding.service.ts';
import { toSender } from '#api/features/branding/sender.store.ts';
import { render, type EmailContent, plainName, unlinked } from '#api/features/email/email-content.ts';
import { EmailFailure } from '#api/features/email/message.ts';
import { sendMessage } from '#api/features/email/send-message.store.ts';
import { organizationOf } from '#api/features/organization/organization.service.ts';
import { DeliveryKind } from '../delivery.entity.ts';
import { mailRetries } from '../retry-policy.ts';
import type { Channel, Verdict } from './channel.client.ts';
import type { OutgoingMessage } from './message.ts';
import { renderText, type Tone } from './message-text.ts';

/** Sends one email per recipient. */
export const email: Channel = {
  summarizes: true,
  concurrency: 1,
  spacingMs: 0,
  retries: mailRetries,
  async send(app, _config, message) {
    const { id, recipient: to, unsubscribeUrl, content } = message;
    const began = performance.now();
    const took = () => ({ durationMs: Math.round(performance.now() - began) });
    const letter = alertEmail(message);
    // Keeps all emails about an alert in one conversation.
    const thread = content.kind === DeliveryKind.summary ? undefined : content.alert.id;
    try {
      const { kind } = letter;
      const taken = await sendMessage(app, undefined, {
        id,
        to,
        kind,
        unsubscribeUrl,
        thread,
        ...render(letter, toSender(await brandingOf(app), await organizationOf(app))),
      });
      return { result: 'sent', ...taken, ...took() };
    } catch (error) {
      if (error instanceof EmailFailure) return { ...outcomeOf(error), ...took() };
      throw error;
    }
  },
};

function outcomeOf({ message, permanent, retryAfterMs: afterMs }: EmailFailure): Verdict {
  const text = /[.!?]$/.test(message) ? message : `${message}.`;
  const reason = failure('attempt_failed', { text });
  if (permanent) return { result: 'failed', reason };
  return { result: 'retry', scope: 'message', reason, ...(afterMs !== undefined && { afterMs }) };
}

/** Shown next to the heading. Readable on light and dark backgrounds. */
const colors: Record<Tone, string> = {
  critical: '#dc2626',
  error: '#ea580c',
  warning: '#d97706',
  info: '#0284c7',
  well: '#16a34a',
};

/** Email about one alert or many. Links in names are removed. */
export function alertEmail(message: OutgoingMessage): EmailContent {
  const { tone, links, ...said } = renderText(message);
  const title = unlinked(said.title);
  const paragraphs = said.paragraphs.map(unlinked);
  const lines = said.lines.map(unlinked);
  const facts = said.facts.map(({ label, value }) => ({ label, value: unlinked(value) }));
  const [action, ...more] = links;
  return {
    kind: 'alert',
    subject: title,
    heading: title,
    preheader: [...paragraphs, ...lines].join(' ').slice(0, 200).toWellFormed(),
    paragraphs,
    lines,
    facts,
    action,
    more,
    color: colors[tone],
    note: `You're receiving this email because alerts of ${plainName(message.teamName)} are sent to ${message.recipient}.`,
    ...(message.unsubscribeUrl && { leave: { label: 'Unsubscribe', url: message.unsubscribeUrl } }),
  };
}
