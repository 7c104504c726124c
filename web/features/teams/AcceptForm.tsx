import { useMutation } from '@apollo/client/react';
import { chakra, Link, VisuallyHidden } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { JoiningPage } from '#web/features/auth/JoiningPage.tsx';
import { linkStateOf, type LinkFailure } from '#web/features/auth/link-state.ts';
import { NewPasswordFields } from '#web/features/auth/NewPasswordFields.tsx';
import { SteadyFields } from '#web/features/auth/SteadyFields.tsx';
import { useSession } from '#web/features/auth/useSession.ts';
import type { InvitationByTokenQuery } from '#web/gql/graphql.ts';
import { Form } from '#web/ui/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { acceptRules, emptyAcceptance, type Acceptance } from './accept-form.ts';
import { AcceptInvitation } from './invitations.gql.ts';
import { asRole, mayDo } from './role-words.ts';

export type Invitation = InvitationByTokenQuery['invitation'];

type Props = {
  token: string;
  invitation: Invitation;
  onJoined: () => void;
  onFail: (state: LinkFailure) => void;
};

/** One button for who has an account; the few fields of one for who has not. */
export function AcceptForm({ token, invitation, onJoined, onFail }: Props) {
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
          {invitedBy ?? 'Somebody who has left since'} invites{' '}
          <chakra.b fontWeight="medium" color="fg">
            {email}
          </chakra.b>
          . {role && mayDo[role]}
        </>
      }
    >
      {user && user.email !== email && (
        <chakra.div mb={5}>
          <Notice state="warning" title={`You are signed in as ${user.email}`}>
            This invitation is for {email}. Whoever joins with it is that person, and not the one who is
            signed in here.
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
          <chakra.p textStyle="sm" color="fg.muted">
            By joining you agree to the <NewTab to="/terms">terms and conditions</NewTab> and the{' '}
            <NewTab to="/privacy">privacy policy</NewTab>.
          </chakra.p>
        )}
      </Form>
    </JoiningPage>
  );
}

const NewPersonFields = ({ email }: { email: string }) => (
  <>
    {/* Tells a password manager whose password this is. */}
    <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
    <SteadyFields>
      <TextField name="firstName" label="First name" autoComplete="given-name" />
      <TextField name="lastName" label="Last name" autoComplete="family-name" />
      <NewPasswordFields label="Password" email={email} />
    </SteadyFields>
  </>
);

/** Beside the form, so that nothing typed is lost. */
const NewTab = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link href={to} target="_blank" rel="noopener">
    {children}
    <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
  </Link>
);
