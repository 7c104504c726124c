import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { JoiningPage } from '#web/features/auth/JoiningPage.tsx';
import { LinkLookup } from '#web/features/auth/LinkLookup.tsx';
import { useLinkToken } from '#web/features/auth/useMailedLink.ts';
import type { AcknowledgeByLinkMutation } from '#web/gql/graphql.ts';
import { currentPlatform } from '#web/lib/platform.ts';
import { readServerError } from '#web/lib/server-errors.ts';
import { AlertFacts } from './AlertFacts.tsx';
import { AcknowledgeForm, SnoozeForm } from './LinkForms.tsx';
import { AlertByLink } from './link.gql.ts';
import { LinkDone } from './LinkDone.tsx';

export type Deed = 'acknowledge' | 'snooze';
export type Outcome = AcknowledgeByLinkMutation['acknowledgeByLink'] & { deed: Deed };

/** What a link of a message opens. Opening it does nothing: programs that scan mails open links too. */
export function AlertLinkPage() {
  const token = useLinkToken();
  const { data, error, refetch } = useQuery(AlertByLink, {
    variables: { token: token ?? '' },
    skip: !token,
    fetchPolicy: 'no-cache',
  });
  const [outcome, setOutcome] = useState<Outcome>();
  const alert = outcome?.alert ?? data?.alertByLink;
  if (!token || readServerError(error).code === 'NOT_FOUND') return <Invalid />;
  if (!alert) return <LinkLookup title="Alert" error={error} onRetry={() => void refetch()} />;
  return (
    <JoiningPage title={alert.message} state={alert.resolvedAt ? 'ok' : alert.severity}>
      <AlertFacts alert={alert} />
      {outcome && <LinkDone outcome={outcome} />}
      {!outcome && !alert.resolvedAt && <Choice token={token} alert={alert} onDone={setOutcome} />}
      <Button asChild width="full" variant="outline" mt={3}>
        <Link to={pathOf(alert.openUrl)}>Open in {currentPlatform().platformName}</Link>
      </Button>
    </JoiningPage>
  );
}

/** The same address at the server that this page came from. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

function Choice(props: { token: string; alert: Outcome['alert']; onDone: (outcome: Outcome) => void }) {
  const { token, alert, onDone } = props;
  const [params] = useSearchParams();
  const [asked, setAsked] = useState(params.get('do'));
  const mayAcknowledge = !alert.acknowledgedAt;
  const deed: Deed = asked === 'snooze' || !mayAcknowledge ? 'snooze' : 'acknowledge';
  const other: Deed = deed === 'snooze' ? 'acknowledge' : 'snooze';
  return (
    <chakra.div mt={5} pt={5} borderTopWidth="1px">
      {deed === 'acknowledge' ? (
        <AcknowledgeForm token={token} onDone={onDone} />
      ) : (
        <SnoozeForm token={token} onDone={onDone} />
      )}
      <chakra.p mt={3} textStyle="sm" color="fg.muted" overflowWrap="anywhere">
        Colleagues will see that it was {alert.actingAs}.
      </chakra.p>
      {(other === 'snooze' || mayAcknowledge) && (
        <Button mt={3} width="full" variant="ghost" onClick={() => setAsked(other)}>
          {other === 'snooze' ? 'Snooze instead' : 'Acknowledge instead'}
        </Button>
      )}
    </chakra.div>
  );
}

const Invalid = () => (
  <JoiningPage
    title="This link is not valid any more."
    lead={`Open the alert in ${currentPlatform().platformName} instead.`}
    state="warning"
  >
    <Button asChild width="full">
      <Link to="/alerts">Open {currentPlatform().platformName}</Link>
    </Button>
  </JoiningPage>
);
