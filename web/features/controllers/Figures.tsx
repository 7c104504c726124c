import { chakra, Link } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { ControllerFieldsFragment, DashboardSummaryQuery } from '#web/gql/graphql.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateShape } from '#web/ui/StateShape.tsx';
import { DeviceStates } from './DeviceStates.tsx';
import { Figure } from './Figure.tsx';
import { dataVolume, periodText, uptimeText } from './figures.ts';

type Props = { summary?: DashboardSummaryQuery; controllers?: readonly ControllerFieldsFragment[] };

/** What was measured, as one strip; each figure says what it counts, the line below how old it is. */
export function Figures({ summary, controllers }: Props) {
  const [now] = useState(() => new Date());
  const measured = summary?.monitoringSummary;
  const period = measured?.measuredSince ? `, ${periodText(new Date(measured.measuredSince), now)}` : '';
  const lastReading = newest(controllers);
  const watching = summary && (measured?.totalDevices || measured?.measuredSince || lastReading);
  const volume = measured?.transferredBytes == null ? null : dataVolume(measured.transferredBytes);
  /** Undefined while loading, null where nothing was measured. */
  const known = <T,>(value: T | null): T | null | undefined => (summary ? value : undefined);
  return (
    <chakra.section aria-label="Figures" mb={7}>
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: '1fr 1fr', lg: '1.4fr 1fr 1fr 1fr' }}
        gap="1px"
        bg="border"
        borderWidth="1px"
        borderRadius="surface"
        overflow="hidden"
      >
        <Figure
          label="Total Devices"
          value={known(watching ? (measured?.totalDevices ?? null) : null)}
          note={measured?.totalDevices ? <DeviceStates {...measured} /> : 'Adopted devices on watched sites'}
        />
        <Figure
          label="Data Transfer"
          value={known(volume && volume.value)}
          unit={volume?.unit}
          note={`Through your gateways${period}`}
        />
        <Figure
          label="Active Alerts"
          value={known(watching ? alertCount(summary.openAlertCount) : null)}
          note={
            watching ? (
              <Link asChild>
                <RouterLink to="/alerts">
                  {summary.openAlertCount ? 'See what is wrong' : 'Alerts'}
                </RouterLink>
              </Link>
            ) : (
              'Open now'
            )
          }
        />
        <Figure
          label="Uptime"
          value={known(measured?.uptimePercent == null ? null : uptimeText(measured.uptimePercent))}
          unit="%"
          note={`Of observed device time${period}`}
        />
      </chakra.dl>
      {lastReading && (
        <chakra.p mt={2} textStyle="xs" color="fg.muted">
          Last reading <RelativeTime at={lastReading} />
        </chakra.p>
      )}
    </chakra.section>
  );
}

/** Something wrong is seen before it is read. */
const alertCount = (open: number): ReactNode => (
  <chakra.span display="inline-flex" alignItems="center" gap={2}>
    <chakra.span color={open ? 'state.critical' : 'state.ok'} display="inline-flex">
      <StateShape state={open ? 'critical' : 'ok'} size={18} />
    </chakra.span>
    {open}
  </chakra.span>
);

const newest = (controllers: readonly ControllerFieldsFragment[] = []): string | undefined =>
  controllers
    .flatMap(({ lastSync }) => lastSync ?? [])
    .sort()
    .at(-1);
