import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { RequestPasswordReset, ResendVerification } from '../registration.gql.ts';
import { SteadyFields } from '../SteadyFields.tsx';

type Props = {
  /** The purpose of the email. */
  what: 'verification' | 'reset';
  /** The address, if known. */
  email: string;
  /** Set if the page has another primary action. */
  secondary?: boolean;
};

const words = {
  verification: { button: 'Send a new verification email', failed: 'Failed to send the verification email' },
  reset: { button: 'Send a reset link', failed: 'Failed to send reset email' },
};

/** Requests another email. The response is the same for every address. */
export function ResendLink({ what, email, secondary }: Props) {
  const [resend] = useMutation(ResendVerification);
  const [reset] = useMutation(RequestPasswordReset);
  const [answer, setAnswer] = useState<string>();
  const { button, failed } = words[what];
  const send = async (input: { email: string }) => {
    setAnswer(undefined);
    const options = { variables: { input } };
    const message =
      what === 'reset'
        ? (await reset(options)).data?.requestPasswordReset.message
        : (await resend(options)).data?.resendVerification.message;
    setAnswer(message);
  };
  return (
    <Form
      initial={{ email }}
      rules={yupFor('EmailInput')}
      onSubmit={send}
      failure={{ title: 'Error', fallback: failed }}
    >
      <SteadyFields>
        <TextField name="email" label="Email" type="email" autoComplete="username" inputMode="email" />
      </SteadyFields>
      <SubmitButton width="full" variant={secondary || answer ? 'outline' : 'solid'}>
        {button}
      </SubmitButton>
      {answer && <Notice state="ok">{answer}</Notice>}
    </Form>
  );
}
