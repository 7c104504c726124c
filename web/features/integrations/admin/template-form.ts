import * as yup from 'yup';
import type { AllIntegrationTemplatesQuery, IntegrationTemplateInput } from '#web/gql/graphql.ts';
import { isObject } from '../templates/setup-form.ts';
import type { Unmasked } from '#web/lib/unmasked.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import type { Submitted } from '#web/ui/Form.tsx';

export type Template = Unmasked<AllIntegrationTemplatesQuery['allIntegrationTemplates'][number]>;

/** The form's values, with the schema as text. */
export type TemplateValues = {
  name: string;
  type: string;
  description: string;
  icon: string;
  configSchema: string;
  isActive: boolean;
};

/** The documented message. */
const INVALID = 'Invalid JSON schema';

export const icons = [
  { value: 'settings', label: 'Settings' },
  { value: 'message-circle', label: 'Message circle' },
  { value: 'mail', label: 'Mail' },
  { value: 'webhook', label: 'Webhook' },
];

const textOf = (schema: object) => JSON.stringify(schema, null, 2);

/** The form's initial values. */
export const toValues = (template?: Template): TemplateValues => ({
  name: template?.name ?? '',
  type: template?.type ?? '',
  description: template?.description ?? '',
  icon: template?.icon ?? 'settings',
  configSchema: template ? textOf(template.configSchema) : '',
  isActive: template?.isActive ?? true,
});

export const fromQuickStart = (start: QuickStart): TemplateValues => ({
  name: start.name,
  type: start.type,
  description: start.description,
  icon: start.icon,
  configSchema: textOf(start.schema),
  isActive: true,
});

/** Parses the schema, or says why it's invalid. It must be a JSON object. */
export function readSchema(
  text: string,
): { schema: Record<string, unknown>; problem?: undefined } | { schema?: undefined; problem: string } {
  let special: string | undefined;
  try {
    const value: unknown = JSON.parse(text, (name, part: unknown) => {
      if (name in {}) special ??= name;
      return part;
    });
    // Names that every object inherits would be lost in transit.
    if (special) return { problem: `${INVALID}: the name "${special}" can’t be used` };
    return isObject(value) ? { schema: value } : { problem: INVALID };
  } catch {
    return { problem: INVALID };
  }
}

export const rules = yupFor('IntegrationTemplateInput').shape({
  configSchema: yup
    .string()
    .required('Schema is required')
    .test({
      test: (text, { createError }) => {
        const { problem } = readSchema(text);
        return problem === undefined || createError({ message: problem });
      },
    }),
});

/** Send a cleared description as empty. Omitted fields keep their stored value. */
export const toInput = ({
  description = '',
  configSchema,
  ...rest
}: Submitted<TemplateValues, yup.InferType<typeof rules>>): IntegrationTemplateInput => ({
  ...rest,
  description,
  configSchema: readSchema(configSchema).schema,
});

/** The quick starts (specification 2, section 2). */
type QuickStart = Pick<TemplateValues, 'name' | 'type' | 'description' | 'icon'> & {
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
    description: 'Sends messages to a chat channel through a webhook.',
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
