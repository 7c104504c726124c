import { useMutation } from '@apollo/client/react';
import { Button, chakra, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Me } from '#web/features/auth/auth.gql.ts';
import { JoiningPage } from '#web/features/auth/JoiningPage.tsx';
import {
  type LinkFailure,
  LinkLookup,
  linkStateOf,
  useEmailLink,
} from '#web/features/auth/email-link/email-link.tsx';
import { useSession } from '#web/features/auth/useSession.ts';
import { graphql } from '#web/gql/index.ts';
import { failureWords } from '#web/lib/server-errors.ts';
import { Notice } from '#web/ui/Notice.tsx';

const ConfirmEmailChange = graphql(`
  mutation ConfirmEmailChange($input: EmailChangeInput!) {
    confirmEmailChange(input: $input) {
      message
    }
  }
`);

/** Confirms a new address. Opening the link isn't enough, because mail scanners open links too. */
export function ConfirmEmailPage() {
  const link = useEmailLink('change_email');
  const [done, setDone] = useState<string>();
  const { token, state, email, error } = link;
  if (done) return <Outcome title="Email address changed" state="ok" lead={done} />;
  if (!token) return <Outcome {...unusable.wrong} state="warning" />;
  if (state === 'valid') return <Confirm token={token} email={email} onDone={setDone} onFail={link.fail} />;
  if (state) return <Outcome {...unusable[state]} state="warning" />;
  return <LinkLookup title="Confirm your new email address" error={error} onRetry={link.retry} />;
}

type ConfirmProps = {
  token: string;
  email: string;
  onDone: (said: string) => void;
  onFail: (state: LinkFailure) => void;
};

function Confirm({ token, email, onDone, onFail }: ConfirmProps) {
  const { user } = useSession();
  const [confirm, { loading }] = useMutation(ConfirmEmailChange, {
    refetchQueries: user ? [{ query: Me }] : [],
  });
  const [problem, setProblem] = useState<ReturnType<typeof failureWords>>();
  const send = async () => {
    setProblem(undefined);
    try {
      const { data } = await confirm({ variables: { input: { token } } });
      onDone(data?.confirmEmailChange.message ?? '');
    } catch (error) {
      const state = linkStateOf(error);
      if (state) return onFail(state);
      const check = 'Try signing in with the new address. If that fails, try again here.';
      setProblem(failureWords(error, { title: 'Your email address wasn’t changed', check }));
    }
  };
  return (
    <JoiningPage
      title="Confirm your new email address"
      lead={
        <>
          After this, you’ll sign in with{' '}
          <chakra.b fontWeight="medium" color="fg">
            {email}
          </chakra.b>
          , and your other sessions will be signed out.
        </>
      }
    >
      <Stack gap={4}>
        {problem && (
          <Notice state="critical" title={problem.title}>
            {problem.description}
          </Notice>
        )}
        <Button
          width="full"
          autoFocus
          aria-disabled={loading || undefined}
          onClick={() => !loading && void send()}
        >
          Confirm email address
        </Button>
      </Stack>
    </JoiningPage>
  );
}

const unusable: Record<LinkFailure, { title: string; lead: string }> = {
  used: {
    title: 'This link has already been used',
    lead: 'Your email address has probably been changed already. Try signing in with it.',
  },
  expired: {
    title: 'This link has expired',
    lead: 'Confirmation links expire after 24 hours, and only the latest one works. Request a new link in Settings.',
  },
  wrong: {
    title: 'This link isn’t valid',
    lead: 'Part of it may be missing, because some email apps break long links. Open it from the email again, or request a new link in Settings.',
  },
};

function Outcome(props: { title: string; lead: string; state: 'ok' | 'warning' }) {
  const { user } = useSession();
  return (
    <JoiningPage {...props}>
      <Button asChild width="full" variant={props.state === 'ok' ? 'solid' : 'outline'}>
        {user ? <Link to="/settings">Open Settings</Link> : <Link to="/auth">Sign In</Link>}
      </Button>
    </JoiningPage>
  );
}
