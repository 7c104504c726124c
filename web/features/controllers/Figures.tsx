import { chakra, Link } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { DashboardSummaryQuery } from '#web/gql/graphql.ts';
import { dataVolume } from '#web/lib/volume.ts';
import { Figure } from '#web/ui/Figure.tsx';
import { FigureStrip } from '#web/ui/FigureStrip.tsx';
import { StateShape } from '#web/ui/StateShape.tsx';
import { DeviceStates } from './DeviceStates.tsx';
import { periodText, uptimeText } from './figures.ts';

type Props = {
  summary?: DashboardSummaryQuery;
  /** At least one controller has been read. */
  wasRead: boolean;
  /** Every controller can be read now. Only then does an empty list mean that all is well. */
  allRead: boolean;
};

/** High enough for a finger, in the room that is there anyway. */
const touchable = {
  '@media (pointer: coarse)': { display: 'inline-flex', alignItems: 'center', minH: 11, my: '-13px' },
} as const;

/** What was measured, as one strip; each figure says what it counts. */
export function Figures({ summary, wasRead, allRead }: Props) {
  const [now] = useState(() => new Date());
  const measured = summary?.monitoringSummary;
  const period = measured?.measuredSince ? `, ${periodText(new Date(measured.measuredSince), now)}` : '';
  const isCounting = Boolean(measured?.uncountedControllers);
  const watching = summary && (measured?.totalDevices || measured?.measuredSince || wasRead);
  const volume = measured?.transferredBytes == null ? null : dataVolume(measured.transferredBytes);
  /** Undefined while loading, null where nothing was measured. */
  const known = <T,>(value: T | null): T | null | undefined => (summary ? value : undefined);
  return (
    <chakra.section aria-label="Figures" mb={7}>
      <FigureStrip columns={{ base: '1fr 1fr', lg: '1.4fr 1fr 1fr 1fr' }}>
        <Figure
          label="Total Devices"
          value={known(
            watching && (measured?.totalDevices || !isCounting)
              ? (measured?.totalDevices.toLocaleString() ?? null)
              : null,
          )}
          note={
            measured?.totalDevices ? (
              <DeviceStates {...measured} />
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
              ? alertCount(
                  summary.openAlertCount,
                  summary.monitoringSummary.offlineDevices,
                  allRead && !isCounting,
                )
              : null,
          )}
          note={
            watching ? (
              <Link asChild css={touchable}>
                <RouterLink to="/alerts">
                  {summary.openAlertCount ? 'See what is wrong' : 'See alerts and rules'}
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
}

/** Something wrong is seen before it is read; red once devices are known to be down. */
function alertCount(open: number, offline: number, allRead: boolean): ReactNode {
  const wrong = offline > 0 ? 'critical' : 'warning';
  const state = open > 0 ? wrong : allRead ? 'ok' : 'unknown';
  return (
    <chakra.span display="inline-flex" alignItems="center" gap={2}>
      <chakra.span color={`state.${state}`} display="inline-flex">
        <StateShape state={state} size={18} />
      </chakra.span>
      {open.toLocaleString()}
    </chakra.span>
  );
}
