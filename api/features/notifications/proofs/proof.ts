import type { Failure } from '../../integrations/channel-failures.ts';

/** What a check of a channel found, without posting anything. */
export type ProofOutcome =
  | { result: 'proven'; evidence: Evidence }
  /** `isFinal`: checking again soon would find the same. `afterMs`: when the service wants to be asked again. */
  | { result: 'failed'; reason: Failure; isFinal: boolean; afterMs?: number }
  | { result: 'unprovable'; why: UnprovableCode };

/** What proves a channel. Stored as JSON. */
export interface Evidence {
  code: EvidenceCode;
  /** HTTP status. */
  status?: number;
  /** Number of recipients. */
  count?: number;
}

const evidenceSentences = {
  ping_answered: ({ status }: Evidence) => `The receiver answered our ping with HTTP ${status}.`,
  slack_knows: () => 'Slack accepted this webhook.',
  discord_knows: () => 'Discord accepted this webhook.',
  recipients_accepted: ({ count }: Evidence) =>
    count === 1
      ? 'The mail server accepts email to the recipient.'
      : `The mail server accepts email to all ${count} recipients.`,
  key_accepted: () =>
    "SendGrid accepts the API key. It can't check recipients without sending them an email.",
  list_read: () => 'HaloPSA returned its list of statuses.',
  request_answered: () => 'HaloPSA answered a request.',
  message_accepted: () => 'The service accepted a message.',
};

type EvidenceCode = keyof typeof evidenceSentences;

/** Why nothing but a message shows whether a channel works. */
const unprovableSentences = {
  teams: 'Microsoft Teams has no way to test a workflow without posting in the channel.',
  push: "Push notifications can't be tested without showing one.",
  pings_off: 'Daily pings are turned off for this webhook.',
  other_service: "This URL isn't a webhook of the service itself, so we can't test it without posting.",
  no_recipients: 'All recipients have unsubscribed.',
  mailbox: 'Emails are kept in the local mailbox, so there is no mail server to ask.',
};

export type UnprovableCode = keyof typeof unprovableSentences;

export const evidenceText = (evidence: Evidence): string => evidenceSentences[evidence.code](evidence);

export const unprovableText = (code: UnprovableCode): string => unprovableSentences[code];

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Failed checks in a row that count as a failure. A single one may be a blip. */
export const failuresToReport = 2;

/**
 * When a channel is checked next: daily, at a minute that drifts, so that checks spread over the day. A failure is checked
 * again within the hour, and a confirmed one every hour unless only a change of the settings can end it.
 * @param failures in a row, including this one
 * @param random 0 to 1
 */
export function nextCheck(outcome: ProofOutcome, failures: number, now: Date, random: number): Date {
  const spread = (ms: number) => ms * (0.9 + random / 5);
  if (outcome.result !== 'failed') return new Date(now.getTime() + spread(day));
  const isConfirmed = failures >= failuresToReport;
  const usual = isConfirmed ? (outcome.isFinal ? day : hour) : hour / 2;
  return new Date(now.getTime() + Math.min(Math.max(spread(usual), outcome.afterMs ?? 0), day));
}
