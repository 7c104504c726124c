import { useApolloClient, useMutation } from '@apollo/client/react';
import { chakra, Link } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router';
import { ProofFields } from '#web/features/auth/ProofFields.tsx';
import { useSession } from '#web/features/auth/useSession.ts';
import { graphql } from '#web/gql/index.ts';
import { useLeave } from '#web/lib/leave.ts';
import { leaveUnasked } from '#web/lib/leaving.ts';
import { sayNext } from '#web/lib/say-next.ts';
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

/** Says what will go, asks who wants it, and then there is nobody signed in any more. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const client = useApolloClient();
  const leave = useLeave();
  const [remove] = useMutation(DeleteAccount);
  const send = async (input: { password: string; mfaToken?: string }) => {
    await remove({ variables: { input } });
    forgetTokenQuietly();
    sayNext('toast', { title: 'Your account was deleted', description: 'A mail confirms it.' });
    leaveUnasked(() => leave('/'));
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
              The account of <chakra.b color="fg">{user?.email}</chakra.b> ends at once and cannot be brought
              back:
            </p>
            <chakra.ul mt={2} ps={5} listStyleType="disc">
              <li>you are signed out everywhere, and your API tokens end;</li>
              {user?.teamRole === 'owner' && (
                <li>
                  <chakra.b color="fg">{user.team?.name}</chakra.b> goes with its controllers, rules, alerts
                  and measurements. If other people are in it,{' '}
                  <Link asChild>
                    <RouterLink to="/team">hand it over</RouterLink>
                  </Link>{' '}
                  first;
                </li>
              )}
              <li>teams of other people stay as they are, without you.</li>
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
