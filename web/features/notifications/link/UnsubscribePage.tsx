import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { JoiningPage } from '#web/features/auth/JoiningPage.tsx';
import { LinkLookup } from '#web/features/auth/LinkLookup.tsx';
import { useLinkToken } from '#web/features/auth/useMailedLink.ts';
import { readServerError, sentenceOf } from '#web/lib/server-errors.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { SubscribeByLink, UnsubscribeByLink, UnsubscribeLink } from './link.gql.ts';

const question = 'Stop alert mails?';

/** Stops alert mails to one address. Opening the link does nothing: programs that scan mails open links too. */
export function UnsubscribePage() {
  const token = useLinkToken();
  const { data, error, refetch } = useQuery(UnsubscribeLink, {
    variables: { token: token ?? '' },
    skip: !token,
    fetchPolicy: 'no-cache',
  });
  const [done, setDone] = useState<'unsubscribed' | 'subscribed'>();
  const link = data?.unsubscribeLink;
  if (!token || readServerError(error).code === 'NOT_FOUND') return <Invalid />;
  if (!link) return <LinkLookup title={question} error={error} onRetry={() => void refetch()} />;
  if (done === 'subscribed') return <Subscribed {...link} />;
  if (done || link.unsubscribed)
    return <Done {...link} token={token} onSubscribed={() => setDone('subscribed')} />;
  return <Ask token={token} {...link} onDone={() => setDone('unsubscribed')} />;
}

type Whose = { address: string; teamName: string };

function Ask({ token, address, teamName, onDone }: Whose & { token: string; onDone: () => void }) {
  const [unsubscribe, { loading }] = useMutation(UnsubscribeByLink, { fetchPolicy: 'no-cache' });
  const [problem, setProblem] = useState<string>();
  const send = async () => {
    setProblem(undefined);
    try {
      await unsubscribe({ variables: { token } });
      onDone();
    } catch (error) {
      setProblem(sentenceOf(error, 'Nothing was changed. Please try again.'));
    }
  };
  return (
    <JoiningPage
      title={question}
      lead={
        <>
          <Strong>{address}</Strong> gets no more alert mails of the team <Strong>{teamName}</Strong>. The
          owner of the team is told.
        </>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap={3}>
        {problem && (
          <Notice state="critical" title="Unsubscribing failed">
            {problem}
          </Notice>
        )}
        <Button width="full" aria-disabled={loading || undefined} onClick={() => !loading && void send()}>
          Unsubscribe
        </Button>
        <Button asChild width="full" variant="outline">
          <Link to="/settings">Change what I am told instead</Link>
        </Button>
      </chakra.div>
    </JoiningPage>
  );
}

const Strong = ({ children }: { children: string }) => (
  <chakra.b fontWeight="medium" color="fg">
    {children}
  </chakra.b>
);

/** Its words get the focus that the button had, so that they are read out. */
function Done({
  token,
  address,
  teamName,
  onSubscribed,
}: Whose & { token: string; onSubscribed: () => void }) {
  const [subscribe, { loading }] = useMutation(SubscribeByLink, { fetchPolicy: 'no-cache' });
  const [problem, setProblem] = useState<string>();
  const send = async () => {
    setProblem(undefined);
    try {
      await subscribe({ variables: { token } });
      onSubscribed();
    } catch (error) {
      setProblem(sentenceOf(error, 'Nothing was changed. Please try again.'));
    }
  };
  return (
    <JoiningPage
      title="Unsubscribed"
      lead={
        <Said>{`${address} gets no more alert mails of the team ${teamName}. Mails about your account still come.`}</Said>
      }
      state="ok"
    >
      <chakra.div display="flex" flexDirection="column" gap={3}>
        {problem && (
          <Notice state="critical" title="Subscribing again failed">
            {problem}
          </Notice>
        )}
        <Button
          width="full"
          variant="outline"
          aria-disabled={loading || undefined}
          onClick={() => !loading && void send()}
        >
          Subscribe again
        </Button>
      </chakra.div>
    </JoiningPage>
  );
}

const Subscribed = ({ address, teamName }: Whose) => (
  <JoiningPage
    title="Subscribed again"
    lead={<Said>{`${address} gets alert mails of the team ${teamName} as before.`}</Said>}
    state="ok"
  />
);

function Said({ children }: { children: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <chakra.div ref={place} tabIndex={-1} outline={0}>
      {children}
    </chakra.div>
  );
}

const Invalid = () => (
  <JoiningPage
    title="This link is not valid any more."
    lead="Ask the owner of the team to take your address out."
    state="warning"
  />
);
