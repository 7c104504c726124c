import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import type { AlertType } from '#web/gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { formatBitRate, formatDuration, formatPercent } from '#web/lib/format.ts';
import { Chart } from '#web/ui/Chart.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Hint } from '#web/ui/text.tsx';
import { AvailabilityStrip, ofDevice } from './AvailabilityStrip.tsx';

/** An alert's device, and the threshold its metric was compared with. */
export const DeviceAroundAlert = graphql(`
  query DeviceAroundAlert(
    $alertId: ID!
    $controllerId: ID!
    $mac: ID!
    $from: DateTimeISO!
    $until: DateTimeISO!
  ) {
    alert(id: $alertId) {
      id
      threshold
    }
    deviceMetrics(controllerId: $controllerId, deviceId: $mac, from: $from, until: $until) {
      at
      until
      bucketSeconds
      cpuPercent
      memoryPercent
      diskFreePercent
      uplinkBps
      onlinePercent
    }
  }
`);

export const MeasuredAroundFields = graphql(`
  fragment MeasuredAroundFields on Alert {
    id
    type
    controllerId
    deviceMac
    since
    resolvedAt
  }
`);

type Props = { alert: FragmentType<typeof MeasuredAroundFields> };

const percent = (value: number) => formatPercent(value);
const upTo100 = [0, 100] as const;
const share = { format: percent, scale: upTo100, times: 1 };

type Drawn = {
  column: 'cpuPercent' | 'memoryPercent' | 'diskFreePercent' | 'uplinkBps';
  label: string;
  format: (value: number) => string;
  scale?: readonly [number, number];
  /** The factor from the threshold's unit to the metric's. */
  times: number;
};

/** The metric that is drawn for each type of alert. `null` draws whether the device was online. */
const drawn: Record<AlertType, Drawn | null> = {
  device_offline: null,
  high_cpu: { column: 'cpuPercent', label: 'CPU', ...share },
  high_memory: { column: 'memoryPercent', label: 'Memory', ...share },
  low_disk: { column: 'diskFreePercent', label: 'Free disk space', ...share },
  // Rules use bytes, and throughput is shown in bits.
  high_bandwidth: { column: 'uplinkBps', label: 'Throughput', format: formatBitRate, times: 8 },
  port_down: null,
  client_disconnect: null,
  wan_down: null,
  wan_failover: null,
  wan_packet_loss: null,
  wan_latency: null,
  isp_outage: null,
  device_impaired: null,
  console_offline: null,
};

/** A device's metric before, during and after an alert, which is shaded. Renders nothing for a console or an internet line. */
export function MeasuredAround({ alert }: Props) {
  const { id, type, controllerId, deviceMac, since, resolvedAt } = readFragment(MeasuredAroundFields, alert);
  // The period ends now until the alert resolves; a chart that grew with the clock would load again and again.
  // oxlint-disable-next-line react/purity
  const period = useMemo(() => periodAround(since, resolvedAt, new Date()), [since, resolvedAt]);
  const { data, error, refetch } = useQuery(DeviceAroundAlert, {
    variables: { alertId: id, controllerId, mac: deviceMac ?? '', ...period },
    skip: !deviceMac,
  });
  const metric = drawn[type];
  const held = data?.alert.threshold;
  const threshold = useMemo(() => {
    if (held == null || !metric) return undefined;
    const value = held * metric.times;
    return { value, label: `Threshold ${metric.format(value)}` };
  }, [held, metric]);
  const marked = useMemo(
    () => ({ from: since, until: resolvedAt ?? period.until }),
    [since, resolvedAt, period],
  );
  if (!deviceMac) return null;
  const measured = data?.deviceMetrics;
  return (
    <chakra.section aria-labelledby="measured" display="contents">
      <chakra.h2 id="measured" fontWeight="semibold">
        {`${metric?.label ?? 'Availability'} around this alert`}
      </chakra.h2>
      {!measured && !error && <SkeletonRows rows={4} />}
      {!measured && error && (
        <LoadFailed title="We couldn’t load the metrics" error={error} onRetry={refetch} />
      )}
      {measured && (
        <div>
          {metric ? (
            <Chart
              label={metric.label}
              times={measured.at}
              values={measured[metric.column]}
              format={metric.format}
              scale={metric.scale}
              threshold={threshold}
              marked={marked}
            />
          ) : (
            <AvailabilityStrip single site={ofDevice(measured)} marked={marked} />
          )}
          <Hint>
            {metric
              ? `The alert is shaded. Each point covers ${formatDuration(measured.bucketSeconds * 1000)}. Hatched areas have no data.`
              : 'The line above marks the time of the alert.'}
          </Hint>
        </div>
      )}
    </chakra.section>
  );
}

const minute = 60_000;

/** The period around an alert: its own length before and after it, from half an hour to a day. */
export function periodAround(
  since: string,
  resolvedAt: string | null,
  now: Date,
): { from: string; until: string } {
  const begun = Date.parse(since);
  const ended = resolvedAt ? Date.parse(resolvedAt) : now.getTime();
  const beside = Math.min(Math.max(ended - begun, 30 * minute), 1440 * minute);
  return {
    from: new Date(begun - beside).toISOString(),
    until: new Date(Math.min(ended + beside, now.getTime())).toISOString(),
  };
}
