import { useQuery } from '@apollo/client/react';
import type { ControllerOverTimeQuery } from '#web/gql/graphql.ts';
import { Chart } from '#web/ui/Chart.tsx';
import { AvailabilityStrip } from './AvailabilityStrip.tsx';
import { LineCharts } from './LineCharts.tsx';
import { ControllerOverTime } from './metrics.gql.ts';
import { OverTime } from './OverTime.tsx';
import { Part } from './Part.tsx';
import { rate } from './rate.ts';
import { TopTalkers } from './TopTalkers.tsx';
import { uptimeSentence } from './uptime-sentence.ts';
import { usePeriod } from './usePeriod.ts';

const count = (value: number) => value.toLocaleString(undefined, { maximumFractionDigits: 1 });
const percent = (value: number) => `${value.toLocaleString(undefined, { maximumFractionDigits: 0 })}%`;
const upTo100 = [0, 100] as const;

/** What was measured of a controller over a time that is chosen here. */
export function ControllerMetrics({ controllerId }: { controllerId: string }) {
  const period = usePeriod();
  const { data, previousData, error, refetch } = useQuery(ControllerOverTime, {
    variables: { controllerId, from: period.from },
    fetchPolicy: 'cache-and-network',
  });
  const shown = data ?? previousData;
  return (
    <OverTime
      period={period}
      measuredUntil={shown?.siteMetrics.measuredUntil}
      error={error}
      onRetry={refetch}
    >
      {shown && <Charts shown={shown} />}
    </OverTime>
  );
}

function Charts({
  shown: { siteMetrics: site, wanMetrics, topTalkers },
}: {
  shown: ControllerOverTimeQuery;
}) {
  return (
    <>
      <Part
        wide
        title="Availability"
        note={uptimeSentence(
          site.uptimePercent,
          'seconds that devices were online ÷ seconds they were online or offline',
        )}
      >
        <AvailabilityStrip site={site} />
      </Part>
      <Part title="Devices online">
        <Chart label="Devices online" times={site.at} values={site.online} format={count} />
      </Part>
      <Part
        title="Throughput"
        note="Over the gateway, at the moments of reading. A peak in between is not seen."
      >
        <Chart label="Throughput" times={site.at} values={site.uplinkBps} format={rate} />
      </Part>
      <Part title="CPU" note="Of the devices that tell, on average.">
        <Chart label="CPU" times={site.at} values={site.cpuPercent} format={percent} scale={upTo100} />
      </Part>
      <Part title="Memory" note="Of the devices that tell, on average.">
        <Chart label="Memory" times={site.at} values={site.memoryPercent} format={percent} scale={upTo100} />
      </Part>
      <LineCharts wans={wanMetrics} />
      <TopTalkers talkers={topTalkers} />
    </>
  );
}
