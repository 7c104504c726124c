import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { Eye } from '#web/ui/icons.tsx';
import { graphql } from '#web/gql/index.ts';

/** Who can change what the team pays for. */
const TeamOwner = graphql(`
  query TeamOwner {
    teamMembers {
      id
      role
      name
      email
    }
  }
`);

/** For who is not the owner: who can do what is not offered here. */
export function OwnerOnly({ what }: { what: string }) {
  const { data } = useQuery(TeamOwner);
  const owner = data?.teamMembers.find(({ role }) => role === 'owner');
  return (
    <chakra.p display="inline-flex" gap={2} color="fg.muted" overflowWrap="anywhere">
      <chakra.span mt={0.5} flexShrink={0}>
        <Eye size={16} strokeWidth={1.75} aria-hidden />
      </chakra.span>
      <span>
        Only the owner of the team can {what}
        {owner && `: ${owner.name} (${owner.email})`}.
      </span>
    </chakra.p>
  );
}
