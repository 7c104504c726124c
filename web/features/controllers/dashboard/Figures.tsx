import { chakra, Link } from '@chakra-ui/react';
import { memo, useState, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { AlertSeverity, DashboardSummaryQuery } from '#web/gql/graphql.ts';
import { formatBytes, formatNumber, formatShortDate } from '#web/lib/format.ts';
import { Figure } from '#web/ui/Figure.tsx';
import { FigureStrip } from '#web/ui/FigureStrip.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { touchArea } from '#web/ui/touch.ts';
import { DeviceCounts } from '../DeviceCounts.tsx';

type Props = {
  summary?: DashboardSummaryQuery;
  /** At least one controller has been read. */
  wasRead: boolean;
  /** Every controller can be read now. Only then does an empty list mean that all is well. */
  allRead: boolean;
};

/** Strip of the key figures, each with what it counts. */
export const Figures = memo(function Figures({ summary, wasRead, allRead }: Props) {
  const [now] = useState(() => new Date());
  const measured = summary?.monitoringSummary;
  const period = measured?.measuredSince ? `, ${periodText(new Date(measured.measuredSince), now)}` : '';
  const isCounting = Boolean(measured?.uncountedControllers);
  const watching = summary && (measured?.totalDevices || measured?.measuredSince || wasRead);
  const volume = measured?.transferredBytes == null ? null : formatBytes(measured.transferredBytes);
  /** Undefined while loading, null if nothing was measured. */
  const known = <T,>(value: T | null): T | null | undefined => (summary ? value : undefined);
  return (
    <chakra.section aria-label="Figures" mb={7}>
      <FigureStrip columns={{ base: '1fr 1fr', lg: '1.4fr 1fr 1fr 1fr' }}>
        <Figure
          label="Total Devices"
          value={known(
            measured && watching && (measured.totalDevices || !isCounting)
              ? formatNumber(measured.totalDevices)
              : null,
          )}
          note={
            measured?.totalDevices ? (
              <DeviceCounts
                counts={{
                  offline: measured.offlineDevices,
                  impaired: measured.impairedDevices,
                  unknown: measured.unknownDevices,
                  online: measured.onlineDevices,
                }}
              />
            ) : isCounting ? (
              'Reading your devices for the first time'
            ) : (
              'Adopted devices on monitored sites'
            )
          }
        />
        <Figure
          label="Data Transfer"
          value={known(volume && volume.value)}
          unit={volume?.unit}
          note={`Through your gateways${period}`}
        />
        <Figure
          label="Active Alerts"
          value={known(
            watching
              ? alertCount(summary.openAlertCount, summary.worst.nodes[0]?.severity, allRead && !isCounting)
              : null,
          )}
          note={
            watching ? (
              <Link asChild css={touchArea}>
                <RouterLink to="/alerts">
                  {summary.openAlertCount ? 'See open alerts' : 'See alerts and rules'}
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
      </FigureStrip>
    </chakra.section>
  );
});

/** With the look of the worst alert. */
function alertCount(open: number, worst: AlertSeverity | undefined, allRead: boolean): ReactNode {
  const state = open > 0 ? (worst ?? 'warning') : allRead ? 'ok' : 'unknown';
  return (
    <chakra.span display="inline-flex" alignItems="center" gap={2}>
      <chakra.span color={`state.${state}`} display="inline-flex">
        <StateIcon state={state} size={18} />
      </chakra.span>
      {formatNumber(open)}
    </chakra.span>
  );
}

const DAY = 24 * 60 * 60_000;
/** Period of the dashboard's totals, in days, as documented by the API. */
const REACH = 30;

/** A share of 0 to 100 with one decimal, rounded down: 99.97 is not 100. */
export const uptimeText = (percent: number): string =>
  percent >= 100 ? '100' : (Math.floor(percent * 10) / 10).toFixed(1);

/** The period that a total covers: all of it, or since measuring began. */
export function periodText(measuredSince: Date, now: Date): string {
  const age = (now.getTime() - measuredSince.getTime()) / DAY;
  if (age >= REACH - 1) return `last ${REACH} days`;
  if (measuredSince.toDateString() === now.toDateString()) return 'since today';
  const day = formatShortDate(measuredSince);
  return `since ${day.replaceAll(' ', '\u00a0')}`;
}
