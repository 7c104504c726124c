import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import type { ControllerOverTimeQuery } from '#web/gql/graphql.ts';
import { Chart } from '#web/ui/Chart.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { AfterPatience, LoadingSpinner } from '#web/ui/Loading.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Select } from '#web/ui/Select.tsx';
import { AvailabilityStrip } from './AvailabilityStrip.tsx';
import { LineCharts } from './LineCharts.tsx';
import { ControllerOverTime } from './metrics.gql.ts';
import { Part } from './Part.tsx';
import { rate } from './rate.ts';
import { TopTalkers } from './TopTalkers.tsx';

const hour = 3_600_000;
const spans = [
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last 24 hours' },
  { value: '168', label: 'Last 7 days' },
  { value: '336', label: 'Last 14 days' },
  { value: '720', label: 'Last 30 days' },
];

const count = (value: number) => value.toLocaleString(undefined, { maximumFractionDigits: 1 });
const percent = (value: number) => `${value.toLocaleString(undefined, { maximumFractionDigits: 0 })}%`;
const upTo100 = [0, 100] as const;

/** What was measured of a controller over a time that is chosen here. */
export function ControllerMetrics({ controllerId }: { controllerId: string }) {
  const [hours, setHours] = useState('24');
  const from = useMemo(() => new Date(Date.now() - Number(hours) * hour).toISOString(), [hours]);
  const { data, previousData, error, refetch } = useQuery(ControllerOverTime, {
    variables: { controllerId, from },
    fetchPolicy: 'cache-and-network',
  });
  const shown = data ?? previousData;
  return (
    <chakra.section aria-labelledby="over-time">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={4} rowGap={2} mb={3}>
        <chakra.h2 id="over-time" textStyle="lg" fontWeight="semibold">
          Over time
        </chakra.h2>
        <Select
          aria-label="Period"
          w="10rem"
          options={spans}
          value={hours}
          onChange={({ target }) => setHours(target.value)}
        />
        {shown && <Age at={shown.siteMetrics.measuredUntil} />}
      </chakra.div>
      {error && !shown && (
        <LoadFailed title="The measurements could not be loaded" error={error} onRetry={refetch} />
      )}
      {!shown && !error && (
        <AfterPatience>
          <LoadingSpinner />
        </AfterPatience>
      )}
      {shown && <Charts shown={shown} />}
    </chakra.section>
  );
}

const Age = ({ at }: { at: string | null }) => (
  <chakra.span textStyle="sm" color="fg.muted">
    {at ? (
      <>
        Measured <RelativeTime at={at} />
      </>
    ) : (
      'Nothing was measured in the last days'
    )}
  </chakra.span>
);

function Charts({
  shown: { siteMetrics: site, wanMetrics, topTalkers },
}: {
  shown: ControllerOverTimeQuery;
}) {
  const uptime = site.uptimePercent;
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
      gap={6}
    >
      <Part
        wide
        title="Availability"
        note={
          uptime === null
            ? 'Nothing was known in this time.'
            : `Uptime ${uptime.toLocaleString(undefined, { maximumFractionDigits: 2 })}%: seconds that devices were online ÷ seconds they were online or offline. Time in which nothing was known counts nowhere.`
        }
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
    </chakra.div>
  );
}
