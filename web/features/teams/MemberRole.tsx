import { useMutation } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useRef } from 'react';
import type { TeamMemberFieldsFragment, TeamRole } from '#web/gql/graphql.ts';
import { Select } from '#web/ui/Select.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { toastTeamFailure } from './changes.ts';
import { givenRoles, roleWords } from './role-words.ts';
import { ChangeMemberRole } from './teams.gql.ts';

type ChoiceProps = {
  member: TeamMemberFieldsFragment;
  /** Chosen and not saved yet. */
  picked?: TeamRole;
  onPick: (role: TeamRole | undefined) => void;
};
type Props = ChoiceProps & { editable: boolean };

/** What somebody may do; the owner chooses it for the others. */
export const MemberRole = ({ editable, ...choice }: Props) =>
  !editable || choice.member.role === 'owner' ? roleWords[choice.member.role] : <RoleChoice {...choice} />;

/** Chosen first, saved then: with the keyboard each arrow chooses, and a change is mailed and written down. */
function RoleChoice({ member: { id, name, role }, picked, onPick }: ChoiceProps) {
  const [change, { loading }] = useMutation(ChangeMemberRole);
  const select = useRef<HTMLSelectElement>(null);
  const wanted = picked ?? role;
  const save = async () => {
    try {
      await change({ variables: { id, role: wanted } });
      onPick(undefined);
      // The button goes with what there was to save.
      select.current?.focus();
      toast({
        title: 'Role changed',
        description: `${name} is a ${roleWords[wanted].toLowerCase()} from now on.`,
        type: 'success',
      });
    } catch (error) {
      toastTeamFailure('Role not changed', error);
    }
  };
  return (
    <chakra.span display="inline-flex" alignItems="center" gap={1.5}>
      <Select
        ref={select}
        size="sm"
        w="7.5rem"
        aria-label={`Role of ${name}`}
        options={givenRoles}
        value={wanted}
        onChange={(event) => onPick(event.target.value as TeamRole)}
      />
      {wanted !== role && (
        <Button
          size="sm"
          aria-label={`Save role of ${name}`}
          aria-disabled={loading || undefined}
          onClick={() => !loading && void save()}
        >
          Save
        </Button>
      )}
    </chakra.span>
  );
}
