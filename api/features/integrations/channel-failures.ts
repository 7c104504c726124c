/** What the sentence of a failure needs. Stored as JSON. */
export interface FailureParams {
  /** Name of the service that answered. */
  service?: string;
  /** HTTP status. */
  status?: number;
  /** Error code or explanation in the answer. */
  detail?: string;
  /** Stands in for the sentence: words that have no code. */
  text?: string;
  /** The latest of a series of failures. */
  cause?: Failure;
}

/** Why a channel couldn't deliver. */
export interface Failure {
  reasonCode: FailureCode;
  reasonParams: FailureParams | null;
}

/** What a failure's sentence is made of. */
export type FailureFacts = Required<Omit<FailureParams, 'text' | 'cause'>> & { cause: Failure | null };

export const failure = (reasonCode: FailureCode, reasonParams: FailureParams | null = null): Failure => ({
  reasonCode,
  reasonParams,
});

const renewDiscord = 'Create a new one and paste its address here.';
const renewSlack = 'Create a new webhook in Slack and paste its address here.';
const copyFlow = 'Open the flow in Workflows, copy its address anew and paste it here.';

/** Every failure with its sentence: what happened, then what to do. */
export const failureSentences = {
  // Any service
  attempt_failed: () => 'It could not be delivered',
  rate_limited: ({ service }: FailureFacts) => `${service} asks for a pause: too many messages.`,
  service_error: ({ service, status }: FailureFacts) => `${service} has trouble of its own (HTTP ${status}).`,
  redirected: ({ status }: FailureFacts) =>
    `The address leads on to another one (HTTP ${status}), which is not followed. Paste the address that it leads to.`,
  refused: ({ service, status }: FailureFacts) =>
    `${service} refused the message (HTTP ${status}). Check the address.`,
  message_refused: ({ service, detail }: FailureFacts) =>
    `${service} does not take this message (${detail}).`,

  // Ourselves
  unreadable_settings: () =>
    'What was saved cannot be read with the present APP_SECRET. Please save the channel again.',
  not_rendered: () => 'The message could not be made. It is tried again, and we have been told.',
  answer_not_stored: () => 'What was answered could not be written down.',
  three_days: ({ cause }: FailureFacts): string =>
    `Nothing got through for three days. ${cause ? failureText(cause) : ''}`,

  // Discord
  discord_channel_deleted: () =>
    'The channel or thread was deleted in Discord. Create a webhook in another one and paste its address here.',
  discord_webhook_deleted: () => `The webhook was deleted in Discord. ${renewDiscord}`,
  discord_token: () =>
    "Discord does not accept the token in the address. Copy the webhook's address again and paste it here.",
  discord_no_webhook: () => `There is no webhook at this address. ${renewDiscord}`,
  discord_message_deleted: () => 'The message was deleted in Discord.',
  discord_server_blocked: () =>
    'Discord does not let this server call it. An operator has to look into that.',
  discord_permissions: () => 'The webhook may not post in this channel. Check its permissions in Discord.',
  discord_forum: () =>
    'This webhook posts to a forum, which needs a thread. Add ?thread_id= and the id of a thread to the address, or choose a text channel.',
  discord_message_refused: ({ detail }: FailureFacts) =>
    `Discord does not take this message${detail && `: ${detail}`}.`,

  // Slack
  slack_token: () => `Slack does not accept the token in the address. ${renewSlack}`,
  slack_prohibited: () =>
    'An administrator of the Slack workspace does not allow this webhook to post. Ask there.',
  slack_general_channel: () => 'Slack does not allow posting to the general channel. Choose another channel.',
  slack_workspace_off: () => 'The Slack workspace is switched off.',
  slack_webhook_removed: () => `The webhook was removed in Slack. ${renewSlack}`,
  slack_workspace_gone: () => `The Slack workspace is gone. ${renewSlack}`,
  slack_channel_gone: () => `The channel is gone in Slack. ${renewSlack}`,
  slack_channel_archived: () =>
    'The channel was archived in Slack. Restore it, or create a webhook for another channel.',
  slack_no_webhook: ({ status }: FailureFacts) =>
    `Slack knows no webhook at this address (HTTP ${status}). ${renewSlack}`,

  // Microsoft Teams
  teams_flow_deleted: () => 'The flow was deleted. Create a new one in Workflows and paste its address here.',
  teams_flow_off: () => 'The flow is switched off. Turn it on in Workflows, then save this channel again.',
  teams_schema: () => 'The trigger of the flow demands another form. Clear its schema in Workflows.',
  teams_not_anyone: () =>
    `The flow does not let us start it: "Who can trigger the flow?" must be "Anyone". Change that. ${copyFlow}`,
  teams_signature: () => `The signature in the address is not right any more. ${copyFlow}`,
  teams_no_flow: () =>
    'There is no flow at this address any more. Create a new one in Workflows and paste its address here.',
  teams_too_large: () => 'Teams finds this message too large.',

  // Webhooks
  webhook_gone: () =>
    'The receiver says that it takes no more (HTTP 410). Save the channel again to start anew.',
  webhook_redirected: ({ status }: FailureFacts) =>
    `The address leads on to another one (HTTP ${status}), which is not followed. Enter the address that it leads to.`,
  webhook_rate_limited: () => 'The receiver asks for a pause (HTTP 429).',
  webhook_unauthorized: ({ status }: FailureFacts) =>
    `The receiver refused it (HTTP ${status}). Check that it verifies with the signing secret of this channel.`,
  webhook_not_found: () => 'The receiver knows no such address (HTTP 404). Check the address.',
  webhook_status: ({ status }: FailureFacts) =>
    `The receiver answered with HTTP ${status}. It has to answer with 200 to 299.`,
};

export type FailureCode = keyof typeof failureSentences;

/** A failure as people read it. */
export function failureText({ reasonCode, reasonParams }: Failure): string {
  const { service = '', status = 0, detail = '', text, cause = null } = reasonParams ?? {};
  return text ?? failureSentences[reasonCode]({ service, status, detail, cause });
}
