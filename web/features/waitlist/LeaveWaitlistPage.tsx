import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { JoiningPage } from '#web/features/auth/JoiningPage.tsx';
import { LinkLookup } from '#web/features/auth/LinkLookup.tsx';
import { useLinkToken } from '#web/features/auth/useMailedLink.ts';
import { readServerError, sentenceOf } from '#web/lib/server-errors.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { LeaveWaitlist, ReturnToWaitlist, WaitlistLink } from './waitlist.gql.ts';

const question = 'Stop mails about the waitlist?';

/** Stops mails about the waitlist. Opening the link does nothing: programs that scan mails open links too. */
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
      <Deed
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
  const [comeBack] = useMutation(ReturnToWaitlist, { fetchPolicy: 'no-cache' });
  return (
    <JoiningPage
      title="Unsubscribed"
      state="ok"
      lead={<Said>{`${email} gets no more mails about the waitlist.`}</Said>}
    >
      <Deed
        label="Subscribe again"
        failure="Subscribing again failed"
        quiet
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
    lead={<Said>{`We write to ${email} when registration opens.`}</Said>}
  />
);

const Invalid = () => (
  <JoiningPage
    title="This link is not valid any more."
    lead="The address is not on the waitlist, or part of the link is missing."
    state="warning"
  />
);

/** One button; what goes wrong stands above it, and it can be tried again. */
function Deed(props: { label: string; failure: string; quiet?: boolean; act: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const act = async () => {
    setProblem(undefined);
    setBusy(true);
    try {
      await props.act();
    } catch (error) {
      setProblem(sentenceOf(error, 'Nothing was changed. Please try again.'));
      setBusy(false);
    }
  };
  return (
    <chakra.div display="flex" flexDirection="column" gap={3}>
      {problem && (
        <Notice state="critical" title={props.failure}>
          {problem}
        </Notice>
      )}
      <Button
        width="full"
        variant={props.quiet ? 'outline' : 'solid'}
        aria-disabled={busy || undefined}
        onClick={() => !busy && void act()}
      >
        {props.label}
      </Button>
    </chakra.div>
  );
}

/** Words that get the focus that the button had, so that they are read out. */
function Said({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <chakra.div ref={place} tabIndex={-1} outline={0}>
      {children}
    </chakra.div>
  );
}
