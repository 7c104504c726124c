import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { LinkAction, LinkLookup, useLinkToken } from '#web/features/auth/email-link/email-link.tsx';
import { JoiningPage } from '#web/features/auth/JoiningPage.tsx';
import { graphql } from '#web/gql/index.ts';
import { readServerError } from '#web/lib/server-errors.ts';
import { FocusOnMount } from '#web/ui/FocusOnMount.tsx';

export const ReportLink = graphql(`
  query ReportLink($token: String!) {
    reportLink(token: $token) {
      address
      teamName
      unsubscribed
    }
  }
`);

export const LeaveReports = graphql(`
  mutation LeaveReports($token: String!) {
    leaveReports(token: $token) {
      unsubscribed
    }
  }
`);

export const RejoinReports = graphql(`
  mutation RejoinReports($token: String!) {
    rejoinReports(token: $token) {
      unsubscribed
    }
  }
`);

const question = 'Stop monthly reports?';

/** Unsubscribes from a team's monthly reports. Opening the link changes nothing, because email scanners open links too. */
export function LeaveReportsPage() {
  const token = useLinkToken();
  const { data, error, refetch } = useQuery(ReportLink, {
    variables: { token: token ?? '' },
    skip: !token,
    fetchPolicy: 'no-cache',
  });
  const [leave] = useMutation(LeaveReports, { fetchPolicy: 'no-cache' });
  const [rejoin] = useMutation(RejoinReports, { fetchPolicy: 'no-cache' });
  const [done, setDone] = useState<'left' | 'returned'>();
  const link = data?.reportLink;
  if (!token || readServerError(error).code === 'NOT_FOUND')
    return (
      <JoiningPage
        title="This link is no longer valid"
        lead="This address no longer gets these reports, or the link is incomplete."
        state="warning"
      />
    );
  if (!link) return <LinkLookup title={question} error={error} onRetry={() => void refetch()} />;
  const { address, teamName } = link;
  if (done === 'returned')
    return (
      <JoiningPage
        title="Subscribed again"
        state="ok"
        lead={<FocusOnMount>{`${address} gets the monthly reports of ${teamName} again.`}</FocusOnMount>}
      />
    );
  if (done || link.unsubscribed)
    return (
      <JoiningPage
        title="Unsubscribed"
        state="ok"
        lead={<FocusOnMount>{`${address} no longer gets the monthly reports of ${teamName}.`}</FocusOnMount>}
      >
        <LinkAction
          key="rejoin"
          label="Subscribe again"
          failure="Subscribing again failed"
          isWayBack
          act={async () => {
            await rejoin({ variables: { token } });
            setDone('returned');
          }}
        />
      </JoiningPage>
    );
  return (
    <JoiningPage title={question} lead={`${address} gets the monthly network reports of ${teamName}.`}>
      <LinkAction
        key="leave"
        label="Unsubscribe"
        failure="Unsubscribing failed"
        act={async () => {
          await leave({ variables: { token } });
          setDone('left');
        }}
      />
    </JoiningPage>
  );
}
