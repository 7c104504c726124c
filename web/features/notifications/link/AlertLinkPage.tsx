import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { JoiningPage } from '#web/features/auth/JoiningPage.tsx';
import { LinkLookup, useLinkToken } from '#web/features/auth/email-link/email-link.tsx';
import type { AcknowledgeByLinkMutation } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { currentPlatform } from '#web/lib/platform.ts';
import { readServerError } from '#web/lib/server-errors.ts';
import { type Unmasked, unmasked } from '#web/lib/unmasked.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { FocusOnMount } from '#web/ui/FocusOnMount.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SeverityBadge } from '#web/ui/SeverityBadge.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Hint } from '#web/ui/text.tsx';

export const AlertByLinkFields = graphql(`
  fragment AlertByLinkFields on AlertByLink {
    severity
    message
    ruleName
    deviceName
    controllerName
    siteName
    since
    resolvedAt
    flappingSince
    acknowledgedAt
    acknowledgedBy
    snoozedUntil
    snoozedBy
    actingAs
    openUrl
  }
`);

export const AlertByLink = graphql(`
  query AlertByLink($token: String!) {
    alertByLink(token: $token) {
      ...AlertByLinkFields
    }
  }
`);

export const AcknowledgeByLink = graphql(`
  mutation AcknowledgeByLink($token: String!, $note: String) {
    acknowledgeByLink(token: $token, note: $note) {
      changed
      alert {
        ...AlertByLinkFields
      }
    }
  }
`);

export const SnoozeByLink = graphql(`
  mutation SnoozeByLink($token: String!, $minutes: Int!) {
    snoozeByLink(token: $token, minutes: $minutes) {
      changed
      alert {
        ...AlertByLinkFields
      }
    }
  }
`);

type LinkAction = 'acknowledge' | 'snooze';

type Outcome = Unmasked<AcknowledgeByLinkMutation['acknowledgeByLink']> & { action: LinkAction };

/** The page behind a link in a message. Opening it changes nothing, because email scanners open links too. */
export function AlertLinkPage() {
  const token = useLinkToken();
  const { data, error, refetch } = useQuery(AlertByLink, {
    variables: { token: token ?? '' },
    skip: !token,
    fetchPolicy: 'no-cache',
  });
  const [outcome, setOutcome] = useState<Outcome>();
  const alert = outcome?.alert ?? (data && readFragment(AlertByLinkFields, data.alertByLink));
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
  const action: LinkAction = asked === 'snooze' || !mayAcknowledge ? 'snooze' : 'acknowledge';
  const other: LinkAction = action === 'snooze' ? 'acknowledge' : 'snooze';
  return (
    <chakra.div mt={5} pt={5} borderTopWidth="1px">
      {action === 'acknowledge' ? (
        <AcknowledgeForm token={token} onDone={onDone} />
      ) : (
        <SnoozeForm token={token} onDone={onDone} />
      )}
      <Hint mt={3} overflowWrap="anywhere">
        Colleagues will see that it was {alert.actingAs}.
      </Hint>
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
    title="This link is no longer valid."
    lead={`Open the alert in ${currentPlatform().platformName} instead.`}
    state="warning"
  >
    <Button asChild width="full">
      <Link to="/alerts">Open {currentPlatform().platformName}</Link>
    </Button>
  </JoiningPage>
);

/** One alert's facts, with its state first. */
function AlertFacts({ alert }: { alert: Outcome['alert'] }) {
  const { resolvedAt, acknowledgedAt, acknowledgedBy, snoozedUntil, snoozedBy, flappingSince } = alert;
  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2}>
        <SeverityBadge state={resolvedAt ? 'ok' : alert.severity}>
          {resolvedAt ? 'Ended' : undefined}
        </SeverityBadge>
        {flappingSince && !resolvedAt && <SeverityBadge state="warning">Flapping</SeverityBadge>}
      </chakra.div>
      <chakra.dl
        mt={4}
        display="grid"
        gridTemplateColumns="minmax(6rem, auto) minmax(0, 1fr)"
        columnGap={4}
        rowGap={1.5}
        overflowWrap="anywhere"
      >
        <Fact name="Since">
          {formatDateTime(new Date(alert.since))} (<RelativeTime at={alert.since} />)
        </Fact>
        {resolvedAt && <Fact name="Ended">{formatDateTime(new Date(resolvedAt))}</Fact>}
        {alert.deviceName && <Fact name="Device">{alert.deviceName}</Fact>}
        {alert.siteName && <Fact name="Site">{alert.siteName}</Fact>}
        {alert.controllerName && <Fact name="Controller">{alert.controllerName}</Fact>}
        <Fact name="Rule">{alert.ruleName}</Fact>
        {acknowledgedAt && (
          <Fact name="Acknowledged">
            {acknowledgedBy}, <RelativeTime at={acknowledgedAt} />
          </Fact>
        )}
        {snoozedUntil && !resolvedAt && (
          <Fact name="Snoozed">
            until {formatDateTime(new Date(snoozedUntil))}
            {snoozedBy && `, by ${snoozedBy}`}
          </Fact>
        )}
      </chakra.dl>
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <chakra.dt color="fg.muted">{name}</chakra.dt>
    <dd>{children}</dd>
  </>
);

/** The result of the action and how to undo it. It takes focus from the button. */
function LinkDone({ outcome }: { outcome: Outcome }) {
  const { title, more } = wordsOf(outcome);
  return (
    <chakra.div mt={5}>
      <FocusOnMount>
        <Notice state={outcome.changed ? 'ok' : 'info'} title={title}>
          {more}
        </Notice>
      </FocusOnMount>
    </chakra.div>
  );
}

function wordsOf({ action, changed, alert }: Outcome): { title: string; more: string } {
  const takeBack = `To undo this, open the alert in ${currentPlatform().platformName}.`;
  if (!changed && alert.resolvedAt) return { title: 'It has already ended', more: 'No action is needed.' };
  if (!changed)
    return {
      title: `Acknowledged by ${alert.acknowledgedBy}`,
      more: 'This alert was already acknowledged, so nothing changed.',
    };
  if (action === 'acknowledge')
    return { title: 'Acknowledged', more: `Colleagues can see that someone is on it. ${takeBack}` };
  const until = alert.snoozedUntil ? formatDateTime(new Date(alert.snoozedUntil)) : 'later';
  return { title: `Snoozed until ${until}`, more: takeBack };
}

type Props = { token: string; onDone: (outcome: Outcome) => void };

const check = 'Open the link again to see whether it worked.';

/** Acknowledges the alert. */
function AcknowledgeForm({ token, onDone }: Props) {
  const [acknowledge] = useMutation(AcknowledgeByLink, { fetchPolicy: 'no-cache' });
  const send = async ({ note }: { note?: string }) => {
    const { data } = await acknowledge({ variables: { token, note } });
    if (data) onDone({ ...unmasked(data.acknowledgeByLink), action: 'acknowledge' });
  };
  return (
    <Form
      initial={{ note: '' }}
      rules={noteRules}
      onSubmit={send}
      failure={{ title: 'Acknowledging failed', check }}
      alert
    >
      <TextField name="note" label="Note" optional help="For colleagues." autoComplete="off" />
      <SubmitButton width="full">Acknowledge</SubmitButton>
    </Form>
  );
}

/** Snoozes the alert. */
function SnoozeForm({ token, onDone }: Props) {
  const [snooze] = useMutation(SnoozeByLink, { fetchPolicy: 'no-cache' });
  const send = async ({ minutes }: { minutes: number }) => {
    const { data } = await snooze({ variables: { token, minutes } });
    if (data) onDone({ ...unmasked(data.snoozeByLink), action: 'snooze' });
  };
  return (
    <Form
      initial={{ minutes: '60' }}
      rules={snoozeRules}
      onSubmit={send}
      failure={{ title: 'Snoozing failed', check }}
      alert
    >
      <SelectField
        name="minutes"
        label="Snooze for"
        help="No reminders until then. You’re still notified when it’s resolved."
        options={snoozeChoices}
      />
      <SubmitButton width="full">Snooze</SubmitButton>
    </Form>
  );
}

const noteRules = yupFor('acknowledgeByLink').pick(['note']);

const snoozeRules = yupFor('snoozeByLink').pick(['minutes']);

/** Snooze durations. Values are in minutes. */
const snoozeChoices = [
  { value: '30', label: '30 minutes' },
  { value: '60', label: '1 hour' },
  { value: '240', label: '4 hours' },
  { value: '480', label: '8 hours' },
  { value: '1440', label: '1 day' },
  { value: '10080', label: '7 days' },
] as const;
