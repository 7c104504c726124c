import { useMutation } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { type ReactNode, useState } from 'react';
import { detailOf, isSilence, readServerError } from '#web/lib/server-errors.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { CodeField } from '#web/ui/CodeField.tsx';
import { Form } from '#web/ui/Form.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { dismissToast, toastFailure } from '#web/ui/toaster.tsx';
import { Muted, SectionTitle } from '#web/ui/text.tsx';
import { ResendVerification } from '../registration.gql.ts';
import { type LinkFailure, linkStateOf } from '../email-link/email-link.tsx';
import { RetryAt } from '../RetryAt.tsx';
import {
  codeRules,
  isUnverified,
  recoveryCodeRules,
  signInCheck,
  signInFailure,
  signInSentence,
  signInSuccess,
} from './sign-in-form.ts';
import { SteadyFields } from '../SteadyFields.tsx';
import type { SessionUser } from '../useSession.ts';
import { useSignIn } from './useSignIn.ts';

const ForgotPasswordDialog = lazyDialog(() =>
  import('./ForgotPasswordDialog.tsx').then((m) => m.ForgotPasswordDialog),
);

type Props = {
  /** Prefilled address. */
  email?: string;
  /** Token from an unlock email, which bypasses the lockout. */
  unlockToken?: string;
  onSignedIn?: (user: SessionUser) => void;
  onLinkFailure?: (state: LinkFailure) => void;
};

/** Email and password, then a code if two-factor authentication is on. Both are kept in memory only. */
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
      // Field errors aren't repeated in the alert.
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
    // The alert stays, but on phones a toast would cover the dialog.
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

type Credentials = { email: string; password: string };

type SignInFormProps = {
  initial: Credentials;
  /** The field to focus. None by default. */
  focus?: keyof Credentials;
  onSubmit: (given: Credentials) => Promise<unknown>;
  onForgot: (email: string) => void;
  children?: ReactNode;
};

function SignInForm({ initial, focus, onSubmit, onForgot, children }: SignInFormProps) {
  return (
    <Form
      initial={initial}
      rules={yupFor('SignInInput')}
      onSubmit={({ email, password }) => onSubmit({ email, password })}
      success={signInSuccess}
      failure={signInFailure}
    >
      <SteadyFields>
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoFocus={focus === 'email'}
        />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="current-password"
          autoFocus={focus === 'password'}
        />
      </SteadyFields>
      <SubmitButton width="full">Sign In</SubmitButton>
      <ForgotPassword onForgot={onForgot} />
      {children}
    </Form>
  );
}

function ForgotPassword({ onForgot }: Pick<SignInFormProps, 'onForgot'>) {
  const { values } = useFormikContext<Credentials>();
  return (
    <Button variant="plain" alignSelf="center" onClick={() => onForgot(values.email)}>
      Forgot password?
    </Button>
  );
}

/** Why sign-in failed, and the next step if there is one. */
function SignInTrouble({ error, email }: { error: unknown; email: string }) {
  const seconds = detailOf(error, 'retryAfter');
  const sentence = signInSentence(error) ?? readServerError(error).sentence;
  return (
    // Without a sentence, the documented default says it all.
    <Notice state="critical" title={sentence ? 'Login Failed' : 'Login failed'}>
      {sentence && <p>{sentence}</p>}
      {isSilence(error) && <p>{signInCheck}</p>}
      {isUnverified(error) && <SendAgain email={email} />}
      {/* The server's message says whether an emailed link can bypass the lockout. */}
      {typeof seconds === 'number' && (
        <chakra.div mt={2}>
          <RetryAt seconds={seconds} />
        </chakra.div>
      )}
    </Notice>
  );
}

function SendAgain({ email }: { email: string }) {
  const [resend, { loading }] = useMutation(ResendVerification);
  const [answer, setAnswer] = useState<string>();
  const ask = async () => {
    try {
      const { data } = await resend({ variables: { input: { email } } });
      setAnswer(data?.resendVerification.message);
    } catch (error) {
      toastFailure(error, { title: 'Error', fallback: 'Failed to send the verification email' });
    }
  };
  if (answer) return <chakra.p mt={2}>{answer}</chakra.p>;
  return (
    <Button
      mt={3}
      size="sm"
      variant="outline"
      aria-disabled={loading || undefined}
      onClick={() => !loading && void ask()}
    >
      Send the email again
    </Button>
  );
}

type SignInCodeFormProps = {
  email: string;
  onSubmit: (mfaToken: string) => Promise<unknown>;
  onBack: () => void;
  /** Switching the kind of code clears the previous error. */
  onSwitch: () => void;
  children?: ReactNode;
};

/** The second factor: an authenticator code or a recovery code. */
function SignInCodeForm({ email, onSubmit, onBack, onSwitch, children }: SignInCodeFormProps) {
  const [recovery, setRecovery] = useState(false);
  const switchKind = () => {
    onSwitch();
    setRecovery(!recovery);
  };
  return (
    <Form
      key={recovery ? 'recovery' : 'app'}
      initial={{ mfaToken: '' }}
      rules={recovery ? recoveryCodeRules : codeRules}
      onSubmit={({ mfaToken }) => onSubmit(mfaToken)}
      success={signInSuccess}
      failure={signInFailure}
    >
      <div>
        <SectionTitle>Two-factor authentication</SectionTitle>
        <Muted mt={1} overflowWrap="anywhere">
          {recovery
            ? `Enter a recovery code for ${email}. Each code works once.`
            : `Enter the 6-digit code from your authenticator app for ${email}.`}
        </Muted>
      </div>
      <SteadyFields>
        {recovery ? (
          <TextField
            key="recovery"
            name="mfaToken"
            label="Recovery code"
            autoComplete="off"
            spellCheck={false}
            maxLength={32}
            autoFocus
            mono
          />
        ) : (
          <CodeField key="app" name="mfaToken" label="Verification code" autoFocus />
        )}
      </SteadyFields>
      <SubmitButton width="full">Verify</SubmitButton>
      <Button variant="outline" width="full" onClick={onBack}>
        Back to Login
      </Button>
      <Button variant="plain" alignSelf="center" onClick={switchKind}>
        {recovery ? 'Use the authenticator app' : 'Use a recovery code'}
      </Button>
      {children}
    </Form>
  );
}
