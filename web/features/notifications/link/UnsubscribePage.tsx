import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { JoiningPage } from '#web/features/auth/JoiningPage.tsx';
import { graphql } from '#web/gql/index.ts';
import { LinkAction, LinkLookup, useLinkToken } from '#web/features/auth/mailed-link/mailed-link.tsx';
import { readServerError } from '#web/lib/server-errors.ts';
import { Said } from '#web/ui/Said.tsx';

export const UnsubscribeLink = graphql(`
  query UnsubscribeLink($token: String!) {
    unsubscribeLink(token: $token) {
      address
      teamName
      unsubscribed
    }
  }
`);

export const SubscribeByLink = graphql(`
  mutation SubscribeByLink($token: String!) {
    subscribeByLink(token: $token) {
      address
      teamName
      unsubscribed
    }
  }
`);

export const UnsubscribeByLink = graphql(`
  mutation UnsubscribeByLink($token: String!) {
    unsubscribeByLink(token: $token) {
      address
      teamName
      unsubscribed
    }
  }
`);

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

type Subscription = { address: string; teamName: string };

function Ask({ token, address, teamName, onDone }: Subscription & { token: string; onDone: () => void }) {
  const [unsubscribe] = useMutation(UnsubscribeByLink, { fetchPolicy: 'no-cache' });
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
      <LinkAction
        label="Unsubscribe"
        failure="Unsubscribing failed"
        act={async () => {
          await unsubscribe({ variables: { token } });
          onDone();
        }}
      >
        <Button asChild width="full" variant="outline">
          <Link to="/settings">Change what I am told instead</Link>
        </Button>
      </LinkAction>
    </JoiningPage>
  );
}

const Strong = ({ children }: { children: string }) => (
  <chakra.b fontWeight="medium" color="fg">
    {children}
  </chakra.b>
);

type DoneProps = Subscription & { token: string; onSubscribed: () => void };

function Done({ token, address, teamName, onSubscribed }: DoneProps) {
  const [subscribe] = useMutation(SubscribeByLink, { fetchPolicy: 'no-cache' });
  return (
    <JoiningPage
      title="Unsubscribed"
      lead={
        <Said>{`${address} gets no more alert mails of the team ${teamName}. Mails about your account still come.`}</Said>
      }
      state="ok"
    >
      <LinkAction
        label="Subscribe again"
        failure="Subscribing again failed"
        isWayBack
        act={async () => {
          await subscribe({ variables: { token } });
          onSubscribed();
        }}
      />
    </JoiningPage>
  );
}

const Subscribed = ({ address, teamName }: Subscription) => (
  <JoiningPage
    title="Subscribed again"
    lead={<Said>{`${address} gets alert mails of the team ${teamName} as before.`}</Said>}
    state="ok"
  />
);

const Invalid = () => (
  <JoiningPage
    title="This link is not valid any more."
    lead="Ask the owner of the team to take your address out."
    state="warning"
  />
);
