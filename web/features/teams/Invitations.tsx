import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { InvitationFieldsFragment } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { removeEntity } from '#web/lib/cache.ts';
import { formatDate } from '#web/lib/format.ts';
import { useScreenSize } from '#web/lib/screen-width.ts';
import { inBackground } from '#web/lib/background-request.ts';
import { usePolling } from '#web/lib/usePolling.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { RowActions, RowMenu } from '#web/ui/RowActions.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Hint, Muted, SectionTitle } from '#web/ui/text.tsx';
import { Card, DividedList } from '#web/ui/Card.tsx';
import { roleWords } from './role-words.ts';
import { TeamInvitations, TeamMembers } from './teams.gql.ts';
import { toastTeamFailure } from './team-switching.ts';

export const InvitationFields = graphql(`
  fragment InvitationFields on Invitation {
    id
    email
    role
    expiresAt
    createdAt
  }
`);

const ResendInvitation = graphql(`
  mutation ResendInvitation($id: ID!) {
    resendInvitation(id: $id) {
      ...InvitationFields
    }
  }
`);

const RevokeInvitation = graphql(`
  mutation RevokeInvitation($id: ID!) {
    revokeInvitation(id: $id)
  }
`);

/** Polling interval for accepted invitations, in milliseconds. */
const EVERY = 20_000;

export function Invitations() {
  const { data, error, refetch } = useQuery(TeamInvitations, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const client = useApolloClient();
  const invitations = data && readFragment(InvitationFields, data.teamInvitations);
  usePolling(invitations?.length ? EVERY : undefined, async () => {
    await client.query({ query: TeamInvitations, fetchPolicy: 'network-only' });
    // Refetch members only when an invitation has gone, because that person may have joined.
    await inBackground(() => client.query({ query: TeamMembers, fetchPolicy: 'network-only' }));
  });
  return (
    <section aria-labelledby="invitations">
      <SectionTitle id="invitations" tabIndex={-1} mb={3}>
        Pending invitations
      </SectionTitle>
      {error && !invitations ? (
        <LoadFailed title="We couldn’t load the invitations" error={error} onRetry={refetch} />
      ) : (
        <Card overflow="hidden">
          {!invitations && <SkeletonRows rows={1} />}
          {invitations?.length === 0 && (
            <Muted px={4} py={3}>
              No pending invitations. People you invite appear here until they respond.
            </Muted>
          )}
          <DividedList aria-labelledby="invitations">
            {invitations?.map((invitation) => (
              <Row key={invitation.id} invitation={invitation} />
            ))}
          </DividedList>
        </Card>
      )}
    </section>
  );
}

function Row({ invitation }: { invitation: InvitationFieldsFragment }) {
  const { id, email, role, expiresAt } = invitation;
  const [now] = useState(() => Date.now());
  const [resend, resending] = useMutation(ResendInvitation, { variables: { id } });
  const [revoke, revoking] = useMutation(RevokeInvitation, {
    variables: { id },
    update: (cache) => removeEntity(cache, invitation),
  });
  const Actions = useScreenSize() === 'phone' ? RowMenu : RowActions;
  const end = new Date(expiresAt);
  const lastDay = formatDate(end);
  const sendAgain = async () => {
    try {
      await resend();
      toast({
        title: 'Invitation resent',
        description: `The previous link no longer works.`,
        type: 'success',
      });
    } catch (error) {
      toastTeamFailure('Invitation not sent', error);
    }
  };
  const takeBack = async () => {
    try {
      await revoke();
      // Its row has been removed.
      document.getElementById('invitations')?.focus();
      toast({
        title: 'Invitation revoked',
        description: `The link sent to ${email} no longer works.`,
        type: 'success',
      });
    } catch (error) {
      toastTeamFailure('Invitation not revoked', error);
    }
  };
  return (
    <chakra.li display="flex" alignItems="flex-start" gap={2} ps={4} pe={2} py={2}>
      <chakra.div flex={1} minW={0} py={0.5} overflowWrap="anywhere">
        <chakra.p fontWeight="medium">{email}</chakra.p>
        <Hint>
          {roleWords[role]} ·{' '}
          {end.getTime() > now ? (
            `expires ${lastDay}`
          ) : (
            <chakra.span display="inline-flex" alignItems="center" gap={1.5} color="state.warning">
              <StateIcon state="warning" size={10} />
              Expired
            </chakra.span>
          )}
        </Hint>
      </chakra.div>
      <Actions
        of={email}
        actions={[
          { label: 'Send Again', act: () => void sendAgain(), busy: resending.loading },
          { label: 'Take Back', act: () => void takeBack(), busy: revoking.loading, destroys: true },
        ]}
      />
    </chakra.li>
  );
}
