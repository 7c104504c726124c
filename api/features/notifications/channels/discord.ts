import type { App } from '#api/config/app.ts';
import { normalAddress } from '#api/features/integrations/channel-address.ts';
import { DeliveryKind } from '../delivery.entity.ts';
import { attempt, posting } from './attempt.ts';
import type { Channel, Outcome } from './channel.ts';
import { readDiscord } from './discord-answer.ts';
import { discordMessage, discordNews } from './discord-message.ts';
import { chatRetries } from './retries.ts';
import { wordingOf, type Wording } from './wording.ts';

/** News that change what the first message says. */
const edits: readonly DeliveryKind[] = [
  DeliveryKind.escalated,
  DeliveryKind.resolved,
  DeliveryKind.flapping,
  DeliveryKind.stable,
];

/** Webhooks of Discord. */
export const discord: Channel = {
  summarises: true,
  atOnce: 1,
  // Discord says in each answer when the next may come; this only keeps a burst from running into that.
  spacingMs: 500,
  retries: chatRetries,
  /**
   * Whoever scrolls back must not find a red message about what is over, so the first one is edited; but an edit
   * notifies nobody, and at night a recovery is what one waits for: so the news is posted too, in short. A summary that
   * grows is only edited. Editing twice changes nothing, so a failure between both is tried again as a whole.
   */
  async send(app, { webhookUrl = '' }, { told, ...parcel }) {
    const said = wordingOf({ told, ...parcel });
    const { kind, first } = told;
    const url = normalAddress('discord', webhookUrl);
    const isSummary = kind === DeliveryKind.summary;
    if (!first || !(isSummary || edits.includes(kind))) return post(app, url, discordMessage(said));
    const edited = await edit(app, url, first, said);
    if (edited.result === 'sent')
      return isSummary ? { ...edited, reference: first } : post(app, url, discordNews(said));
    // The first message may have been deleted, or be too old.
    const isOnlyTheMessage = edited.result === 'failed' && !edited.disable;
    return isOnlyTheMessage ? post(app, url, discordMessage(said)) : edited;
  },
};

function post(app: App, webhookUrl: string, message: object): Promise<Outcome> {
  const url = new URL(webhookUrl);
  // Without it Discord says nothing of a message that it did not keep.
  url.searchParams.set('wait', 'true');
  return attempt(app, url.href, posting(message), readDiscord);
}

function edit(app: App, webhookUrl: string, messageId: string, said: Wording): Promise<Outcome> {
  const url = new URL(webhookUrl);
  url.pathname += `/messages/${encodeURIComponent(messageId)}`;
  return attempt(app, url.href, posting(discordMessage(said), 'PATCH'), readDiscord);
}
