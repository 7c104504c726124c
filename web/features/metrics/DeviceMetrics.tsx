import { useQuery } from '@apollo/client/react';
import type { DeviceOverTimeQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { Chart } from '#web/ui/Chart.tsx';
import { AvailabilityStrip, ofDevice } from './AvailabilityStrip.tsx';
import { ChartCard, MetricChart, OverTime, unreported, uptimeSentence, usePeriod } from './OverTime.tsx';
import { formatBitRate, formatPercent } from '#web/lib/format.ts';

export const DeviceOverTime = graphql(`
  query DeviceOverTime($controllerId: ID!, $deviceId: ID!, $from: DateTimeISO!) {
    deviceMetrics(controllerId: $controllerId, deviceId: $deviceId, from: $from) {
      at
      until
      measuredUntil
      onlinePercent
      uptimePercent
      cpuPercent
      memoryPercent
      diskFreePercent
      uplinkBps
    }
  }
`);

const percent = (value: number) => formatPercent(value);
const share = { format: percent, scale: [0, 100] } as const;

type Props = {
  controllerId: string;
  /** The device's ID or MAC address. */
  deviceId: string;
};

/** A device's metrics over the chosen period. */
export function DeviceMetrics({ controllerId, deviceId }: Props) {
  const period = usePeriod();
  const { data, previousData, error, refetch } = useQuery(DeviceOverTime, {
    variables: { controllerId, deviceId, from: period.from },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.deviceMetrics;
  return (
    <OverTime period={period} measuredUntil={shown?.measuredUntil} error={error} onRetry={refetch}>
      {shown && <Charts shown={shown} />}
    </OverTime>
  );
}

function Charts({ shown }: { shown: DeviceOverTimeQuery['deviceMetrics'] }) {
  const { at: times, cpuPercent, memoryPercent, uplinkBps, diskFreePercent } = shown;
  const hasDisk = diskFreePercent.some((value) => value !== null);
  return (
    <>
      <ChartCard
        wide
        title="Availability"
        note={uptimeSentence(shown.uptimePercent, 'seconds online ÷ seconds online or offline')}
      >
        <AvailabilityStrip single site={ofDevice(shown)} />
      </ChartCard>
      <ChartCard title="CPU" note="Average over the period.">
        <MetricChart
          label="CPU"
          times={times}
          values={cpuPercent}
          {...share}
          empty={unreported('CPU load')}
        />
      </ChartCard>
      <ChartCard title="Memory" note="Average over the period.">
        <MetricChart
          label="Memory"
          times={times}
          values={memoryPercent}
          {...share}
          empty={unreported('memory use')}
        />
      </ChartCard>
      <ChartCard
        wide={!hasDisk}
        title="Throughput"
        note="Uplink throughput, sampled at each check. Peaks between checks aren’t captured."
      >
        <MetricChart
          label="Throughput"
          times={times}
          values={uplinkBps}
          format={formatBitRate}
          empty={unreported('throughput')}
        />
      </ChartCard>
      {hasDisk && (
        <ChartCard title="Free disk space" note="The lowest value of the fullest volume.">
          <Chart label="Free disk space" times={times} values={diskFreePercent} {...share} />
        </ChartCard>
      )}
    </>
  );
}
