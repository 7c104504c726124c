import { useMutation } from '@apollo/client/react';
import { Button, chakra, Link } from '@chakra-ui/react';
import { useState } from 'react';
import { Link as To } from 'react-router';
import { graphql } from '#web/gql/index.ts';
import { toastFailure } from '#web/ui/toaster.tsx';
import { Muted } from '#web/ui/text.tsx';
import { ResendLink } from './ResendLink.tsx';
import { JoiningPage } from '../JoiningPage.tsx';
import { type LinkFailure, LinkLookup, linkStateOf, useEmailLink } from './email-link.tsx';

const VerifyEmail = graphql(`
  mutation VerifyEmail($input: LinkInput!) {
    verifyEmail(input: $input) {
      message
    }
  }
`);

/** Verifies an address. Opening the link isn't enough, because mail scanners open links too. */
export function VerifyEmailPage() {
  const link = useEmailLink('verify_email');
  const [done, setDone] = useState(false);
  const { token, state, email, error } = link;
  if (done) return <Verified />;
  if (!token) return <Waiting />;
  if (state === 'valid') {
    return <Confirm token={token} email={email} onDone={() => setDone(true)} onFail={link.fail} />;
  }
  if (state) return <Unusable state={state} email={email} />;
  return <LinkLookup title="Verify your email address" error={error} onRetry={link.retry} />;
}

type ConfirmProps = {
  token: string;
  email: string;
  onDone: () => void;
  onFail: (state: LinkFailure) => void;
};

function Confirm({ token, email, onDone, onFail }: ConfirmProps) {
  const [verify, { loading }] = useMutation(VerifyEmail);
  const confirm = async () => {
    try {
      await verify({ variables: { input: { token } } });
      onDone();
    } catch (error) {
      const state = linkStateOf(error);
      if (state) return onFail(state);
      toastFailure(error, {
        title: 'Verification failed',
        check: 'Reload the page to see whether the address was verified.',
      });
    }
  };
  return (
    <JoiningPage
      title="Verify your email address"
      lead={
        <>
          Confirm that <Address>{email}</Address> is your email address. We’ll send alerts and account emails
          there.
        </>
      }
    >
      <Button width="full" aria-disabled={loading || undefined} onClick={() => !loading && void confirm()}>
        Verify email address
      </Button>
    </JoiningPage>
  );
}

const Verified = () => (
  <JoiningPage title="Email address verified" state="ok" lead="Your account is ready.">
    <Button asChild width="full">
      <To to="/auth">Sign In</To>
    </Button>
  </JoiningPage>
);

const Waiting = () => (
  <JoiningPage
    title="Check your email"
    lead="We’ve emailed you a link to verify your address. It expires after 24 hours. Can’t find it? Check your spam folder, or request a new link."
  >
    <ResendLink what="verification" email="" />
    <SignInInstead />
  </JoiningPage>
);

const unusable: Record<LinkFailure, { title: string; lead: string }> = {
  used: {
    title: 'This link has already been used',
    lead: 'Your email address has probably been verified already. Try signing in. If that doesn’t work, request a new link.',
  },
  expired: {
    title: 'This link has expired',
    lead: 'Verification links expire after 24 hours, and only the latest one works. Request a new link.',
  },
  wrong: {
    title: 'This link isn’t valid',
    lead: 'Part of it may be missing, because some email apps break long links. Open it from the email again, or request a new link.',
  },
};

const Unusable = ({ state, email }: { state: LinkFailure; email: string }) => (
  <JoiningPage {...unusable[state]} state="warning">
    <ResendLink what="verification" email={email} />
    <SignInInstead />
  </JoiningPage>
);

const SignInInstead = () => (
  <Muted mt={6} textAlign="center">
    Already verified?{' '}
    <Link asChild>
      <To to="/auth">Sign in</To>
    </Link>
  </Muted>
);

const Address = ({ children }: { children: string }) => (
  <chakra.b fontWeight="medium" color="fg">
    {children}
  </chakra.b>
);
