import type { NotificationChannel } from '#web/gql/graphql.ts';

type Guide = {
  /** What it is for, where it is not set up yet. */
  about: string;
  /** What its field asks for. */
  label: string;
  placeholder: string;
  /** What else it takes. */
  help?: string;
  /** How to get the address, step by step. */
  steps: readonly string[];
};

/** The documented channels in the documented order, the generic webhook last. */
export const guides: Record<NotificationChannel, Guide> = {
  email: {
    about: 'An email to each address, with buttons to acknowledge and snooze.',
    label: 'Recipients',
    placeholder: 'noc@example.com',
    steps: [],
  },
  slack: {
    about: 'A message in a Slack channel.',
    label: 'Slack webhook URL',
    placeholder: 'https://hooks.slack.com/services/…',
    help: 'Of Slack, or of a service that takes the same messages.',
    steps: [
      'On api.slack.com/apps create an app for your workspace, or open one.',
      'Under Incoming Webhooks switch them on and choose “Add New Webhook to Workspace”.',
      'Choose the channel and copy the webhook URL.',
    ],
  },
  teams: {
    about: 'A card in a channel of Microsoft Teams.',
    label: 'Teams workflow URL',
    placeholder: 'https://….environment.api.powerplatform.com/…',
    steps: [
      'In Teams open the menu of the channel and choose Workflows.',
      'Take the template “Post to a channel when a webhook request is received”; who can trigger it: Anyone.',
      'Copy the URL that it shows at the end, whole.',
      'Add a co-owner to the workflow: it stops when its only owner leaves.',
    ],
  },
  discord: {
    about: 'A message in a Discord channel.',
    label: 'Discord webhook URL',
    placeholder: 'https://discord.com/api/webhooks/…',
    steps: [
      'In Discord open Edit Channel, then Integrations, then Webhooks.',
      'Choose New Webhook and copy the webhook URL.',
    ],
  },
  webhook: {
    about: 'Signed JSON to a program of your own: every change, never summarised.',
    label: 'Webhook URL',
    placeholder: 'https://example.com/hooks/netlantern',
    steps: [
      'Give an https address that takes POST and answers with 2xx.',
      'Saving shows the signing secret once: keep it where your program finds it.',
      'Check each request by Standard Webhooks: webhook-id, webhook-timestamp, webhook-signature.',
    ],
  },
};

export const channelTypes = Object.keys(guides) as NotificationChannel[];
