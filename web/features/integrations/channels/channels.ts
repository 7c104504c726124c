import type { NotificationChannel } from '#web/gql/graphql.ts';
import { keysOf } from '#web/lib/keys-of.ts';

type Guide = {
  /** Its description while it isn't set up. */
  about: string;
  /** The label of its field. */
  label: string;
  placeholder: string;
  /** The hint of its field. */
  help?: string;
  /** The steps to get the URL. */
  steps: readonly string[];
};

/** The channels in the documented order, with the generic webhook last. */
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
    help: 'A Slack webhook, or a service that accepts the same messages.',
    steps: [
      'On api.slack.com/apps, create an app for your workspace or open an existing one.',
      'Turn on Incoming Webhooks and choose “Add New Webhook to Workspace”.',
      'Choose a channel and copy the webhook URL.',
    ],
  },
  teams: {
    about: 'A card in a channel of Microsoft Teams.',
    label: 'Teams workflow URL',
    placeholder: 'https://….environment.api.powerplatform.com/…',
    steps: [
      'In Teams, open the channel’s menu and choose Workflows.',
      'Use the template “Post to a channel when a webhook request is received”, and let Anyone trigger it.',
      'Copy the whole URL that it shows at the end.',
      'Add a co-owner to the workflow, because it stops when its only owner leaves.',
    ],
  },
  discord: {
    about: 'A message in a Discord channel.',
    label: 'Discord webhook URL',
    placeholder: 'https://discord.com/api/webhooks/…',
    steps: [
      'In Discord, open Edit Channel, then Integrations, then Webhooks.',
      'Choose New Webhook and copy the webhook URL.',
    ],
  },
  webhook: {
    about: 'Signed JSON for your own programs, with every change and no summaries.',
    label: 'Webhook URL',
    placeholder: 'https://example.com/hooks/netlantern',
    steps: [
      'Enter an HTTPS URL that accepts POST requests and responds with 2xx.',
      'Saving shows the signing secret once. Store it where your program can read it.',
      'Verify each request’s Standard Webhooks headers: webhook-id, webhook-timestamp and webhook-signature.',
    ],
  },
};

export const channelTypes = keysOf(guides);
