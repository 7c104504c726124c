import { useMutation } from '@apollo/client/react';
import type { TeamMemberFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { removeEntity } from '#web/lib/cache.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ActionDialog } from '#web/ui/ActionDialog.tsx';
import { toastTeamFailure, useReloadInTeam } from './team-switching.ts';

const RemoveMember = graphql(`
  mutation RemoveMember($id: ID!) {
    removeMember(id: $id)
  }
`);

const LeaveTeam = graphql(`
  mutation LeaveTeam {
    leaveTeam
  }
`);

type Props = { member: TeamMemberFieldsFragment; teamName: string; onClose: () => void };

/** Confirms before a member is removed or leaves. */
export const RemoveMemberDialog = (props: Props) =>
  props.member.you ? <Leave {...props} /> : <Remove {...props} />;

function Remove({ member, teamName, onClose }: Props) {
  const [remove] = useMutation(RemoveMember, {
    variables: { id: member.id },
    update: (cache) => removeEntity(cache, member),
  });
  return (
    <ActionDialog
      onClose={onClose}
      action={() => remove()}
      success={{
        title: 'Member removed',
        description: `${member.name} no longer has access to ${teamName}.`,
        type: 'success',
      }}
      failure={{
        title: 'Member not removed',
        check: 'Reload the page to see whether the member was removed.',
      }}
      title={`Remove ${member.name}`}
      confirmLabel="Remove from team"
    >
      {member.name} will lose access to {teamName} immediately, and their API tokens for it will stop working.
      Anything they set up here is kept.
    </ActionDialog>
  );
}

function Leave({ teamName, onClose }: Props) {
  const [leaveTeam] = useMutation(LeaveTeam);
  const startAnew = useReloadInTeam();
  const confirm = async () => {
    try {
      await leaveTeam();
      startAnew();
    } catch (error) {
      toastTeamFailure('Failed to leave the team', error);
      onClose();
    }
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title={`Leave ${teamName}`}
      confirmLabel="Leave team"
    >
      You’ll lose access to {teamName}, and your API tokens for it will stop working. Only the owner can
      invite you back.
    </ConfirmDialog>
  );
}
