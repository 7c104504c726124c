import { useApolloClient, useMutation } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { Link as To } from 'react-router';
import { graphql } from '#web/gql/index.ts';
import { readToken } from '#web/lib/token.ts';
import { CheckboxField } from '#web/ui/CheckboxField.tsx';
import { Form } from '#web/ui/Form.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { ResendLink } from './ResendLink.tsx';
import { Me } from '../auth.gql.ts';
import { JoiningPage } from '../JoiningPage.tsx';
import { type LinkFailure, LinkLookup, linkStateOf, useMailedLink } from './mailed-link.tsx';
import { NewPasswordFields } from '../NewPasswordFields.tsx';
import { resetRules } from '../register/register-form.ts';
import { RefusalToasts } from '../register/RegistrationFields.tsx';
import { SteadyFields } from '../SteadyFields.tsx';

const ResetPassword = graphql(`
  mutation ResetPassword($input: ResetPasswordInput!) {
    resetPassword(input: $input) {
      message
    }
  }
`);

/** A new password by a mailed link. It signs nobody in: the second factor is still asked for. */
export function ResetPasswordPage() {
  const link = useMailedLink('reset_password');
  const [done, setDone] = useState(false);
  const { token, state, email, error } = link;
  if (done) return <Changed />;
  if (!token) return <Waiting />;
  if (state === 'valid') {
    return <NewPassword token={token} email={email} onDone={() => setDone(true)} onFail={link.fail} />;
  }
  if (state) return <Unusable state={state} email={email} />;
  return <LinkLookup title="Choose a new password" error={error} onRetry={link.retry} />;
}

type NewPasswordProps = {
  token: string;
  email: string;
  onDone: () => void;
  onFail: (state: LinkFailure) => void;
};

function NewPassword({ token, email, onDone, onFail }: NewPasswordProps) {
  const [reset] = useMutation(ResetPassword);
  const client = useApolloClient();
  const send = async (input: {
    token: string;
    password: string;
    confirmPassword: string;
    revokeApiTokens: boolean;
  }) => {
    try {
      await reset({ variables: { input } });
    } catch (error) {
      const state = linkStateOf(error);
      if (state) onFail(state);
      throw error;
    }
    onDone();
    // Every session of the account has ended; whoever is signed in here finds out at once.
    if (readToken()) await client.query({ query: Me, fetchPolicy: 'network-only' }).catch(() => undefined);
  };
  return (
    <JoiningPage title="Choose a new password" lead={`For ${email}. Every device is signed out with it.`}>
      <Form
        initial={{ token, password: '', confirmPassword: '', revokeApiTokens: true }}
        rules={resetRules}
        onSubmit={send}
        success={{ title: 'Success', description: 'Your password was changed.', type: 'success' }}
        failure={{
          title: 'Reset failed',
          check: 'Try signing in with your new password. If that fails, try again here.',
        }}
      >
        <RefusalToasts failure="Reset failed" />
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <SteadyFields>
          <NewPasswordFields label="New password" email={email} />
        </SteadyFields>
        <CheckboxField
          name="revokeApiTokens"
          label="Revoke my API tokens too"
          help="Programs that use them stop working until you create new ones."
        />
        <SubmitButton width="full">Change password</SubmitButton>
      </Form>
    </JoiningPage>
  );
}

const Changed = () => (
  <JoiningPage
    title="Password changed"
    state="ok"
    lead="Every device was signed out. Sign in with the new password; two factors are asked for as before."
  >
    <Button asChild width="full">
      <To to="/auth">Sign In</To>
    </Button>
  </JoiningPage>
);

const Waiting = () => (
  <JoiningPage
    title="Check your email"
    lead="A new password is chosen with the link in our mail, which is good for an hour. Nothing there? Look in the spam folder, or have it sent again."
  >
    <ResendLink what="reset" email="" />
  </JoiningPage>
);

const unusable: Record<LinkFailure, { title: string; lead: string }> = {
  used: {
    title: 'This link has already been used',
    lead: 'The password was changed with it. If that was not you, or you have lost it again, have another link sent.',
  },
  expired: {
    title: 'This link has expired',
    lead: 'A reset link is good for an hour, and only the newest one counts. Have another one sent.',
  },
  wrong: {
    title: 'This link is not valid',
    lead: 'Part of it may be missing: mail programs sometimes break long lines. Open it from the mail again, or have another one sent.',
  },
};

const Unusable = ({ state, email }: { state: LinkFailure; email: string }) => (
  <JoiningPage {...unusable[state]} state="warning">
    <ResendLink what="reset" email={email} />
  </JoiningPage>
);
