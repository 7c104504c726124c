import { useQuery } from '@apollo/client/react';
import { chakra, Stack } from '@chakra-ui/react';
import { type ReactNode, useMemo } from 'react';
import type { AlertType, MeasuredAroundFieldsFragment } from '#web/gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { formatBitRate, formatDuration, formatPercent } from '#web/lib/format.ts';
import { Chart } from '#web/ui/Chart.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { AvailabilityStrip, ofDevice } from './AvailabilityStrip.tsx';
import { formatLatency, formatLoss } from './line-words.ts';

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

/** The measurements of the internet lines of an alert's site, and the threshold its metric was compared with. */
export const LinesAroundAlert = graphql(`
  query LinesAroundAlert(
    $alertId: ID!
    $controllerId: ID!
    $siteId: String!
    $from: DateTimeISO!
    $until: DateTimeISO!
  ) {
    alert(id: $alertId) {
      id
      threshold
    }
    wanMetrics(controllerId: $controllerId, siteId: $siteId, from: $from, until: $until) {
      at
      bucketSeconds
      lines {
        id
        line
        ispName
        latencyMs
        lossPercent
      }
    }
  }
`);

export const MeasuredAroundFields = graphql(`
  fragment MeasuredAroundFields on Alert {
    id
    type
    controllerId
    siteId
    deviceMac
    line
    provider
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

/**
 * What was measured before, during and after an alert, which is shaded: a device's metric, or the loss and latency of an
 * internet line. Renders nothing for a console.
 */
export function MeasuredAround({ alert }: Props) {
  const fields = readFragment(MeasuredAroundFields, alert);
  const { deviceMac, line, since, resolvedAt } = fields;
  // The period ends now until the alert resolves; a chart that grew with the clock would load again and again.
  // oxlint-disable-next-line react/purity
  const period = useMemo(() => periodAround(since, resolvedAt, new Date()), [since, resolvedAt]);
  const marked = useMemo(
    () => ({ from: since, until: resolvedAt ?? period.until }),
    [since, resolvedAt, period],
  );
  if (deviceMac) return <DeviceAround alert={fields} mac={deviceMac} period={period} marked={marked} />;
  return line && <LineAround alert={fields} period={period} marked={marked} />;
}

type Period = { from: string; until: string };

type AroundProps = { alert: MeasuredAroundFieldsFragment; period: Period; marked: Period };

/** The threshold of a rule as a chart shows it, in the unit of the metric. */
const lineAt = (value: number, format: (value: number) => string) => ({
  value,
  label: `Threshold ${format(value)}`,
});

function DeviceAround({
  alert: { id, type, controllerId },
  mac,
  period,
  marked,
}: AroundProps & { mac: string }) {
  const { data, error, refetch } = useQuery(DeviceAroundAlert, {
    variables: { alertId: id, controllerId, mac, ...period },
  });
  const metric = drawn[type];
  const held = data?.alert.threshold;
  const threshold = useMemo(
    () => (held == null || !metric ? undefined : lineAt(held * metric.times, metric.format)),
    [held, metric],
  );
  const measured = data?.deviceMetrics;
  return (
    <Around title={metric?.label ?? 'Availability'} isLoaded={!!measured} error={error} onRetry={refetch}>
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
            {metric ? shadedWords(measured.bucketSeconds) : 'The line above marks the time of the alert.'}
          </Hint>
        </div>
      )}
    </Around>
  );
}

const lineMetrics = [
  { type: 'wan_packet_loss', column: 'lossPercent', label: 'Packet loss', format: formatLoss },
  { type: 'wan_latency', column: 'latencyMs', label: 'Latency', format: formatLatency },
] as const;

const measuredLineWords =
  'UniFi’s cloud measures only the line that carries the traffic, and reports minutes later.';

function LineAround({ alert, period, marked }: AroundProps) {
  const { id, type, controllerId, siteId, line, provider } = alert;
  const { data, error, refetch } = useQuery(LinesAroundAlert, {
    variables: { alertId: id, controllerId, siteId, ...period },
  });
  const held = data?.alert.threshold;
  const measured = data?.wanMetrics;
  // A server elsewhere has lines at several sites, which the provider tells apart.
  const [first, ...others] = measured?.lines.filter((one) => one.line === line) ?? [];
  const shown = others.length > 0 ? [first, ...others].find((one) => one?.ispName === provider) : first;
  const isMeasured = shown && lineMetrics.some(({ column }) => shown[column].some((value) => value !== null));
  return (
    <Around title="Packet loss and latency" isLoaded={!!measured} error={error} onRetry={refetch}>
      {measured && !isMeasured && (
        <Muted>{`There are no measurements of this line. ${measuredLineWords}`}</Muted>
      )}
      {measured && shown && isMeasured && (
        <Stack gap={4}>
          {lineMetrics.map(({ type: about, column, label, format }) => (
            <Chart
              key={column}
              label={label}
              times={measured.at}
              values={shown[column]}
              format={format}
              threshold={held != null && about === type ? lineAt(held, format) : undefined}
              marked={marked}
            />
          ))}
          <Hint>{`${shadedWords(measured.bucketSeconds)} ${measuredLineWords}`}</Hint>
        </Stack>
      )}
    </Around>
  );
}

const shadedWords = (bucketSeconds: number): string =>
  `The alert is shaded. Each point covers ${formatDuration(bucketSeconds * 1000)}. Hatched areas have no data.`;

type FrameProps = {
  title: string;
  isLoaded: boolean;
  error: unknown;
  onRetry: () => Promise<unknown>;
  children: ReactNode;
};

const Around = ({ title, isLoaded, error, onRetry, children }: FrameProps) => (
  <chakra.section aria-labelledby="measured" display="contents">
    <chakra.h2 id="measured" fontWeight="semibold">
      {`${title} around this alert`}
    </chakra.h2>
    {!isLoaded && !error && <SkeletonRows rows={4} />}
    {!isLoaded && !!error && (
      <LoadFailed title="We couldn’t load the metrics" error={error} onRetry={onRetry} />
    )}
    {children}
  </chakra.section>
);

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
