import { useApolloClient, useMutation } from '@apollo/client/react';
import { chakra, Link } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router';
import { ProofFields } from '#web/features/auth/ProofFields.tsx';
import { useSession } from '#web/features/auth/useSession.ts';
import { graphql } from '#web/gql/index.ts';
import { useLoadPage } from '#web/lib/page-load.ts';
import { forgetDevice } from '#web/lib/this-device.ts';
import { leaveWithoutAsking } from '#web/lib/unsaved-changes.ts';
import { setFlashMessage } from '#web/lib/flash-message.ts';
import { forgetTokenQuietly } from '#web/lib/token.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { DialogButtons, DialogFields, FormDialog } from '#web/ui/FormDialog.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';

const DeleteAccount = graphql(`
  mutation DeleteAccount($input: DeleteAccountInput!) {
    deleteAccount(input: $input)
  }
`);

/** Lists what is deleted, asks for a proof of identity, then signs out. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const client = useApolloClient();
  const leave = useLoadPage();
  const [remove] = useMutation(DeleteAccount);
  const send = async (input: { password: string; mfaToken?: string }) => {
    await remove({ variables: { input } });
    await forgetDevice();
    forgetTokenQuietly();
    setFlashMessage('toast', {
      title: 'Your account was deleted',
      description: 'We’ve emailed you a confirmation.',
    });
    leaveWithoutAsking(() => leave('/'));
    await client.clearStore();
  };
  return (
    <FormDialog title="Delete account" onClose={onClose}>
      <Form
        initial={{ password: '', mfaToken: '' }}
        rules={yupFor('DeleteAccountInput')}
        onSubmit={send}
        failure={{
          title: 'Deletion Failed',
          check: 'Reload the page to see whether your account was deleted.',
        }}
        alert
      >
        <DialogFields>
          <chakra.div color="fg.muted">
            <p>
              The account <chakra.b color="fg">{user?.email}</chakra.b> will be deleted immediately. You can’t
              undo this.
            </p>
            <chakra.ul mt={2} ps={5} listStyleType="disc">
              <li>You’ll be signed out everywhere, and your API tokens will stop working.</li>
              {user?.teamRole === 'owner' && (
                <li>
                  <chakra.b color="fg">{user.team?.name}</chakra.b> will be deleted with its controllers,
                  rules, alerts and metrics. If it has other members,{' '}
                  <Link asChild>
                    <RouterLink to="/team">transfer ownership</RouterLink>
                  </Link>{' '}
                  first.
                </li>
              )}
              <li>You’ll leave any other teams you belong to. They aren’t affected otherwise.</li>
            </chakra.ul>
          </chakra.div>
          <ProofFields />
        </DialogFields>
        <DialogButtons>
          <SubmitButton colorPalette="danger">Delete account</SubmitButton>
        </DialogButtons>
      </Form>
    </FormDialog>
  );
}
