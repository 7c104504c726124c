import { Button, chakra } from '@chakra-ui/react';
import { Link as To } from 'react-router';
import { ResendLink } from '../email-link/ResendLink.tsx';
import { JoiningPage } from '../JoiningPage.tsx';
import { SignInPanel } from './SignInPanel.tsx';
import { type LinkFailure, LinkLookup, useEmailLink } from '../email-link/email-link.tsx';
import { useGoHome } from './useSignIn.ts';

/** Lets the owner past a lockout that others caused: an emailed link, then the password as usual. */
export function UnlockPage() {
  const link = useEmailLink('unlock');
  const goHome = useGoHome();
  const { token, state, email, error } = link;
  if (!token) return <Waiting />;
  if (state === 'valid') {
    return (
      <JoiningPage
        title="Sign in to your locked account"
        lead="Sign-in was locked after too many wrong passwords. This link confirms that you own the email address, so you don’t have to wait."
      >
        <SignInPanel email={email} unlockToken={token} onSignedIn={goHome} onLinkFailure={link.fail} />
      </JoiningPage>
    );
  }
  if (state) return <Unusable state={state} email={email} />;
  return <LinkLookup title="Sign in to your locked account" error={error} onRetry={link.retry} />;
}

const Waiting = () => (
  <JoiningPage
    title="Check your email"
    lead="Too many wrong passwords lock an account for a while. We’ve emailed the owner a link to sign in immediately. Open that link, or request a password reset."
  >
    <OtherWays email="" />
  </JoiningPage>
);

const unusable: Record<LinkFailure, { title: string; lead: string }> = {
  used: {
    title: 'This link has already been used',
    lead: 'You can sign in as usual. If you’ve forgotten your password, request a reset link.',
  },
  expired: {
    title: 'This link has expired',
    lead: 'Your account may be unlocked by now, so try signing in. If you’ve forgotten your password, request a reset link.',
  },
  wrong: {
    title: 'This link isn’t valid',
    lead: 'Part of it may be missing, because some email apps break long links. Open it from the email again, or request a password reset.',
  },
};

const Unusable = ({ state, email }: { state: LinkFailure; email: string }) => (
  <JoiningPage {...unusable[state]} state="warning">
    <OtherWays email={email} />
  </JoiningPage>
);

/** A new password also unlocks the account. */
const OtherWays = ({ email }: { email: string }) => (
  <>
    <Button asChild width="full">
      <To to="/auth">Sign In</To>
    </Button>
    <chakra.div mt={6} pt={6} borderTopWidth="1px">
      <ResendLink what="reset" email={email} secondary />
    </chakra.div>
  </>
);
