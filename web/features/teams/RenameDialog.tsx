import { useMutation } from '@apollo/client/react';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { DialogButtons, DialogFields, FormDialog } from '#web/ui/FormDialog.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { RenameTeam } from './teams.gql.ts';

type Props = { team: { id: string; name: string }; onClose: () => void };

/** What the team is called, everywhere its people see it. */
export function RenameDialog({ team, onClose }: Props) {
  const [rename] = useMutation(RenameTeam, {
    // The list of teams is on screen only where the sidebar is.
    update: (cache) => void cache.evict({ fieldName: 'myTeams' }),
  });
  const send = async (input: { name: string }) => {
    await rename({ variables: { input } });
    onClose();
  };
  return (
    <FormDialog title="Rename the team" onClose={onClose}>
      <Form
        initial={{ name: team.name }}
        rules={yupFor('TeamInput')}
        onSubmit={send}
        success={{ title: 'Team renamed', type: 'success' }}
        failure={{ title: 'Team not renamed', fallback: 'Nothing was changed. Please try again.' }}
      >
        <DialogFields>
          <TextField name="name" label="Team name" autoComplete="organization" autoFocus />
        </DialogFields>
        <DialogButtons>
          <SubmitButton>Rename</SubmitButton>
        </DialogButtons>
      </Form>
    </FormDialog>
  );
}
