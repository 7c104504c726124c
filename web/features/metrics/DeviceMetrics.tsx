import { useQuery } from '@apollo/client/react';
import type { DeviceOverTimeQuery } from '#web/gql/graphql.ts';
import { Chart } from '#web/ui/Chart.tsx';
import { DeviceOverTime } from './metrics.gql.ts';
import { OverTime } from './OverTime.tsx';
import { Part } from './Part.tsx';
import { rate } from './rate.ts';
import { uptimeSentence } from './uptime-sentence.ts';
import { usePeriod } from './usePeriod.ts';

const percent = (value: number) => `${value.toLocaleString(undefined, { maximumFractionDigits: 0 })}%`;
const share = { format: percent, scale: [0, 100] } as const;

type Props = {
  controllerId: string;
  /** Of a device, or its MAC address. */
  deviceId: string;
};

/** What was measured of one device over a time that is chosen here. */
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
  const { at: times, onlinePercent, cpuPercent, memoryPercent, uplinkBps, diskFreePercent } = shown;
  const hasDisk = diskFreePercent.some((value) => value !== null);
  return (
    <>
      <Part
        wide
        title="Online"
        note={uptimeSentence(shown.uptimePercent, 'seconds online ÷ seconds online or offline')}
      >
        <Chart label="Online" times={times} values={onlinePercent} {...share} />
      </Part>
      <Part title="CPU" note="On average.">
        <Chart label="CPU" times={times} values={cpuPercent} {...share} />
      </Part>
      <Part title="Memory" note="On average.">
        <Chart label="Memory" times={times} values={memoryPercent} {...share} />
      </Part>
      <Part
        wide={!hasDisk}
        title="Throughput"
        note="Over its uplink, at the moments of reading. A peak in between is not seen."
      >
        <Chart label="Throughput" times={times} values={uplinkBps} format={rate} />
      </Part>
      {hasDisk && (
        <Part title="Free disk space" note="Of the fullest volume, the least.">
          <Chart label="Free disk space" times={times} values={diskFreePercent} {...share} />
        </Part>
      )}
    </>
  );
}
