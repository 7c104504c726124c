import { useMutation } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { clockTime, span } from '#web/lib/dates.ts';
import { detailOf, readServerError, sentenceOf } from '#web/lib/server-errors.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { ResendVerification } from './joining.gql.ts';
import { isUnverified, signInSentence } from './sign-in-form.ts';

const MINUTE = 60;

/** Why signing in failed, and the way on where there is one. */
export function SignInTrouble({ error, email }: { error: unknown; email: string }) {
  const { sentence } = readServerError(error);
  const seconds = detailOf(error, 'retryAfter');
  return (
    <Notice state="critical" title="Login Failed">
      <p>{sentence ? signInSentence(sentence) : 'Login failed'}</p>
      {isUnverified(sentence) && <SendAgain email={email} />}
      {typeof seconds === 'number' && <Opens seconds={seconds} />}
    </Notice>
  );
}

/** The server's own sentence says whether a mailed link gets in meanwhile. */
function Opens({ seconds }: { seconds: number }) {
  const [now] = useState(() => Date.now());
  const wait = seconds > MINUTE ? Math.ceil(seconds / MINUTE) * MINUTE : seconds;
  return (
    <chakra.p mt={2} fontVariantNumeric="tabular-nums">
      You can try again at {clockTime(new Date(now + seconds * 1000))} (in {span(wait * 1000)}).
    </chakra.p>
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
      const description = sentenceOf(error, 'Failed to send the verification email');
      toast({ title: 'Error', description, type: 'error' });
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
