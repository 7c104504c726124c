import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { JoiningPage } from '#web/features/auth/JoiningPage.tsx';
import { LinkAction, LinkLookup, useLinkToken } from '#web/features/auth/email-link/email-link.tsx';
import { graphql } from '#web/gql/index.ts';
import { readServerError } from '#web/lib/server-errors.ts';
import { FocusOnMount } from '#web/ui/FocusOnMount.tsx';

const WaitlistLink = graphql(`
  query WaitlistLink($token: String!) {
    waitlistLink(token: $token) {
      email
      packageName
      unsubscribed
    }
  }
`);

const LeaveWaitlist = graphql(`
  mutation LeaveWaitlist($token: String!) {
    leaveWaitlist(token: $token) {
      unsubscribed
    }
  }
`);

const RejoinWaitlist = graphql(`
  mutation RejoinWaitlist($token: String!) {
    rejoinWaitlist(token: $token) {
      unsubscribed
    }
  }
`);

const question = 'Stop waitlist emails?';

/** Unsubscribes from waitlist emails. Opening the link changes nothing, because email scanners open links too. */
export function LeaveWaitlistPage() {
  const token = useLinkToken();
  const { data, error, refetch } = useQuery(WaitlistLink, {
    variables: { token: token ?? '' },
    skip: !token,
    fetchPolicy: 'no-cache',
  });
  const [done, setDone] = useState<'left' | 'returned'>();
  const link = data?.waitlistLink;
  if (!token || readServerError(error).code === 'NOT_FOUND') return <Invalid />;
  if (!link) return <LinkLookup title={question} error={error} onRetry={() => void refetch()} />;
  if (done === 'returned') return <Returned email={link.email} />;
  if (done || link.unsubscribed)
    return <Left email={link.email} token={token} onReturned={() => setDone('returned')} />;
  return <Ask {...link} token={token} onLeft={() => setDone('left')} />;
}

type AskProps = { email: string; packageName: string; token: string; onLeft: () => void };

function Ask({ email, packageName, token, onLeft }: AskProps) {
  const [leave] = useMutation(LeaveWaitlist, { fetchPolicy: 'no-cache' });
  return (
    <JoiningPage title={question} lead={`${email} is on the waitlist for ${packageName}.`}>
      <LinkAction
        label="Unsubscribe"
        failure="Unsubscribing failed"
        act={async () => {
          await leave({ variables: { token } });
          onLeft();
        }}
      />
    </JoiningPage>
  );
}

function Left({ email, token, onReturned }: { email: string; token: string; onReturned: () => void }) {
  const [comeBack] = useMutation(RejoinWaitlist, { fetchPolicy: 'no-cache' });
  return (
    <JoiningPage
      title="Unsubscribed"
      state="ok"
      lead={<FocusOnMount>{`We won’t email ${email} about the waitlist again.`}</FocusOnMount>}
    >
      <LinkAction
        label="Subscribe again"
        failure="Subscribing again failed"
        isWayBack
        act={async () => {
          await comeBack({ variables: { token } });
          onReturned();
        }}
      />
    </JoiningPage>
  );
}

const Returned = ({ email }: { email: string }) => (
  <JoiningPage
    title="Subscribed again"
    state="ok"
    lead={<FocusOnMount>{`We’ll email ${email} when registration opens.`}</FocusOnMount>}
  />
);

const Invalid = () => (
  <JoiningPage
    title="This link isn’t valid"
    lead="This address isn’t on the waitlist, or the link is incomplete."
    state="warning"
  />
);
