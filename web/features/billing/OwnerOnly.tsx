import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { Eye } from '#web/ui/icons.tsx';
import { Muted } from '#web/ui/text.tsx';
import { graphql } from '#web/gql/index.ts';

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

/** Tells other members who can do what isn't offered to them. */
export function OwnerOnly({ what }: { what: string }) {
  const { data } = useQuery(TeamOwner);
  const owner = data?.teamMembers.find(({ role }) => role === 'owner');
  return (
    <Muted display="inline-flex" gap={2} overflowWrap="anywhere">
      <chakra.span mt={0.5} flexShrink={0}>
        <Eye size={16} strokeWidth={1.75} aria-hidden />
      </chakra.span>
      <span>
        Only the team owner can {what}
        {owner && `: ${owner.name} (${owner.email})`}.
      </span>
    </Muted>
  );
}
