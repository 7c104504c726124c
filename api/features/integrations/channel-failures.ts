/** Parameters of a failure's sentence. Stored as JSON. */
export interface FailureParams {
  /** Name of the service that responded. */
  service?: string;
  /** HTTP status. */
  status?: number;
  /** Error code or explanation in the response. */
  detail?: string;
  /** Replaces the sentence, for text without a code. */
  text?: string;
  /** The latest of a series of failures. */
  cause?: Failure;
}

/** Why a channel couldn't deliver. */
export interface Failure {
  reasonCode: FailureCode;
  reasonParams: FailureParams | null;
}

/** The parts of a failure's sentence. */
export type FailureFacts = Required<Omit<FailureParams, 'text' | 'cause'>> & { cause: Failure | null };

export const failure = (reasonCode: FailureCode, reasonParams: FailureParams | null = null): Failure => ({
  reasonCode,
  reasonParams,
});

const renewDiscord = 'Create a new webhook and paste its URL here.';
const renewSlack = 'Create a new webhook in Slack and paste its URL here.';
const copyFlow = 'Open the flow in Workflows, copy its URL and paste it here.';

/** Every failure with its sentence: what happened, then what to do. */
export const failureSentences = {
  // Any service
  attempt_failed: () => "It couldn't be delivered",
  rate_limited: ({ service }: FailureFacts) => `${service} is rate limiting our messages. We will retry.`,
  service_error: ({ service, status }: FailureFacts) =>
    `${service} returned a server error (HTTP ${status}).`,
  redirected: ({ status }: FailureFacts) =>
    `This URL redirects (HTTP ${status}), and we don't follow redirects. Paste the URL that it redirects to.`,
  refused: ({ service, status }: FailureFacts) =>
    `${service} rejected the message (HTTP ${status}). Check the URL.`,
  message_refused: ({ service, detail }: FailureFacts) => `${service} rejected this message (${detail}).`,

  // Ourselves
  unreadable_settings: () =>
    "We can't decrypt this channel's settings with the current APP_SECRET. Enter them again and save the channel.",
  not_rendered: () => "We couldn't create the message. The error was logged, and we will retry.",
  answer_not_stored: () => "We couldn't record the response.",
  three_days: ({ cause }: FailureFacts): string =>
    `No message has been delivered for three days. ${cause ? failureText(cause) : ''}`,

  // Email
  recipients_refused: ({ detail }: FailureFacts) =>
    `The mail server doesn't accept email to ${detail}. Correct the address, or remove it.`,

  // Discord
  discord_channel_deleted: () =>
    'The channel or thread was deleted in Discord. Create a webhook in another one and paste its URL here.',
  discord_webhook_deleted: () => `The webhook was deleted in Discord. ${renewDiscord}`,
  discord_token: () =>
    "Discord rejected the token in the URL. Copy the webhook's URL again and paste it here.",
  discord_no_webhook: () => `This Discord webhook doesn't exist. ${renewDiscord}`,
  discord_message_deleted: () => 'The message was deleted in Discord.',
  discord_server_blocked: () => 'Discord has blocked this server. Contact your administrator.',
  discord_permissions: () =>
    "The webhook isn't allowed to post in this channel. Check its permissions in Discord.",
  discord_forum: () =>
    "This webhook posts to a forum, which needs a thread. Add ?thread_id= and a thread's ID to the URL, or choose a text channel.",
  discord_message_refused: ({ detail }: FailureFacts) =>
    `Discord rejected this message${detail && `: ${detail}`}.`,

  // Slack
  slack_token: () => `Slack rejected the token in the URL. ${renewSlack}`,
  slack_prohibited: () =>
    "This webhook isn't allowed to post. Ask an administrator of the Slack workspace to allow it.",
  slack_general_channel: () => 'Slack does not allow posting to the general channel. Choose another channel.',
  slack_workspace_off: () => 'The Slack workspace is deactivated.',
  slack_webhook_removed: () => `The webhook was removed in Slack. ${renewSlack}`,
  slack_workspace_gone: () => `The Slack workspace no longer exists. ${renewSlack}`,
  slack_channel_gone: () => `The Slack channel no longer exists. ${renewSlack}`,
  slack_channel_archived: () =>
    'The channel was archived in Slack. Restore it, or create a webhook for another channel.',
  slack_no_webhook: ({ status }: FailureFacts) =>
    `Slack has no webhook at this URL (HTTP ${status}). ${renewSlack}`,

  // Microsoft Teams
  teams_flow_deleted: () => 'The flow was deleted. Create a new one in Workflows and paste its URL here.',
  teams_flow_off: () => 'The flow is turned off. Turn it on in Workflows, then save this channel again.',
  teams_schema: () => "The flow's trigger expects a different schema. Clear the schema in Workflows.",
  teams_not_anyone: () =>
    `The flow doesn't let us start it. Set "Who can trigger the flow?" to "Anyone". ${copyFlow}`,
  teams_signature: () => `The signature in the URL is no longer valid. ${copyFlow}`,
  teams_no_flow: () => 'The flow no longer exists. Create a new one in Workflows and paste its URL here.',
  teams_too_large: () => 'Teams rejected this message as too large.',

  // Push notifications
  push_no_browser: () =>
    'No browser receives push notifications for this person. They can turn them on in their settings.',
  push_gone: ({ status }: FailureFacts) =>
    `The browser no longer accepts push notifications (HTTP ${status}), so it was removed. Turn them on again there.`,
  push_refused: ({ status }: FailureFacts) =>
    `The browser's push service rejected the notification (HTTP ${status}). Turn push notifications off and on again there.`,
  push_unreadable: () =>
    "We can't decrypt this browser's push subscription with the current APP_SECRET. Turn push notifications off and on again there.",

  // Webhooks
  ping_gone: () => 'The receiver no longer accepts messages (HTTP 410). Check the URL.',
  ping_refused: ({ status }: FailureFacts) =>
    `The receiver answered our daily ping with HTTP ${status}. Return 200 to 299 for events of the type "ping", or turn pings off.`,
  webhook_gone: () => 'The receiver no longer accepts messages (HTTP 410). Save the channel again to resume.',
  webhook_redirected: ({ status }: FailureFacts) =>
    `This URL redirects (HTTP ${status}), and we don't follow redirects. Enter the URL that it redirects to.`,
  webhook_rate_limited: () => 'The receiver is rate limiting our messages (HTTP 429).',
  webhook_unauthorized: ({ status }: FailureFacts) =>
    `The receiver rejected the message (HTTP ${status}). Check that it verifies signatures with this channel's signing secret.`,
  webhook_not_found: () => 'The receiver returned HTTP 404. Check the URL.',
  webhook_status: ({ status }: FailureFacts) =>
    `The receiver returned HTTP ${status}. Its response status must be 200 to 299.`,
};

export type FailureCode = keyof typeof failureSentences;

/** A failure as people read it. */
export function failureText({ reasonCode, reasonParams }: Failure): string {
  const { service = '', status = 0, detail = '', text, cause = null } = reasonParams ?? {};
  return text ?? failureSentences[reasonCode]({ service, status, detail, cause });
}
