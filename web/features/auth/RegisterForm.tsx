import { useMutation } from '@apollo/client/react';
import { Form } from '#web/ui/Form.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Register } from './joining.gql.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { PackageField } from './PackageField.tsx';
import { RefusalToasts } from './RefusalToasts.tsx';
import { emptyTab, tabRules, type TabValues, registrationCheck } from './register-form.ts';
import { SteadyFields } from './SteadyFields.tsx';
import { TermsField } from './TermsField.tsx';

type Props = {
  /** Of a package that was chosen on the way here. */
  packageId?: string;
  onRegistered: (email: string) => void;
};

/** A new account with its package. The address has to be verified by mail before its owner signs in. */
export function RegisterForm({ packageId = '', onRegistered }: Props) {
  const [register] = useMutation(Register);
  const send = async (input: TabValues) => {
    await register({ variables: { input } });
    onRegistered(input.email);
  };
  return (
    <Form
      initial={{ ...emptyTab, packageId }}
      rules={tabRules}
      onSubmit={send}
      success={{
        title: 'Registration successful',
        description: 'Please check your email to verify your account.',
        type: 'success',
      }}
      failure={{ title: 'Registration failed', fallback: 'Registration failed', check: registrationCheck }}
    >
      <RefusalToasts failure="Registration failed" />
      <SteadyFields>
        <TextField name="email" label="Email" type="email" autoComplete="username" inputMode="email" />
        <NewPasswordFields label="Password" />
        <TextField name="firstName" label="First name" autoComplete="given-name" />
        <TextField name="lastName" label="Last name" autoComplete="family-name" />
        <TextField name="companyName" label="Company name" autoComplete="organization" />
        <TextField
          name="websiteUrl"
          label="Website URL"
          type="url"
          inputMode="url"
          autoComplete="url"
          placeholder="https://example.com"
          optional
        />
        <PackageField />
        <TermsField />
      </SteadyFields>
      <SubmitButton width="full">Register</SubmitButton>
    </Form>
  );
}
