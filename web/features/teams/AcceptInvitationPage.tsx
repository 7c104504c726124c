import { useQuery } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { JoiningPage } from '#web/features/auth/JoiningPage.tsx';
import { LinkLookup } from '#web/features/auth/LinkLookup.tsx';
import type { LinkFailure } from '#web/features/auth/link-state.ts';
import { useLinkToken } from '#web/features/auth/useMailedLink.ts';
import { AcceptForm } from './AcceptForm.tsx';
import { InvitationByToken } from './invitations.gql.ts';
import { Joined, type Accepted } from './Joined.tsx';

/** Where the link of an invitation leads: what it is for, and the way in. */
export function AcceptInvitationPage() {
  const token = useLinkToken();
  const [failure, setFailure] = useState<LinkFailure>();
  const { joined, noteJoined } = useJoined();
  const { data, error, refetch } = useQuery(InvitationByToken, {
    variables: { token: token ?? '' },
    skip: !token || !!joined,
    fetchPolicy: 'no-cache',
  });
  const invitation = data?.invitation;
  if (joined) return <Joined invitation={joined} />;
  const state = token ? (failure ?? invitation?.state) : 'wrong';
  if (!state) {
    const again = () => void refetch().catch(() => undefined);
    return <LinkLookup title="Your invitation" error={error} onRetry={again} />;
  }
  if (state !== 'valid' || !invitation || !token) {
    return <Unusable expired={state === 'expired'} by={invitation?.invitedBy} team={invitation?.teamName} />;
  }
  return (
    <AcceptForm
      token={token}
      invitation={invitation}
      onJoined={() => noteJoined(invitation)}
      onFail={setFailure}
    />
  );
}

/** Kept in the history instead of the token, which is worth nothing any more: who loads the page anew is still in. */
function useJoined() {
  const { pathname, state } = useLocation() as { pathname: string; state: { joined?: Accepted } | null };
  const navigate = useNavigate();
  const noteJoined = ({ teamId, teamName, email }: Accepted) =>
    void navigate(pathname, { replace: true, state: { joined: { teamId, teamName, email } } });
  return { joined: state?.joined, noteJoined };
}

function Unusable({ expired, by, team }: { expired: boolean; by?: string | null; team?: string | null }) {
  const whom = by ?? 'whoever invited you';
  return (
    <JoiningPage
      title={expired ? 'This invitation has expired' : 'This invitation is not valid'}
      state="warning"
      lead={
        expired
          ? `An invitation is good for 7 days. Ask ${whom} to send the one to ${team ?? 'the team'} again.`
          : 'It was used already, taken back, or replaced by a newer mail; or part of the link is missing. If you have joined before, sign in. Otherwise ask whoever invited you for a new one.'
      }
    >
      <Button asChild width="full" variant="outline">
        <Link to="/auth">Sign In</Link>
      </Button>
    </JoiningPage>
  );
}
