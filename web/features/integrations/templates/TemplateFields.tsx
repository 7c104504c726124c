import { chakra } from '@chakra-ui/react';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { storedSecret, type Integration } from './setup-form.ts';
import type { TemplateField } from './template-schema.ts';

type Props = { fields: readonly TemplateField[]; integration?: Integration };

/** The fields that a template's schema describes. Without a word a field is required. */
export const TemplateFields = ({ fields, integration }: Props) =>
  fields.map((field) => (
    <OneField key={field.name} field={field} stored={storedSecret(field, integration)} />
  ));

function OneField({ field, stored }: { field: TemplateField; stored?: string }) {
  const { name, label, help, kind, hidden, input, choices, required } = field;
  if (kind === 'switch') return <SwitchField name={name} label={label} help={help} />;
  const shared = { name, label, help, optional: !required };
  if (kind === 'choice') {
    const options = choices.map((choice) => ({ value: choice, label: choice }));
    return <SelectField {...shared} options={options} placeholder={`Choose ${label.toLowerCase()}`} />;
  }
  const keeps = kind === 'secret' && stored && (
    <>
      {help} Leave blank to keep the stored one, <chakra.span fontFamily="mono">{stored}</chakra.span>
    </>
  );
  const said = { ...shared, help: keeps || help };
  if (kind === 'secret' && hidden) return <PasswordField {...said} autoComplete="new-password" />;
  return <TextField {...said} type={input} autoComplete="off" spellCheck={false} mono={input === 'url'} />;
}
