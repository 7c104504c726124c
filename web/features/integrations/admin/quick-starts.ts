import type { TemplateValues } from './template-form.ts';

/** What a form can begin with (specification 2, section 2). */
export type QuickStart = Pick<TemplateValues, 'name' | 'type' | 'description' | 'icon'> & {
  /** On its button. */
  label: string;
  schema: object;
};

export const quickStarts: readonly QuickStart[] = [
  {
    label: 'PSA',
    name: 'PSA',
    type: 'psa',
    description: 'Professional services automation: tickets, clients and contracts.',
    icon: 'settings',
    schema: {
      type: 'object',
      properties: {
        apiUrl: { type: 'string', title: 'API URL', format: 'uri' },
        apiKey: { type: 'string', title: 'API key', writeOnly: true },
        clientId: { type: 'string', title: 'Client ID' },
        tenant: { type: 'string', title: 'Tenant' },
      },
      required: ['apiUrl', 'apiKey', 'clientId', 'tenant'],
    },
  },
  {
    label: 'Chat',
    name: 'Team chat',
    type: 'chat',
    description: 'A channel of a chat, by its webhook.',
    icon: 'message-circle',
    schema: {
      type: 'object',
      properties: {
        webhookUrl: { type: 'string', title: 'Webhook URL', format: 'uri', writeOnly: true },
        channel: { type: 'string', title: 'Channel' },
      },
      required: ['webhookUrl'],
    },
  },
];
