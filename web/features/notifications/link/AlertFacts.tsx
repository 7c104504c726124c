import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { dayAndTime } from '#web/lib/dates.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { SeverityBadge } from '#web/ui/SeverityBadge.tsx';
import type { Outcome } from './AlertLinkPage.tsx';

/** What there is to know of one alert, the state first. */
export function AlertFacts({ alert }: { alert: Outcome['alert'] }) {
  const { resolvedAt, acknowledgedAt, acknowledgedBy, snoozedUntil, snoozedBy, flappingSince } = alert;
  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2}>
        <SeverityBadge state={resolvedAt ? 'ok' : alert.severity}>
          {resolvedAt ? 'Ended' : undefined}
        </SeverityBadge>
        {flappingSince && !resolvedAt && <SeverityBadge state="warning">Comes and goes</SeverityBadge>}
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
          {dayAndTime(new Date(alert.since))} (<RelativeTime at={alert.since} />)
        </Fact>
        {resolvedAt && <Fact name="Ended">{dayAndTime(new Date(resolvedAt))}</Fact>}
        {alert.deviceName && <Fact name="Device">{alert.deviceName}</Fact>}
        <Fact name="Site">{alert.siteName}</Fact>
        <Fact name="Controller">{alert.controllerName}</Fact>
        <Fact name="Rule">{alert.ruleName}</Fact>
        {acknowledgedAt && (
          <Fact name="Acknowledged">
            {acknowledgedBy}, <RelativeTime at={acknowledgedAt} />
          </Fact>
        )}
        {snoozedUntil && !resolvedAt && (
          <Fact name="Snoozed">
            until {dayAndTime(new Date(snoozedUntil))}
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
