import { useApolloClient, useMutation } from '@apollo/client/react';
import type { InvitationInput } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { DialogButtons, DialogFields, FormDialog } from '#web/ui/FormDialog.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { TeamInvitations } from './teams.gql.ts';
import { givenRoles, mayDo } from './role-words.ts';
import { InvitationFields } from './Invitations.tsx';

const InviteMember = graphql(`
  mutation InviteMember($input: InvitationInput!) {
    inviteMember(input: $input) {
      ...InvitationFields
    }
  }
`);

type Sent = { email?: string; again: boolean };

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [invite] = useMutation(InviteMember, {
    refetchQueries: [TeamInvitations],
    awaitRefetchQueries: true,
  });
  const { cache } = useApolloClient();
  const waiting = (email: string) =>
    cache
      .readQuery({ query: TeamInvitations })
      ?.teamInvitations.some((known) => known.email === email.trim().toLowerCase()) ?? false;
  const send = async (input: InvitationInput) => {
    const again = waiting(input.email);
    const { data } = await invite({ variables: { input } });
    onClose();
    return { email: (data && readFragment(InvitationFields, data.inviteMember))?.email, again };
  };
  return (
    <FormDialog title="Invite to the team" onClose={onClose}>
      <Form
        initial={{ email: '', role: 'member' }}
        rules={yupFor('InvitationInput')}
        onSubmit={send}
        success={toastOf}
        failure={{
          title: 'Invitation not sent',
          check: 'Reload the page to see whether the invitation was sent.',
        }}
        alert
      >
        <DialogFields>
          <TextField name="email" label="Email" type="email" inputMode="email" autoComplete="off" autoFocus />
          <SelectField
            name="role"
            label="Role"
            options={givenRoles}
            help={`${mayDo.member} ${mayDo.viewer}`}
          />
        </DialogFields>
        <DialogButtons>
          <SubmitButton>Send Invitation</SubmitButton>
        </DialogButtons>
      </Form>
    </FormDialog>
  );
}

/** A person invited twice has two emails, of which only the latest works. */
const toastOf = ({ email, again }: Sent) => ({
  title: again ? 'Invitation resent' : 'Invitation sent',
  description: again
    ? `${email} was already invited. The link in the earlier email no longer works.`
    : `We’ve emailed ${email}. The link expires after 7 days.`,
  type: 'success' as const,
});
