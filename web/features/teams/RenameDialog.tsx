import { useMutation } from '@apollo/client/react';
import { graphql } from '#web/gql/index.ts';
import { presentName } from '#web/lib/time-zones.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { DialogButtons, DialogFields, FormDialog } from '#web/ui/FormDialog.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { TimeZoneField } from '#web/ui/TimeZoneField.tsx';

const RenameTeam = graphql(`
  mutation RenameTeam($input: TeamInput!) {
    renameTeam(input: $input) {
      id
      name
      timeZone
    }
  }
`);

type Props = { team: { id: string; name: string; timeZone?: string | null }; onClose: () => void };

/** The team's name, and the time zone of its messages. */
export function RenameDialog({ team, onClose }: Props) {
  const timeZone = team.timeZone ? presentName(team.timeZone) : '';
  const [rename] = useMutation(RenameTeam, {
    // The list of teams is mounted only with the sidebar.
    update: (cache) => void cache.evict({ fieldName: 'myTeams' }),
  });
  const send = async (input: { name: string; timeZone?: string }) => {
    await rename({ variables: { input } });
    onClose();
  };
  return (
    <FormDialog title="Edit team" onClose={onClose}>
      <Form
        initial={{ name: team.name, timeZone }}
        rules={yupFor('TeamInput')}
        onSubmit={send}
        success={{ title: 'Team saved', type: 'success' }}
        failure={{ title: 'Team not saved', check: 'Reload the page to see whether the team was renamed.' }}
      >
        <DialogFields>
          <TextField name="name" label="Team name" autoComplete="organization" autoFocus />
          <TimeZoneField
            label="Time zone"
            unset={team.timeZone ? undefined : 'Not set (UTC)'}
            help="For times in chats, tickets and emails to people who haven't set their own."
          />
        </DialogFields>
        <DialogButtons>
          <SubmitButton>Save</SubmitButton>
        </DialogButtons>
      </Form>
    </FormDialog>
  );
}
