import { useState } from 'react';
import { readServerError } from '#web/lib/server-errors.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { dismissToast } from '#web/ui/toaster.tsx';
import { linkStateOf, type LinkFailure } from './link-state.ts';
import { SignInCodeForm } from './SignInCodeForm.tsx';
import { SignInForm, type Credentials } from './SignInForm.tsx';
import { SignInTrouble } from './SignInTrouble.tsx';
import { useSignIn } from './useSignIn.ts';
import type { SessionUser } from './useSession.ts';

const ForgotPasswordDialog = lazyDialog(() =>
  import('./ForgotPasswordDialog.tsx').then((m) => m.ForgotPasswordDialog),
);

type Props = {
  /** An address to begin with. */
  email?: string;
  /** From a mail to the owner of a locked account: it gets in where others have to wait. */
  unlockToken?: string;
  onSignedIn?: (user: SessionUser) => void;
  onLinkFailure?: (state: LinkFailure) => void;
};

/** E-mail and password, then a code where two factors are on. Both are kept in memory only. */
export function SignInPanel({ email = '', unlockToken, onSignedIn, onLinkFailure }: Props) {
  const signIn = useSignIn();
  const [credentials, setCredentials] = useState<Credentials>({ email, password: '' });
  const [step, setStep] = useState<'password' | 'code' | 'back'>('password');
  const [trouble, setTrouble] = useState<unknown>();
  const [forgotBy, setForgotBy] = useState<string>();

  const attempt = async (given: Credentials & { mfaToken?: string }) => {
    setTrouble(undefined);
    try {
      const user = await signIn({ ...given, ...(unlockToken && { unlockToken }) });
      if (user) onSignedIn?.(user);
      return user;
    } catch (error) {
      const { fields } = readServerError(error);
      // What stands under its field need not be said twice.
      if (!Object.keys(fields).some((name) => name in given)) setTrouble(error);
      const link = linkStateOf(error);
      if (link) onLinkFailure?.(link);
      throw error;
    }
  };
  const enter = async (given: Credentials) => {
    setCredentials(given);
    const user = await attempt(given);
    if (!user) setStep('code');
    return user;
  };
  const goBack = () => {
    setTrouble(undefined);
    setStep('back');
  };
  const askForReset = (email: string) => {
    // The alert on the page stays; the toast would lie over the dialog on a phone.
    dismissToast();
    setForgotBy(email);
  };
  const complaint = trouble !== undefined && <SignInTrouble error={trouble} email={credentials.email} />;
  return (
    <>
      {step === 'code' ? (
        <SignInCodeForm
          email={credentials.email}
          onSubmit={(mfaToken) => attempt({ ...credentials, mfaToken })}
          onBack={goBack}
          onSwitch={() => setTrouble(undefined)}
        >
          {complaint}
        </SignInCodeForm>
      ) : (
        <SignInForm
          initial={credentials}
          focus={step === 'back' ? 'email' : email ? 'password' : undefined}
          onSubmit={enter}
          onForgot={askForReset}
        >
          {complaint}
        </SignInForm>
      )}
      {forgotBy !== undefined && (
        <ForgotPasswordDialog email={forgotBy} onClose={() => setForgotBy(undefined)} />
      )}
    </>
  );
}
