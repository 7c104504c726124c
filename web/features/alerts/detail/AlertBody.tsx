import { useQuery } from '@apollo/client/react';
import { Button, chakra, Link, Stack } from '@chakra-ui/react';
import { useId, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { CustomerMark } from '#web/features/customers/parts.tsx';
import { macWords } from '#web/features/maintenance/window-words.ts';
import type { AlertBodyFieldsFragment } from '#web/gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { devicePath, sitePath, unifiUrl } from '#web/lib/places.ts';
import { Fact } from '#web/ui/Fact.tsx';
import { Construction } from '#web/ui/icons.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { formatCount } from '#web/lib/format.ts';
import { providerWords } from '#web/features/metrics/line-words.ts';
import { momentOf, resolutionWords, typeWords } from '../alert-words.ts';
import { MaintenanceDialog, NoteDialog, SnoozeDialog } from '../AlertDialogs.tsx';
import { AlertMarks, HandledBy, raisedWords } from '../AlertMarks.tsx';
import { AlertControllerFields, AlertControllers } from '../alerts.gql.ts';
import { isSnoozed, snoozeChoices } from '../snooze.ts';
import { LinkedTickets, type Ticket, TicketState } from '../TicketState.tsx';
import { useAlertActions, useRights, type AlertActions as Actions } from '../useAlertActions.ts';
import { AffectedDevices } from './AffectedDevices.tsx';
import { AffectedSites } from './AffectedSites.tsx';
import type { Entry } from './timeline-items.ts';
import { Timeline } from './Timeline.tsx';
import type { AlertDetail } from './useAlertDetail.ts';

export const AlertBodyFields = graphql(`
  fragment AlertBodyFields on Alert {
    id
    message
    pastMessage
    type
    ruleName
    controllerId
    siteId
    siteName
    customer {
      ...CustomerMarkFields
    }
    deviceName
    deviceMac
    line
    provider
    asn
    seenElsewhere
    since
    timestamp
    resolvedAt
    resolution
    ticketId
    acknowledgedAt
    acknowledgedById
    snoozedUntil
    snoozedById
    ...AlertMarksFields
    ...HandledByFields
    ...AlertDialogFields
    ...TimelineFields
  }
`);

type Props = {
  detail: AlertDetail;
  alert: FragmentType<typeof AlertBodyFields>;
  now: number;
  Heading?: 'h2' | 'h3';
};

/** Everything about one alert: facts, actions, and its timeline with who was notified. */
export function AlertBody({ detail, now, Heading = 'h3', ...props }: Props) {
  const alert = readFragment(AlertBodyFields, props.alert);
  const { entries, ticket, causes, causesError, deliveries, hasOlder, toldError, reload } = detail;
  const controllers = readFragment(AlertControllerFields, useQuery(AlertControllers).data?.controllers);
  const actions = useAlertActions();
  const [dialog, setDialog] = useState<'note' | 'snooze' | 'maintenance'>();
  const close = () => setDialog(undefined);
  const heading = useId();
  return (
    <>
      <AlertFacts
        alert={alert}
        entries={entries}
        ticket={ticket}
        cause={causes?.cause}
        controllerName={controllers?.find((one) => one.id === alert.controllerId)?.name}
      />
      {alert.resolvedAt == null && (
        <AlertActions
          alert={alert}
          now={now}
          actions={actions}
          onNote={() => setDialog('note')}
          onCustomTime={() => setDialog('snooze')}
          onMaintenance={() => setDialog('maintenance')}
        />
      )}
      {causesError && (
        <LoadFailed
          title={`We couldn’t load the affected ${alert.type === 'isp_outage' ? 'sites' : 'devices'}`}
          error={causesError}
          onRetry={reload}
        />
      )}
      {causes && <AffectedDevices causes={causes} Heading={Heading} />}
      {causes && <AffectedSites causes={causes} Heading={Heading} />}
      {entries && (
        <chakra.section aria-labelledby={heading}>
          <chakra.h3 as={Heading} id={heading} fontWeight="semibold" mb={3}>
            Timeline
          </chakra.h3>
          {toldError && (
            <chakra.div mb={3}>
              <LoadFailed title="We couldn’t load who was notified" error={toldError} onRetry={reload} />
            </chakra.div>
          )}
          <Timeline
            alert={alert}
            entries={entries}
            deliveries={deliveries}
            onResent={() => void reload().catch(() => undefined)}
          />
          {hasOlder && <Hint>Only the latest 100 notifications are shown.</Hint>}
        </chakra.section>
      )}
      {dialog === 'note' && <NoteDialog alert={alert} onClose={close} />}
      {dialog === 'snooze' && (
        <SnoozeDialog
          description={alert.pastMessage ?? alert.message}
          onSnooze={(minutes) => actions.snooze([alert.id], minutes)}
          onClose={close}
        />
      )}
      {dialog === 'maintenance' && (
        <MaintenanceDialog
          description={alert.pastMessage ?? alert.message}
          alerts={[alert]}
          onStart={(maintenance) => actions.maintain([alert.id], maintenance)}
          onClose={close}
        />
      )}
    </>
  );
}

type AlertActionsProps = {
  alert: AlertBodyFieldsFragment;
  now: number;
  actions: Actions;
  onNote: () => void;
  onCustomTime: () => void;
  onMaintenance: () => void;
};

/** Actions on an open alert: acknowledge, snooze and maintenance. */
function AlertActions({ alert, now, actions, onNote, onCustomTime, onMaintenance }: AlertActionsProps) {
  const { mayAcknowledge, maySnooze } = useRights(alert);
  const looksOnly = useLooksOnly();
  const label = useId();
  const first = useRef<HTMLButtonElement>(null);
  const isAcknowledged = alert.acknowledgedAt != null;
  const endSnooze = async () => {
    await actions.unsnooze([alert.id]);
    // The Undo button disappears once there is nothing left to undo.
    if (document.activeElement === document.body) first.current?.focus();
  };
  return (
    <Stack gap={3}>
      <HandledBy
        alert={alert}
        now={now}
        undoSnooze={
          maySnooze && (
            <Button
              variant="outline"
              size="sm"
              ms={1}
              aria-label="Undo snooze"
              onClick={() => void endSnooze()}
            >
              Undo
            </Button>
          )
        }
      />
      {mayAcknowledge && (
        <chakra.div display="flex" flexWrap="wrap" gap={2}>
          {/* One button for both actions, so that focus stays on it when the label changes. */}
          <Button
            variant={isAcknowledged ? 'outline' : 'solid'}
            onClick={() => void (isAcknowledged ? actions.unacknowledge : actions.acknowledge)([alert.id])}
          >
            {isAcknowledged ? 'Undo acknowledgement' : 'Acknowledge'}
          </Button>
          <Button variant="outline" onClick={onNote}>
            {isAcknowledged ? 'Change note…' : 'Acknowledge with note…'}
          </Button>
        </chakra.div>
      )}
      {maySnooze && (
        <chakra.div
          role="group"
          aria-labelledby={label}
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          gap={2}
        >
          <Muted as="span" id={label} me={1}>
            {isSnoozed(alert, now) ? 'Change snooze' : 'Snooze'}
          </Muted>
          {snoozeChoices().map(({ label: words, minutes }, at) => (
            <Button
              key={words}
              ref={at === 0 ? first : undefined}
              variant="outline"
              size="sm"
              onClick={() => void actions.snooze([alert.id], minutes)}
            >
              {words}
            </Button>
          ))}
          <Button variant="outline" size="sm" onClick={onCustomTime}>
            Custom time…
          </Button>
        </chakra.div>
      )}
      {!looksOnly && alert.type !== 'isp_outage' && (
        <div>
          <Button variant="outline" size="sm" onClick={onMaintenance}>
            <Construction size={16} strokeWidth={1.75} aria-hidden />
            Start maintenance…
          </Button>
        </div>
      )}
    </Stack>
  );
}

/** Other teams' networks with the same trouble, which hints at the provider. The operator decides whether it's shown. */
const SeenElsewhere = ({ networks }: { networks: number | null | undefined }) =>
  networks ? (
    <Hint as="span" display="block">
      {`Seen at ${formatCount(networks, 'other network')} of this provider`}
    </Hint>
  ) : null;

type AlertFactsProps = {
  alert: AlertBodyFieldsFragment;
  entries: readonly Entry[] | undefined;
  ticket: Ticket | null | undefined;
  /** The alert that it became part of. */
  cause: { id: string; deviceName?: string | null; siteName: string } | null | undefined;
  controllerName?: string;
};

/** An alert's facts, as names and values. */
const AlertFacts = ({ alert, entries, ticket, cause, controllerName }: AlertFactsProps) => (
  <div>
    <chakra.p overflowWrap="anywhere">
      <chakra.span me={2}>{alert.pastMessage ?? alert.message}</chakra.span>
      <AlertMarks alert={alert} />
    </chakra.p>
    <chakra.dl
      mt={3}
      display="grid"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' }}
      columnGap={5}
      rowGap={3}
    >
      <Fact name="Type">{typeWords[alert.type]}</Fact>
      <Fact name="Rule">{alert.ruleName}</Fact>
      {alert.type === 'isp_outage' && (
        <Fact name="Provider">
          {providerWords(alert)}
          <SeenElsewhere networks={alert.seenElsewhere} />
        </Fact>
      )}
      {alert.customer && alert.type !== 'isp_outage' && (
        <Fact name="Customer">
          <CustomerMark customer={alert.customer} isFact />
        </Fact>
      )}
      {alert.type !== 'isp_outage' && (
        <Fact name="Site">
          <Link asChild>
            <RouterLink to={sitePath(alert.controllerId, alert.siteId)}>{alert.siteName}</RouterLink>
          </Link>
          {' · '}
          <Link href={unifiUrl(alert.siteId)} target="_blank" rel="noopener">
            Open in UniFi
          </Link>
        </Fact>
      )}
      {controllerName && alert.type !== 'isp_outage' && (
        <Fact name="Controller">
          <Link asChild>
            <RouterLink to={`/controllers/${alert.controllerId}`}>{controllerName}</RouterLink>
          </Link>
        </Fact>
      )}
      {alert.deviceMac && (
        <Fact name="Device">
          <Link asChild>
            <RouterLink to={devicePath(alert.controllerId, alert.deviceMac)}>
              {alert.deviceName ?? 'Device page'}
            </RouterLink>
          </Link>
          <Hint as="span" display="block" fontFamily="mono">
            {macWords(alert.deviceMac)}
          </Hint>
        </Fact>
      )}
      {alert.line && (
        <Fact name="Internet line">
          {alert.line}
          <Hint as="span" display="block">
            {providerWords(alert)}
          </Hint>
          <SeenElsewhere networks={alert.seenElsewhere} />
        </Fact>
      )}
      <Fact name="Began">{momentOf(alert.since)}</Fact>
      <Fact name="Raised">{raisedWords(alert, entries)}</Fact>
      {alert.resolvedAt != null && (
        <Fact name="Resolved">
          {momentOf(alert.resolvedAt)}
          {alert.resolution && alert.resolution !== 'recovered' && `, ${resolutionWords[alert.resolution]}`}
        </Fact>
      )}
      {cause && (
        <Fact name="Part of">
          <Link asChild>
            <RouterLink
              to={`/alerts/${cause.id}`}
            >{`Alert of ${cause.deviceName ?? cause.siteName}`}</RouterLink>
          </Link>
        </Fact>
      )}
      {ticket && alert.ticketId == null && (
        <Fact name="HaloPSA ticket" wide>
          <TicketState ticket={ticket} />
        </Fact>
      )}
      {ticket && ticket.linkedTickets.length > 0 && (
        <Fact name="Tickets of other clients" wide>
          <LinkedTickets tickets={ticket.linkedTickets} />
        </Fact>
      )}
    </chakra.dl>
  </div>
);
