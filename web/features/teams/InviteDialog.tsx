import { useMutation } from '@apollo/client/react';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { DialogButtons, DialogFields, FormDialog } from '#web/ui/FormDialog.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { InviteMember, TeamInvitations } from './invitations.gql.ts';
import { givenRoles, mayDo } from './role-words.ts';

type Values = { email: string; role: 'member' | 'viewer' };

/** Asks somebody by mail to join. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [invite] = useMutation(InviteMember, {
    refetchQueries: [TeamInvitations],
    awaitRefetchQueries: true,
  });
  const send = async (input: Values) => {
    const { data } = await invite({ variables: { input } });
    onClose();
    return data?.inviteMember.email;
  };
  const initial: Values = { email: '', role: 'member' };
  return (
    <FormDialog title="Invite to the team" onClose={onClose}>
      <Form
        initial={initial}
        rules={yupFor('InvitationInput')}
        onSubmit={send}
        success={(email) => ({
          title: 'Invitation sent',
          description: `A mail is on its way to ${String(email)}. Its link is good for 7 days.`,
          type: 'success',
        })}
        failure={{ title: 'Invitation not sent', fallback: 'Nothing was sent. Please try again.' }}
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
