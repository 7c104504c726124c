import { useMutation } from '@apollo/client/react';
import { graphql } from '#web/gql/index.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { DialogButtons, DialogFields, FormDialog } from '#web/ui/FormDialog.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useSession } from '../useSession.ts';

const ConfirmIdentity = graphql(`
  mutation ConfirmIdentity($input: ConfirmIdentityInput!) {
    confirmIdentity(input: $input)
  }
`);

type Props = { onConfirm: () => void; onClose: () => void };

/** Asks for the password, or a code if two-factor authentication is on, before a sensitive change. */
export function ConfirmIdentityDialog({ onConfirm, onClose }: Props) {
  const { user } = useSession();
  const [confirm] = useMutation(ConfirmIdentity);
  const send = async (input: { password?: string; mfaToken?: string }) => {
    await confirm({ variables: { input } });
    onConfirm();
  };
  return (
    <FormDialog
      title="Confirm it's you"
      description="You won't be asked again for the next 15 minutes."
      onClose={onClose}
    >
      <Form
        initial={{ password: '', mfaToken: '' }}
        rules={yupFor('ConfirmIdentityInput')}
        onSubmit={send}
        failure={{ title: 'Not confirmed', fallback: "We couldn't confirm who you are. Try again." }}
        alert
      >
        <DialogFields>
          {user?.twoFactorEnabled ? (
            <TextField
              name="mfaToken"
              label="Verification code"
              help="Enter the 6 digits from your authenticator app, or a recovery code."
              autoComplete="one-time-code"
              spellCheck={false}
              mono
              autoFocus
            />
          ) : (
            <PasswordField name="password" label="Password" autoComplete="current-password" autoFocus />
          )}
        </DialogFields>
        <DialogButtons>
          <SubmitButton>Confirm</SubmitButton>
        </DialogButtons>
      </Form>
    </FormDialog>
  );
}
