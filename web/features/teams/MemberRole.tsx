import { useMutation } from '@apollo/client/react';
import { NativeSelect } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import type { TeamMemberFieldsFragment, TeamRole } from '#web/gql/graphql.ts';
import { toast } from '#web/ui/toaster.tsx';
import { toastFailure } from './changes.ts';
import { givenRoles, roleWords } from './role-words.ts';
import { ChangeMemberRole } from './teams.gql.ts';

type Props = { member: TeamMemberFieldsFragment; editable: boolean };

/** What somebody may do; the owner chooses it for the others, and it holds at once. */
export function MemberRole({ member, editable }: Props) {
  const { id, name, role } = member;
  const [change, { loading }] = useMutation(ChangeMemberRole);
  if (!editable || role === 'owner') return roleWords[role];
  const choose = async (chosen: TeamRole) => {
    try {
      await change({ variables: { id, role: chosen } });
      toast({
        title: 'Role changed',
        description: `${name} is a ${roleWords[chosen].toLowerCase()} from now on.`,
        type: 'success',
      });
    } catch (error) {
      toastFailure('Role not changed', error);
    }
  };
  return (
    <NativeSelect.Root size="sm" w="7.5rem" disabled={loading}>
      <NativeSelect.Field
        aria-label={`Role of ${name}`}
        value={role}
        onChange={(event) => void choose(event.target.value as TeamRole)}
      >
        {givenRoles.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator>
        <ChevronDown strokeWidth={1.75} />
      </NativeSelect.Indicator>
    </NativeSelect.Root>
  );
}
