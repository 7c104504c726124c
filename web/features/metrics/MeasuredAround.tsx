import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import type { AlertType } from '#web/gql/graphql.ts';
import { span } from '#web/lib/dates.ts';
import { Chart } from '#web/ui/Chart.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { around } from './around.ts';
import { DeviceAroundAlert } from './metrics.gql.ts';
import { rate } from './rate.ts';

type Props = {
  alert: {
    id: string;
    type: AlertType;
    controllerId: string;
    deviceMac?: string | null;
    since: string;
    resolvedAt: string | null;
  };
};

const percent = (value: number) => `${value.toLocaleString(undefined, { maximumFractionDigits: 0 })}%`;
const upTo100 = [0, 100] as const;
const share = { format: percent, scale: upTo100, times: 1 };

type Drawn = {
  column: 'cpuPercent' | 'memoryPercent' | 'diskFreePercent' | 'uplinkBps' | 'onlinePercent';
  label: string;
  format: (value: number) => string;
  scale?: readonly [number, number];
  /** What a rule's threshold is multiplied by. */
  times: number;
};

const online: Drawn = { column: 'onlinePercent', label: 'Online', ...share };

/** What is drawn of a device where an alert is of this type. */
const drawn: Record<AlertType, Drawn> = {
  device_offline: online,
  high_cpu: { column: 'cpuPercent', label: 'CPU', ...share },
  high_memory: { column: 'memoryPercent', label: 'Memory', ...share },
  low_disk: { column: 'diskFreePercent', label: 'Free disk space', ...share },
  // Rules are about bytes, rates are read in bits.
  high_bandwidth: { column: 'uplinkBps', label: 'Throughput', format: rate, times: 8 },
  port_down: online,
  client_disconnect: online,
  device_impaired: online,
  console_offline: online,
};

/** What was measured of the device before, during and after an alert, with its time shaded. Nothing for a console. */
export function MeasuredAround({ alert }: Props) {
  const { id, type, controllerId, deviceMac, since, resolvedAt } = alert;
  const period = useMemo(() => around(since, resolvedAt, new Date()), [since, resolvedAt]);
  const { data, error, refetch } = useQuery(DeviceAroundAlert, {
    variables: { alertId: id, controllerId, mac: deviceMac ?? '', ...period },
    skip: !deviceMac,
  });
  const { column, label, format, scale, times } = drawn[type];
  const held = data?.alert.threshold;
  const threshold = useMemo(
    () => (held == null ? undefined : { value: held * times, label: `Threshold ${format(held * times)}` }),
    [held, times, format],
  );
  const marked = useMemo(
    () => ({ from: since, until: resolvedAt ?? period.until }),
    [since, resolvedAt, period],
  );
  if (!deviceMac) return null;
  const measured = data?.deviceMetrics;
  return (
    <chakra.section aria-labelledby="measured" display="contents">
      <chakra.h2 id="measured" fontWeight="semibold">
        {`${label} around it`}
      </chakra.h2>
      {!measured && !error && <SkeletonRows rows={4} />}
      {!measured && error && (
        <LoadFailed title="Its measurements could not be loaded" error={error} onRetry={refetch} />
      )}
      {measured && (
        <div>
          <Chart
            label={label}
            times={measured.at}
            values={measured[column]}
            {...{ format, scale, threshold, marked }}
          />
          <chakra.p textStyle="sm" color="fg.muted">
            {`Shaded: the alert. Each point stands for ${span(measured.bucketSeconds * 1000)}; hatched where nothing was measured.`}
          </chakra.p>
        </div>
      )}
    </chakra.section>
  );
}
