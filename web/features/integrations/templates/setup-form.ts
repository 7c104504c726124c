import * as yup from 'yup';
import type { IntegrationFieldsFragment, IntegrationTemplateFieldsFragment } from '#web/gql/graphql.ts';
import type { TemplateField } from './template-schema.ts';

export type Template = IntegrationTemplateFieldsFragment;
export type Integration = IntegrationFieldsFragment;

/** Beside the template's own names, which begin with a letter. */
export const ACTIVE = '$active';

/** What stands in the form while it is filled in, by the names of the schema. */
export type SetupValues = Record<string, string | number | boolean>;

/** An empty form with what is usual, or that of an integration. Secrets are never filled in. */
export function toValues(fields: readonly TemplateField[], integration?: Integration): SetupValues {
  const values = fields.map((field) => [field.name, valueOf(field, integration)]);
  return { ...Object.fromEntries(values), [ACTIVE]: integration?.isActive ?? true };
}

function valueOf({ name, kind, usual }: TemplateField, integration?: Integration): unknown {
  if (kind === 'secret') return '';
  const blank = kind === 'switch' ? false : '';
  const known = integration ? integration.config[name] : usual;
  return kind === 'choice' ? String(known ?? '') : (known ?? blank);
}

/** What of a secret is shown, where one is stored. */
export function storedSecret({ name, kind }: TemplateField, integration?: Integration): string | undefined {
  const shown = kind === 'secret' ? integration?.config[name] : undefined;
  return typeof shown === 'string' ? shown : undefined;
}

/** What the schema demands; the server holds the rest of it. A stored secret may be left blank. */
export const rulesFor = (fields: readonly TemplateField[], integration?: Integration) =>
  yup.object(
    Object.fromEntries(
      fields
        .filter((field) => field.required && field.kind !== 'switch' && !storedSecret(field, integration))
        .map(({ name, label }) => [name, yup.string().trim().required(`${label} is required`)]),
    ),
  );

/** What is sent: the fields of the schema alone. */
export const toInput = ({ [ACTIVE]: isActive, ...config }: SetupValues) => ({
  config,
  isActive: isActive === true,
});
