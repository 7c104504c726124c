import { useFormikContext } from 'formik';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { PasswordHint } from './PasswordHint.tsx';

const mine = ['email', 'firstName', 'lastName', 'companyName'];

/** A new password, twice, with what it needs and how strong it is. */
export function NewPasswordFields({ label, email }: { label: string; email?: string }) {
  const { values } = useFormikContext<Record<string, unknown>>();
  const typed = mine.map((name) => values[name]).filter((value) => typeof value === 'string');
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        autoComplete="new-password"
        help={<PasswordHint password={String(values['password'])} known={[...typed, email ?? '']} />}
      />
      <PasswordField name="confirmPassword" label="Confirm password" autoComplete="new-password" />
    </>
  );
}
