import { useMutation } from '@apollo/client/react';
import { NewPasswordFields } from '#web/features/auth/NewPasswordFields.tsx';
import { ProofFields } from '#web/features/auth/ProofFields.tsx';
import { useSession } from '#web/features/auth/useSession.ts';
import { graphql } from '#web/gql/index.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { DialogButtons, DialogFields, FormDialog } from '#web/ui/FormDialog.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { AccountSessions } from './account.gql.ts';

const ChangePassword = graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input) {
      message
    }
  }
`);

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const [change] = useMutation(ChangePassword, { refetchQueries: [AccountSessions] });
  return (
    <FormDialog title="Change password" onClose={onClose}>
      <Form
        initial={{ currentPassword: '', password: '', confirmPassword: '', mfaToken: '' }}
        rules={yupFor('ChangePasswordInput')}
        onSubmit={async (input) => {
          const { data: done } = await change({ variables: { input } });
          onClose();
          return done?.changePassword.message;
        }}
        success={(message) => ({ title: 'Password changed', description: String(message), type: 'success' })}
        failure={{
          title: 'Update failed',
          check: 'Try signing in with your new password. If that fails, change it again.',
        }}
        alert
      >
        {/* Lets password managers match the account. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={user?.email ?? ''}
          readOnly
          hidden
        />
        <DialogFields>
          <ProofFields name="currentPassword" label="Current password" />
          <NewPasswordFields
            label="New password"
            confirmLabel="Confirm new password"
            email={user?.email}
            known={user && [user.firstName, user.lastName, user.companyName]}
          />
        </DialogFields>
        <DialogButtons>
          <SubmitButton>Change password</SubmitButton>
        </DialogButtons>
      </Form>
    </FormDialog>
  );
}
