import type { OutboundAnswer } from '#api/security/outbound.ts';
import { attempt, passing, posting, unforeseen, type Verdict } from './attempt.ts';
import type { Channel } from './channel.ts';
import { chatRetries } from './retries.ts';
import { slackMessage, slackText } from './slack-message.ts';
import { wordingOf } from './wording.ts';

/** Incoming webhooks of Slack, and of whatever speaks their format. */
export const slack: Channel = {
  summarises: true,
  atOnce: 1,
  // One message a second per webhook (docs.slack.dev, rate limits).
  spacingMs: 1000,
  retries: chatRetries,
  async send(app, { webhookUrl = '' }, parcel) {
    const said = wordingOf(parcel);
    const first = await attempt(app, webhookUrl, posting(slackMessage(said)), readSlack);
    if (first.status !== 400) return first;
    // What is wrong with our blocks must not keep anybody from being told.
    return attempt(app, webhookUrl, posting(slackText(said)), readSlack);
  },
};

const renew = 'Create a new webhook in Slack and paste its address here.';

/** What Slack means by its codes (docs.slack.dev, errors of incoming webhooks) where that calls for something to do. */
const broken: Record<string, string> = {
  invalid_token: `Slack does not accept the token in the address. ${renew}`,
  action_prohibited:
    'An administrator of the Slack workspace does not allow this webhook to post. Ask there.',
  posting_to_general_channel_denied:
    'Slack does not allow posting to the general channel. Choose another channel.',
  team_disabled: 'The Slack workspace is switched off.',
  no_service: `The webhook was removed in Slack. ${renew}`,
  no_service_id: `The webhook was removed in Slack. ${renew}`,
  no_team: `The Slack workspace is gone. ${renew}`,
  invalid_team: `The Slack workspace is gone. ${renew}`,
  channel_not_found: `The channel is gone in Slack. ${renew}`,
  channel_is_archived: `The channel was archived in Slack. Restore it, or create a webhook for another channel.`,
};

function readSlack(answer: OutboundAnswer): Verdict {
  const { status, text } = answer;
  const code = /^[a-z_]{1,60}$/.exec(text.trim())?.[0];
  if (status >= 200 && status < 300) return { result: 'sent' };
  if (status === 400)
    return { result: 'failed', reason: `Slack does not take this message (${code ?? 'HTTP 400'}).` };
  if (status === 403 || status === 404 || status === 410) {
    const reason =
      (code && broken[code]) ?? `Slack knows no webhook at this address (HTTP ${status}). ${renew}`;
    return { result: 'failed', disable: true, reason };
  }
  return passing(answer, 'Slack') ?? unforeseen(answer, 'Slack');
}
