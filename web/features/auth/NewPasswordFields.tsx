import { useFormikContext } from 'formik';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { PasswordHint } from './PasswordHint.tsx';

const mine = ['email', 'firstName', 'lastName', 'companyName'];

type Props = {
  label: string;
  confirmLabel?: string;
  /** Where no field asks for it. */
  email?: string;
  /** What else others know of the person without a field that asks for it: names, company. */
  known?: readonly string[];
};

/** A new password, twice, with what it needs and how strong it is. */
export function NewPasswordFields({ label, confirmLabel = 'Confirm password', email, known }: Props) {
  const { values } = useFormikContext<Record<string, unknown>>();
  const typed = mine.map((name) => values[name]).filter((value) => typeof value === 'string');
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        autoComplete="new-password"
        help={
          <PasswordHint
            password={String(values['password'])}
            known={[...typed, ...(known ?? []), email ?? '']}
          />
        }
      />
      <PasswordField name="confirmPassword" label={confirmLabel} autoComplete="new-password" />
    </>
  );
}
