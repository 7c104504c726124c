import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { JoiningPage } from '#web/features/auth/JoiningPage.tsx';
import { graphql } from '#web/gql/index.ts';
import { LinkAction, LinkLookup, useLinkToken } from '#web/features/auth/email-link/email-link.tsx';
import { readServerError } from '#web/lib/server-errors.ts';
import { FocusOnMount } from '#web/ui/FocusOnMount.tsx';

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

const question = 'Stop alert emails?';

/** Stops alert emails to one address. Opening the link changes nothing, because email scanners open links too. */
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
          <Strong>{address}</Strong> will no longer get alert emails from the team <Strong>{teamName}</Strong>
          . We’ll notify the team’s owner.
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
          <Link to="/settings">Change my notification settings instead</Link>
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
        <FocusOnMount>{`${address} no longer gets alert emails from the team ${teamName}. You’ll still get emails about your account.`}</FocusOnMount>
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
    lead={<FocusOnMount>{`${address} gets alert emails from the team ${teamName} again.`}</FocusOnMount>}
    state="ok"
  />
);

const Invalid = () => (
  <JoiningPage
    title="This link is no longer valid."
    lead="Ask the team’s owner to remove your address."
    state="warning"
  />
);
