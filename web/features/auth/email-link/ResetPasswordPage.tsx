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
import { type LinkFailure, LinkLookup, linkStateOf, useEmailLink } from './email-link.tsx';
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

/** Sets a new password from an emailed link. It doesn't sign in, because the second factor is still required. */
export function ResetPasswordPage() {
  const link = useEmailLink('reset_password');
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
    // All sessions have ended, so update this browser's session too.
    if (readToken()) await client.query({ query: Me, fetchPolicy: 'network-only' }).catch(() => undefined);
  };
  return (
    <JoiningPage title="Choose a new password" lead={`For ${email}. You’ll be signed out on every device.`}>
      <Form
        initial={{ token, password: '', confirmPassword: '', revokeApiTokens: true }}
        rules={resetRules}
        onSubmit={send}
        success={{ title: 'Success', description: 'Your password has been changed.', type: 'success' }}
        failure={{
          title: 'Reset failed',
          check: 'Try signing in with your new password. If that fails, try again here.',
        }}
      >
        <RefusalToasts failure="Reset failed" />
        {/* Lets password managers match the account. */}
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
    lead="You’ve been signed out on every device. Sign in with your new password. If you use two-factor authentication, you’ll still need a code."
  >
    <Button asChild width="full">
      <To to="/auth">Sign In</To>
    </Button>
  </JoiningPage>
);

const Waiting = () => (
  <JoiningPage
    title="Check your email"
    lead="To choose a new password, open the link in our email within an hour. Can’t find it? Check your spam folder, or request a new link."
  >
    <ResendLink what="reset" email="" />
  </JoiningPage>
);

const unusable: Record<LinkFailure, { title: string; lead: string }> = {
  used: {
    title: 'This link has already been used',
    lead: 'Your password was already changed with this link. If that wasn’t you, or you’ve forgotten it again, request a new link.',
  },
  expired: {
    title: 'This link has expired',
    lead: 'Reset links expire after an hour, and only the latest one works. Request a new link.',
  },
  wrong: {
    title: 'This link isn’t valid',
    lead: 'Part of it may be missing, because some email apps break long links. Open it from the email again, or request a new link.',
  },
};

const Unusable = ({ state, email }: { state: LinkFailure; email: string }) => (
  <JoiningPage {...unusable[state]} state="warning">
    <ResendLink what="reset" email={email} />
  </JoiningPage>
);
