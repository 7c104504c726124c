import { Button, chakra } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { CodeField } from '#web/ui/CodeField.tsx';
import { Form } from '#web/ui/Form.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { codeRules, recoveryCodeRules } from './sign-in-form.ts';
import { signInFailure, signInSuccess } from './sign-in-toasts.ts';
import { SteadyFields } from './SteadyFields.tsx';

type Props = {
  email: string;
  onSubmit: (mfaToken: string) => Promise<unknown>;
  onBack: () => void;
  /** Another kind of code is asked for: what was said of the one before is over. */
  onSwitch: () => void;
  /** Why the last attempt failed. */
  children?: ReactNode;
};

/** The second factor: the code of the app, or one of the codes kept for when it is lost. */
export function SignInCodeForm({ email, onSubmit, onBack, onSwitch, children }: Props) {
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
        <chakra.h2 textStyle="lg" fontWeight="semibold">
          Two-factor authentication
        </chakra.h2>
        <chakra.p mt={1} color="fg.muted" overflowWrap="anywhere">
          {recovery
            ? `Enter one of the recovery codes you kept for ${email}. Each works once.`
            : `Enter the 6-digit code that your authenticator app shows for ${email}.`}
        </chakra.p>
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
