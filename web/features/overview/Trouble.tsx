import { useFragment } from '@apollo/client/react';
import { Button, chakra, Link } from '@chakra-ui/react';
import { memo, useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import { momentOf, typeWords } from '#web/features/alerts/alert-words.ts';
import { isMaintained, isQuiet, isSnoozed, snoozeChoices } from '#web/features/alerts/snooze.ts';
import { useAlertActions, useRights } from '#web/features/alerts/useAlertActions.ts';
import type {
  AlertSeverity,
  TroubleAlertFieldsFragment,
  TroubleGroupFieldsFragment,
} from '#web/gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useClock } from '#web/lib/useClock.ts';
import { Card, DividedList } from '#web/ui/Card.tsx';
import { AlarmClock, Check, Undo2 } from '#web/ui/icons.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { RowMenu } from '#web/ui/RowActions.tsx';
import { StateIcon, stateWord } from '#web/ui/StateIcon.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { touchRow } from '#web/ui/touch.ts';
import { useHold } from '#web/ui/useHold.ts';
import { GroupName, nameOf } from './GroupName.tsx';
import { alertKeys, useAlertKeys } from './useAlertKeys.ts';

export const TroubleGroupFields = graphql(`
  fragment TroubleGroupFields on FleetGroup {
    key
    customer {
      id
      name
      color
    }
    siteName
    siteCount
    sitesInTrouble
    sitesUnknown
    unknownReason
    alertCount
    newCount
    worstNew
    critical
    error
    warning
    info
    latest
    alerts {
      id
      ...TroubleAlertFields
    }
  }
`);

export const TroubleAlertFields = graphql(`
  fragment TroubleAlertFields on Alert {
    id
    type
    severity
    deviceName
    siteName
    since
    unknownSince
    calmSince
    acknowledgedAt
    acknowledgedBy
    acknowledgedById
    snoozedUntil
    snoozedById
    maintenanceUntil
    # What an action changes is shown before the server has answered, for which the cache needs the whole alert.
    ...AlertFields
  }
`);

type Props = {
  groups: readonly ({ key: string } & FragmentType<typeof TroubleGroupFields>)[];
  /** Called when the list has to stay still because someone may be about to press a row, and when it may move. */
  onHold: (isHeld: boolean) => void;
};

/** Customers with open alerts, worst first, each with its three worst alerts. */
export const Trouble = memo(function Trouble({ groups, onHold }: Props) {
  const card = useRef<HTMLDivElement>(null);
  useAlertKeys(card);
  const { handlers } = useHold(card, onHold);
  return (
    <Card ref={card} {...handlers} overflow="hidden">
      <DividedList
        aria-label="Customers with open alerts"
        // On large screens an alert's name and its actions would be far apart.
        css={{
          '@media (min-width: 150rem)': { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {groups.map((group) => (
          <TroubleGroup key={group.key} group={readFragment(TroubleGroupFields, group)} />
        ))}
      </DividedList>
    </Card>
  );
});

const severities = ['critical', 'error', 'warning', 'info'] as const;

/** Kept while its customer's alerts stay the same, because others change many times a second in a storm. */
const TroubleGroup = memo(function TroubleGroup({ group }: { group: TroubleGroupFieldsFragment }) {
  const { customer, key, alertCount, worstNew, sitesInTrouble, siteCount, alerts } = group;
  const all = `/alerts?${new URLSearchParams(customer ? { customer: customer.id } : { site: key })}`;
  const name = nameOf(group);
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '17rem minmax(0, 1fr)' }}
      borderInlineStartWidth="3px"
      borderInlineStartColor={worstNew ? `state.${worstNew}` : 'transparent'}
    >
      <chakra.div px={4} pt={3.5} pb={{ base: 1, lg: 3.5 }} minW={0}>
        <chakra.h3 fontWeight="semibold" textStyle="lg" overflowWrap="anywhere">
          <Link asChild variant="plain" color="fg">
            <RouterLink to={customer ? `/customers/${customer.id}` : all}>
              <GroupName group={group} />
            </RouterLink>
          </Link>
        </chakra.h3>
        <SeverityCounts group={group} />
        <Hint mt={1}>
          <NewAlerts newCount={group.newCount} latest={group.latest} />
          {siteCount > 1 && ` · ${formatNumber(sitesInTrouble)} of ${formatNumber(siteCount)} sites`}
        </Hint>
        {group.sitesUnknown > 0 && (
          <Hint mt={1} display="flex" gap={1.5} alignItems="baseline">
            <StateIcon state="unknown" size={10} />{' '}
            {group.unknownReason ?? 'Some sites haven’t been read yet.'}
          </Hint>
        )}
      </chakra.div>
      <chakra.div minW={0} py={{ base: 1, lg: 2 }} pe={2} ps={{ base: 2, lg: 0 }}>
        <chakra.ul listStyleType="none" aria-label={`Worst alerts of ${name}`}>
          {alerts.map((alert) => (
            <TroubleAlert key={alert.id} alert={alert} withSite={siteCount > 1 || customer != null} />
          ))}
        </chakra.ul>
        {alertCount > alerts.length && (
          <Link
            asChild
            textStyle="sm"
            fontWeight="medium"
            ms={2}
            display="inline-flex"
            minH={{ base: 11, md: 8 }}
            alignItems="center"
          >
            <RouterLink to={all}>{`All ${formatNumber(alertCount)} alerts`}</RouterLink>
          </Link>
        )}
      </chakra.div>
    </chakra.li>
  );
});

/** "21 new, latest 3 min ago". */
function NewAlerts({ newCount, latest }: Pick<TroubleGroupFieldsFragment, 'newCount' | 'latest'>) {
  if (newCount === 0 || latest == null) return 'No new alerts';
  return (
    <>
      {`${formatNumber(newCount)} new, ${newCount === 1 ? '' : 'latest '}`}
      <RelativeTime at={latest} />
    </>
  );
}

const countWords: Record<AlertSeverity, (count: number) => string> = {
  critical: () => 'critical',
  error: (count) => (count === 1 ? 'error' : 'errors'),
  warning: (count) => (count === 1 ? 'warning' : 'warnings'),
  info: () => 'info',
};

/** "▲ 3 critical ◆ 2 errors": shape, word and color. */
const SeverityCounts = ({ group }: { group: TroubleGroupFieldsFragment }) => (
  <chakra.div
    display="flex"
    flexWrap="wrap"
    columnGap={3}
    rowGap={0.5}
    mt={1}
    textStyle="sm"
    fontWeight="medium"
  >
    {severities.map(
      (severity) =>
        group[severity] > 0 && (
          <chakra.span
            key={severity}
            display="inline-flex"
            alignItems="center"
            gap={1.5}
            color={`state.${severity}`}
            fontVariantNumeric="tabular-nums"
          >
            <StateIcon state={severity} size={10} />
            {formatNumber(group[severity])} {countWords[severity](group[severity])}
          </chakra.span>
        ),
    )}
  </chakra.div>
);

function calmWords(
  alert: Pick<TroubleAlertFieldsFragment, 'snoozedUntil' | 'maintenanceUntil'>,
  now: number,
) {
  if (isSnoozed(alert, now)) return `Snoozed until ${momentOf(alert.snoozedUntil!)}`;
  if (isMaintained(alert, now)) return `Maintenance until ${momentOf(alert.maintenanceUntil!)}`;
  return 'OK for now';
}

type AlertProps = { alert: { id: string } & FragmentType<typeof TroubleAlertFields>; withSite: boolean };

/** One alert with what can be done about it. Read from the cache, so that an action shows at once. */
const TroubleAlert = memo(function TroubleAlert({ alert: from, withSite }: AlertProps) {
  const initial = readFragment(TroubleAlertFields, from);
  const { data, complete } = useFragment({
    fragment: TroubleAlertFields,
    fragmentName: 'TroubleAlertFields',
    from: { __typename: 'Alert', id: from.id },
  });
  const alert = complete ? data : initial;
  const now = useClock('quarter');
  const { mayAcknowledge, maySnooze } = useRights(alert);
  const { acknowledge, unacknowledge, snooze } = useAlertActions();
  const menu = useRef<HTMLButtonElement>(null);
  const calm = isQuiet(alert, now);
  const name = alert.deviceName ?? alert.siteName;
  const isAcknowledged = alert.acknowledgedAt != null;
  const place = withSite && alert.deviceName != null ? ` · ${alert.siteName}` : '';
  const problem = `${typeWords[alert.type]}${place}`;
  return (
    <chakra.li
      {...alertKeys.row}
      position="relative"
      display="grid"
      gridTemplateColumns={{ base: 'auto minmax(0, 1fr) auto', md: 'auto minmax(0, 1fr) 7rem auto' }}
      alignItems="center"
      columnGap={2.5}
      ps={2}
      minH={{ base: 12, md: 10 }}
      // Rows of two lines keep apart.
      py={{ base: 1, md: calm ? 1 : 0 }}
      borderRadius="control"
      _hover={{ bg: 'bg.muted' }}
      _focusWithin={{ bg: 'bg.muted' }}
      // The name's own outline would be cut off.
      css={{
        '&:has([data-alert-link]:focus-visible)': {
          outline: '2px solid {colors.brand.focusRing}',
          outlineOffset: '-2px',
        },
      }}
    >
      <chakra.span
        color={`state.${alert.unknownSince ? 'unknown' : alert.severity}`}
        opacity={calm ? 0.6 : 1}
      >
        <StateIcon state={alert.unknownSince ? 'unknown' : alert.severity} />
        <chakra.span srOnly>{stateWord[alert.severity]}</chakra.span>
      </chakra.span>
      <chakra.div minW={0} color={calm ? 'fg.muted' : 'fg'}>
        <chakra.div display="flex" alignItems="baseline" gap={2}>
          <chakra.p flex={1} minW={0} lineClamp={{ base: 2, md: 1 }} overflowWrap="anywhere">
            <Link
              asChild
              variant="plain"
              color="inherit"
              fontWeight={calm ? 'normal' : 'medium'}
              _focusVisible={{ outline: 'none' }}
              css={touchRow}
            >
              <RouterLink {...alertKeys.link} to={`/alerts/${alert.id}`}>
                {name}
              </RouterLink>
            </Link>
            <Muted as="span" ms={2} hideBelow="md">
              {problem}
            </Muted>
          </chakra.p>
          <Hint as="span" hideFrom="md" whiteSpace="nowrap">
            <RelativeTime at={alert.since} />
          </Hint>
        </chakra.div>
        <Hint hideFrom="md">{problem}</Hint>
        {calm && (
          <Hint truncate>
            {isAcknowledged ? `Acknowledged by ${alert.acknowledgedBy ?? 'someone'}` : calmWords(alert, now)}
          </Hint>
        )}
      </chakra.div>
      <Muted as="span" hideBelow="md" textAlign="end" textStyle="sm">
        <RelativeTime at={alert.since} />
      </Muted>
      {/* Above the row's link. */}
      <chakra.div position="relative" display="flex" alignItems="center" justifyContent="flex-end">
        {mayAcknowledge && (
          <Button
            {...alertKeys.acknowledge}
            variant="ghost"
            size="sm"
            aria-label={isAcknowledged ? `Undo acknowledgement of ${name}` : `Acknowledge ${name}`}
            // The second click of a double click would undo the first.
            onClick={({ detail }) =>
              detail < 2 && void (isAcknowledged ? unacknowledge : acknowledge)([alert.id])
            }
          >
            <chakra.span hideFrom="md" aria-hidden>
              {isAcknowledged ? <Undo2 size={18} /> : <Check size={18} />}
            </chakra.span>
            <chakra.span hideBelow="md">{isAcknowledged ? 'Undo' : 'Acknowledge'}</chakra.span>
          </Button>
        )}
        {maySnooze && (
          <RowMenu
            of={name}
            label={`Snooze ${name}`}
            icon={<AlarmClock size={18} strokeWidth={1.75} aria-hidden />}
            heading="Snooze"
            actions={snoozeChoices().map(({ label, minutes }) => ({
              label,
              act: () => void snooze([alert.id], minutes),
            }))}
            buttonRef={menu}
          />
        )}
      </chakra.div>
    </chakra.li>
  );
});
