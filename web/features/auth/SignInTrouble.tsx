import { useMutation } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { detailOf, isSilence, sentenceOf } from '#web/lib/server-errors.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { toastFailure } from '#web/ui/toaster.tsx';
import { ResendVerification } from './joining.gql.ts';
import { RetryAt } from './RetryAt.tsx';
import { signInCheck } from './sign-in-toasts.ts';
import { isUnverified, signInSentence } from './sign-in-form.ts';

/** Why signing in failed, and the way on where there is one. */
export function SignInTrouble({ error, email }: { error: unknown; email: string }) {
  const seconds = detailOf(error, 'retryAfter');
  return (
    <Notice state="critical" title="Login Failed">
      <p>{signInSentence(error) ?? sentenceOf(error, 'Login failed')}</p>
      {isSilence(error) && <p>{signInCheck}</p>}
      {isUnverified(error) && <SendAgain email={email} />}
      {/* The server's own sentence says whether a mailed link gets in meanwhile. */}
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
