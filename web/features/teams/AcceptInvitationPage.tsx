import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { JoiningPage } from '#web/features/auth/JoiningPage.tsx';
import { NewPasswordFields } from '#web/features/auth/NewPasswordFields.tsx';
import { SteadyFields } from '#web/features/auth/SteadyFields.tsx';
import { NewTab } from '#web/features/auth/register/RegistrationFields.tsx';
import {
  type LinkFailure,
  LinkLookup,
  linkStateOf,
  useLinkToken,
} from '#web/features/auth/email-link/email-link.tsx';
import { useSession } from '#web/features/auth/useSession.ts';
import type { InvitationByTokenQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { Form } from '#web/ui/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Hint } from '#web/ui/text.tsx';
import { type Acceptance, acceptRules, emptyAcceptance } from './accept-form.ts';
import { asRole, mayDo } from './role-words.ts';
import { useSwitchTeam } from './team-switching.ts';

const InvitationByToken = graphql(`
  query InvitationByToken($token: String!) {
    invitation(token: $token) {
      state
      email
      teamId
      teamName
      invitedBy
      role
      hasAccount
    }
  }
`);

const AcceptInvitation = graphql(`
  mutation AcceptInvitation($input: AcceptInvitationInput!) {
    acceptInvitation(input: $input) {
      message
    }
  }
`);

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

/** Replaces the used token in the history state, so that a reload still shows the result. */
function useJoined() {
  const { pathname, state } = useLocation() as { pathname: string; state: { joined?: Accepted } | null };
  const navigate = useNavigate();
  const noteJoined = ({ teamId, teamName, email }: Accepted) =>
    void navigate(pathname, { replace: true, state: { joined: { teamId, teamName, email } } });
  return { joined: state?.joined, noteJoined };
}

function Unusable({ expired, by, team }: { expired: boolean; by?: string | null; team?: string | null }) {
  const whom = by ?? 'the person who invited you';
  return (
    <JoiningPage
      title={expired ? 'This invitation has expired' : 'This invitation isn’t valid'}
      state="warning"
      lead={
        expired
          ? `Invitations expire after 7 days. Ask ${whom} to invite you to ${team ?? 'the team'} again.`
          : 'It may have been used, revoked or replaced by a newer email, or part of the link is missing. If you’ve already joined, sign in. Otherwise, ask for a new invitation.'
      }
    >
      <Button asChild width="full" variant="outline">
        <Link to="/auth">Sign In</Link>
      </Button>
    </JoiningPage>
  );
}

type Invitation = InvitationByTokenQuery['invitation'];

type Props = {
  token: string;
  invitation: Invitation;
  onJoined: () => void;
  onFail: (state: LinkFailure) => void;
};

/** One button for people with an account, and a short form for people without one. */
function AcceptForm({ token, invitation, onJoined, onFail }: Props) {
  const [accept] = useMutation(AcceptInvitation);
  const { teamName, invitedBy, role, email, hasAccount } = invitation;
  const { user } = useSession();
  const send = async (values: Acceptance) => {
    try {
      await accept({ variables: { input: { ...values, token } } });
    } catch (error) {
      const state = linkStateOf(error);
      if (state) onFail(state);
      throw error;
    }
    onJoined();
  };
  return (
    <JoiningPage
      title={`Join ${teamName} ${role ? asRole[role] : ''}`}
      lead={
        <>
          {invitedBy ?? 'A former member'} has invited{' '}
          <chakra.b fontWeight="medium" color="fg">
            {email}
          </chakra.b>
          . {role && mayDo[role]}
        </>
      }
    >
      {user && user.email !== email && (
        <chakra.div mb={5}>
          <Notice state="warning" title={`You’re signed in as ${user.email}`}>
            This invitation is for {email}. If you accept it, that account joins the team, not the one you’re
            signed in with.
          </Notice>
        </chakra.div>
      )}
      <Form
        initial={hasAccount ? {} : emptyAcceptance}
        rules={acceptRules(hasAccount)}
        onSubmit={send}
        failure={{
          title: 'Failed to join the team',
          check: 'Reload the page to see whether you joined the team.',
        }}
        alert
      >
        {!hasAccount && <NewPersonFields email={email ?? ''} />}
        <SubmitButton width="full">{hasAccount ? 'Join' : 'Create Account and Join'}</SubmitButton>
        {!hasAccount && (
          <Hint>
            By joining, you agree to the <NewTab to="/terms">terms and conditions</NewTab> and the{' '}
            <NewTab to="/privacy">privacy policy</NewTab>.
          </Hint>
        )}
      </Form>
    </JoiningPage>
  );
}

const NewPersonFields = ({ email }: { email: string }) => (
  <>
    {/* Lets password managers match the account. */}
    <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
    <SteadyFields>
      <TextField name="firstName" label="First name" autoComplete="given-name" />
      <TextField name="lastName" label="Last name" autoComplete="family-name" />
      <NewPasswordFields label="Password" email={email} />
    </SteadyFields>
  </>
);

type Accepted = Pick<Invitation, 'teamName' | 'teamId' | 'email'>;

/** The next step after joining: open the team, or sign in first. */
function Joined({ invitation: { teamName, teamId, email } }: { invitation: Accepted }) {
  const { user } = useSession();
  const { switchTo, switching } = useSwitchTeam();
  const isThem = user?.email === email;
  return (
    <JoiningPage
      title={`You’ve joined ${teamName}`}
      state="ok"
      lead={
        isThem
          ? 'You can switch teams at any time in the sidebar.'
          : user
            ? `You’re signed in as ${user.email}. To open the team, log out and sign in as ${email}.`
            : `Sign in as ${email} to open it.`
      }
    >
      {isThem && teamId && (
        <Button width="full" disabled={switching !== undefined} onClick={() => void switchTo(teamId)}>
          <chakra.span truncate>Open {teamName}</chakra.span>
        </Button>
      )}
      {!user && (
        <Button asChild width="full">
          <Link to="/auth">Sign In</Link>
        </Button>
      )}
    </JoiningPage>
  );
}
