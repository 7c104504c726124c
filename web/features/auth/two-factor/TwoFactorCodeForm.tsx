import { Button, type ButtonProps } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useEffect, useRef, useState } from 'react';
import { detailOf, readServerError, sentenceOf } from '#web/lib/server-errors.ts';
import { CodeField } from '#web/ui/CodeField.tsx';
import { Form } from '#web/ui/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { RetryAt } from '../RetryAt.tsx';
import { anyCodeRules, sixDigitRules } from './two-factor-form.ts';

/** The submitted values. The password is included once the server requires it. */
export type Proof = { code: string; password?: string };

type Props = {
  send: (proof: Proof) => Promise<unknown>;
  /** The button label. */
  verb: string;
  /** Label of the code field, to distinguish several. */
  label?: string;
  /** Message for too few digits. */
  sentence: string;
  /** Title of the toast for a wrong code. */
  failure: string;
  look?: Pick<ButtonProps, 'variant' | 'colorPalette'>;
  /** Also accepts a recovery code. */
  orRecoveryCode?: boolean;
};

export function TwoFactorCodeForm({ orRecoveryCode, ...props }: Props) {
  const [recovery, setRecovery] = useState(false);
  const [needsPassword, setNeedsPassword] = useState(false);
  const { send, verb, label = 'Verification code', sentence, failure, look } = props;
  const [trouble, setTrouble] = useState<unknown>();
  const retryAfter = detailOf(trouble, 'retryAfter');
  const sendAndTell = async (proof: Proof) => {
    setTrouble(undefined);
    try {
      await send(proof);
    } catch (error) {
      const { fields } = readServerError(error);
      setTrouble(error);
      if (fields['password']) setNeedsPassword(true);
      // Shown under the field and, as documented, in a toast.
      const said = fields['code'];
      if (said) toast({ title: failure, description: said, type: 'error' });
      throw error;
    }
  };
  return (
    <Form
      key={String(recovery)}
      initial={{ code: '', password: '' }}
      rules={recovery ? anyCodeRules : sixDigitRules(sentence)}
      onSubmit={sendAndTell}
      failure={{ title: failure, check: 'Reload the page to see whether it worked.' }}
    >
      {recovery ? (
        <TextField name="code" label="Recovery code" autoComplete="off" spellCheck={false} mono autoFocus />
      ) : (
        <CodeField name="code" label={label} />
      )}
      {needsPassword && <PasswordField name="password" label="Password" autoComplete="current-password" />}
      <InvalidCode />
      {typeof retryAfter === 'number' && (
        <Notice state="warning" title={sentenceOf(trouble, failure)}>
          <RetryAt seconds={retryAfter} />
        </Notice>
      )}
      <SubmitButton alignSelf="flex-start" {...look}>
        {verb}
      </SubmitButton>
      {orRecoveryCode && (
        <Button variant="plain" alignSelf="flex-start" px={0} onClick={() => setRecovery(!recovery)}>
          {recovery ? 'Use your authenticator app' : 'Use a recovery code instead'}
        </Button>
      )}
    </Form>
  );
}

/** Shows a toast once per attempt if the input can't be a code. */
function InvalidCode() {
  const { submitCount, isSubmitting, errors } = useFormikContext<{ code: string }>();
  const told = useRef(0);
  useEffect(() => {
    if (isSubmitting || submitCount === told.current) return;
    told.current = submitCount;
    if (errors.code) toast({ title: 'Invalid Code', description: errors.code, type: 'error' });
  }, [submitCount, isSubmitting, errors.code]);
  return null;
}
