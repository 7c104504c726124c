import { Button, chakra } from '@chakra-ui/react';
import { Link as To } from 'react-router';
import { ResendLink } from '../mailed-link/ResendLink.tsx';
import { JoiningPage } from '../JoiningPage.tsx';
import { SignInPanel } from './SignInPanel.tsx';
import { type LinkFailure, LinkLookup, useMailedLink } from '../mailed-link/mailed-link.tsx';
import { useGoHome } from './useSignIn.ts';

/** The owner's way past a lockout that others caused: the mailed link, and then the password as always. */
export function UnlockPage() {
  const link = useMailedLink('unlock');
  const goHome = useGoHome();
  const { token, state, email, error } = link;
  if (!token) return <Waiting />;
  if (state === 'valid') {
    return (
      <JoiningPage
        title="Sign in to your locked account"
        lead="Somebody entered too many wrong passwords, so sign-in was closed for a while. This link proves that the mailbox is yours: you need not wait."
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
    lead="After too many wrong passwords an account is closed for a while, and its owner gets a mail with a link that lets them in at once. Open that link, or choose a new password by mail."
  >
    <OtherWays email="" />
  </JoiningPage>
);

const unusable: Record<LinkFailure, { title: string; lead: string }> = {
  used: {
    title: 'This link has already been used',
    lead: 'You can sign in as usual. If you do not know the password any more, choose a new one by mail.',
  },
  expired: {
    title: 'This link has expired',
    lead: 'The account may well be open again by now: try to sign in. If you do not know the password any more, choose a new one by mail.',
  },
  wrong: {
    title: 'This link is not valid',
    lead: 'Part of it may be missing: mail programs sometimes break long lines. Open it from the mail again, or choose a new password by mail.',
  },
};

const Unusable = ({ state, email }: { state: LinkFailure; email: string }) => (
  <JoiningPage {...unusable[state]} state="warning">
    <OtherWays email={email} />
  </JoiningPage>
);

/** A new password opens a locked account too. */
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
