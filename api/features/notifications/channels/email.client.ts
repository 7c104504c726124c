import type { EntityManager } from '@mikro-orm/postgresql';
import { failure, type Failure } from '#api/features/integrations/channel-failures.ts';
import { brandingOf } from '#api/features/branding/branding.service.ts';
import { toSender } from '#api/features/branding/sender.store.ts';
import { render, type EmailContent, plainName, unlinked } from '#api/features/email/email-content.ts';
import { EmailFailure, type RefusedRecipient } from '#api/features/email/message.ts';
import { suppressionOf } from '#api/features/email/outbox.store.ts';
import { sendMessage } from '#api/features/email/send-message.store.ts';
import { currentTransport } from '#api/features/email/transport.store.ts';
import { organizationOf } from '#api/features/organization/organization.service.ts';
import { normalEmail } from '#api/features/users/user.entity.ts';
import { DeliveryKind } from '../delivery.entity.ts';
import type { Evidence, ProofOutcome } from '../proofs/proof.ts';
import { mailRetries } from '../retry-policy.ts';
import { unprovable, type Channel, type Verdict } from './channel.client.ts';
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
  async prove(app, { recipients = [], unsubscribed = [] }) {
    const em = app.orm.em.fork();
    const left = new Set(unsubscribed.map(normalEmail));
    const willing = recipients.filter((one) => !left.has(normalEmail(one)));
    if (willing.length === 0) return unprovable('no_recipients');
    try {
      const { transport } = await currentTransport(em, app.config);
      const check = await transport.check(willing);
      if (check.by === 'nothing') return unprovable('mailbox');
      const suppressed = await suppressedOf(em, willing);
      const refused = [...(check.by === 'recipients' ? check.refused : []), ...suppressed];
      if (refused.length > 0) return refusedProof(refused);
      const evidence: Evidence =
        check.by === 'key'
          ? { code: 'key_accepted' }
          : { code: 'recipients_accepted', count: willing.length };
      return { result: 'proven', evidence };
    } catch (error) {
      if (!(error instanceof EmailFailure)) throw error;
      const { reason } = outcomeOf(error) as { reason: Failure };
      return { result: 'failed', reason, isFinal: false, afterMs: error.retryAfterMs };
    }
  },
};

async function suppressedOf(em: EntityManager, addresses: readonly string[]): Promise<RefusedRecipient[]> {
  const refused: RefusedRecipient[] = [];
  for (const address of addresses) {
    const answer = await suppressionOf(em, address);
    if (answer !== undefined) refused.push({ address, answer });
  }
  return refused;
}

/** Refused recipients that a failure names. */
const mostNamed = 3;

function refusedProof(refused: readonly RefusedRecipient[]): ProofOutcome {
  const named = refused.slice(0, mostNamed).map(({ address, answer }) => `${address} (${answer})`);
  const more = refused.length - named.length;
  const detail = named.join(', ') + (more > 0 ? ` and ${more} more` : '');
  return { result: 'failed', reason: failure('recipients_refused', { detail }), isFinal: false };
}

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
