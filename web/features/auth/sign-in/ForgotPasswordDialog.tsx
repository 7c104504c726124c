import { useMutation } from '@apollo/client/react';
import { Button, chakra, Dialog, Portal } from '@chakra-ui/react';
import { useState } from 'react';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useReturnFocus } from '#web/ui/useReturnFocus.ts';
import { RequestPasswordReset } from '../registration.gql.ts';
import { SteadyFields } from '../SteadyFields.tsx';

type Props = {
  /** The address typed so far. */
  email: string;
  onClose: () => void;
};

/** Requests a reset link. The response doesn't reveal whether the account exists. */
export function ForgotPasswordDialog({ email, onClose }: Props) {
  useReturnFocus();
  const [answer, setAnswer] = useState<string>();
  return (
    <Dialog.Root open size="sm" onOpenChange={({ open }) => !open && onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            {answer === undefined ? (
              <AskForReset email={email} onAnswer={setAnswer} onClose={onClose} />
            ) : (
              <Sent answer={answer} onClose={onClose} />
            )}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function AskForReset({ email, onAnswer, onClose }: Props & { onAnswer: (message: string) => void }) {
  const [request] = useMutation(RequestPasswordReset);
  const send = async (input: { email: string }) => {
    const { data } = await request({ variables: { input } });
    onAnswer(data?.requestPasswordReset.message ?? '');
  };
  return (
    <Form initial={{ email }} rules={yupFor('EmailInput')} onSubmit={send} failure={resetFailure}>
      <div>
        <Dialog.Header>
          <Dialog.Title>Reset your password</Dialog.Title>
        </Dialog.Header>
        <Dialog.Body>
          <Dialog.Description mb={4}>
            Enter your email address. We’ll send you a link to choose a new password.
          </Dialog.Description>
          <SteadyFields>
            <TextField
              name="email"
              label="Email"
              type="email"
              autoComplete="username"
              inputMode="email"
              autoFocus
            />
          </SteadyFields>
        </Dialog.Body>
        <Dialog.Footer>
          <Button variant="outline" onClick={onClose}>
            Back to Login
          </Button>
          <SubmitButton>Send reset link</SubmitButton>
        </Dialog.Footer>
      </div>
    </Form>
  );
}

function Sent({ answer, onClose }: { answer: string; onClose: () => void }) {
  return (
    <>
      <Dialog.Header>
        <Dialog.Title display="flex" alignItems="center" gap={2}>
          <chakra.span color="state.ok">
            <StateIcon state="ok" size={14} />
          </chakra.span>
          Reset email sent!
        </Dialog.Title>
      </Dialog.Header>
      <Dialog.Body>
        <Dialog.Description>{answer}</Dialog.Description>
      </Dialog.Body>
      <Dialog.Footer>
        <Button onClick={onClose} autoFocus>
          Back to Login
        </Button>
      </Dialog.Footer>
    </>
  );
}

/** The documented texts differ by whether the server responded. */
const resetFailure = {
  title: 'Error',
  fallback: 'Failed to send reset email',
  check: 'Failed to send reset email. Please try again.',
};
