import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import type { ControllerOverTimeQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { formatBitRate, formatBytes, formatNumber, formatPercent } from '#web/lib/format.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { AvailabilityStrip } from './AvailabilityStrip.tsx';
import { formatLatency, formatLoss } from './line-words.ts';
import { ChartCard, MetricChart, OverTime, unreported, uptimeSentence, usePeriod } from './OverTime.tsx';

/** The metrics of a controller's monitored site and internet lines, and its top talkers. */
export const ControllerOverTime = graphql(`
  query ControllerOverTime($controllerId: ID!, $siteId: String, $from: DateTimeISO!) {
    siteMetrics(controllerId: $controllerId, siteId: $siteId, from: $from) {
      from
      until
      at
      measuredUntil
      online
      offline
      cpuPercent
      memoryPercent
      uplinkBps
      uptimePercent
      reachability {
        from
        until
        siteId
        seen
        problem
      }
    }
    wanMetrics(controllerId: $controllerId, siteId: $siteId, from: $from) {
      at
      problem
      lines {
        id
        siteId
        line
        ispName
        measuredUntil
        latencyMs
        lossPercent
      }
    }
    topTalkers(controllerId: $controllerId, siteId: $siteId, from: $from, first: 5) {
      device {
        id
        name
      }
      bytes
      peakBps
    }
  }
`);

const count = (value: number) => formatNumber(value, { maximumFractionDigits: 1 });
const percent = (value: number) => formatPercent(value);
const upTo100 = [0, 100] as const;

type Props = {
  controllerId: string;
  /** Only this site. By default, all that the controller monitors. */
  siteId?: string;
};

/** The metrics of a controller, or of one of its sites, over the chosen period. */
export function ControllerMetrics({ controllerId, siteId }: Props) {
  const period = usePeriod();
  const { data, previousData, error, refetch } = useQuery(ControllerOverTime, {
    variables: { controllerId, siteId: siteId ?? null, from: period.from },
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
      <ChartCard
        wide
        title="Availability"
        note={uptimeSentence(
          site.uptimePercent,
          'seconds that devices were online ÷ seconds they were online or offline',
        )}
      >
        <AvailabilityStrip site={site} />
      </ChartCard>
      <ChartCard title="Devices online">
        <MetricChart
          label="Devices online"
          times={site.at}
          values={site.online}
          format={count}
          empty="The state of all devices was unknown for this period."
        />
      </ChartCard>
      <ChartCard
        title="Throughput"
        note="Gateway throughput, sampled at each check. Peaks between checks aren’t captured."
      >
        <MetricChart
          label="Throughput"
          times={site.at}
          values={site.uplinkBps}
          format={formatBitRate}
          empty={unreported('throughput')}
        />
      </ChartCard>
      <ChartCard title="CPU" note="Average across the devices that report it.">
        <MetricChart
          label="CPU"
          times={site.at}
          values={site.cpuPercent}
          format={percent}
          scale={upTo100}
          empty={unreported('CPU load')}
        />
      </ChartCard>
      <ChartCard title="Memory" note="Average across the devices that report it.">
        <MetricChart
          label="Memory"
          times={site.at}
          values={site.memoryPercent}
          format={percent}
          scale={upTo100}
          empty={unreported('memory use')}
        />
      </ChartCard>
      <WanCharts wans={wanMetrics} />
      <TopTalkers talkers={topTalkers} />
    </>
  );
}

type Wans = ControllerOverTimeQuery['wanMetrics'];

/** Latency and packet loss of each internet line, or why there are none. */
function WanCharts({ wans: { at, lines, problem } }: { wans: Wans }) {
  if (lines.length === 0)
    return (
      <ChartCard wide title="Internet line">
        <Muted>{problem ?? 'UniFi hasn’t reported anything about this line yet.'}</Muted>
      </ChartCard>
    );
  const isSingle = new Set(lines.map(({ siteId, line }) => `${siteId} ${line}`)).size === 1;
  return lines.map(({ id, line, ispName, measuredUntil, latencyMs, lossPercent }) => {
    const known = ispName ?? 'Internet line';
    const name = isSingle || !line ? known : `${known} (${line})`;
    const note = (
      <>
        Measured by UniFi’s cloud every five minutes. It misses outages that affect only some kinds of
        traffic.{' '}
        {measuredUntil && (
          <>
            Measured <RelativeTime at={measuredUntil} />.
          </>
        )}{' '}
        {problem}
      </>
    );
    return [
      <ChartCard key={`${id} latency`} title={`Latency · ${name}`} note={note}>
        <MetricChart
          label={`Latency of ${name}`}
          times={at}
          values={latencyMs}
          format={formatLatency}
          empty={unreported('latency')}
        />
      </ChartCard>,
      <ChartCard key={`${id} loss`} title={`Packet loss · ${name}`} note={note}>
        <MetricChart
          label={`Packet loss of ${name}`}
          times={at}
          values={lossPercent}
          format={formatLoss}
          empty={unreported('packet loss')}
        />
      </ChartCard>,
    ];
  });
}

type Talkers = ControllerOverTimeQuery['topTalkers'];

/** The devices with the most uplink traffic. Bars are relative to the first. */
function TopTalkers({ talkers }: { talkers: Talkers }) {
  const most = talkers[0]?.bytes ?? 0;
  return (
    <ChartCard
      wide
      title="Top talkers"
      note="Devices with the most uplink traffic, excluding the gateway. Estimated from the rates at each check."
    >
      {talkers.length === 0 && <Muted>{unreported('throughput')}</Muted>}
      <chakra.ol listStyleType="none" display="grid" rowGap={2}>
        {talkers.map(({ device, bytes, peakBps }) => {
          const { value, unit } = formatBytes(bytes);
          return (
            <chakra.li
              key={device.id}
              display="grid"
              gridTemplateColumns={{
                base: 'minmax(0, 1fr) auto',
                md: 'minmax(0, 1fr) minmax(0, 2fr) 5rem 9rem',
              }}
              alignItems="center"
              columnGap={4}
              fontVariantNumeric="tabular-nums"
            >
              <chakra.span overflowWrap="anywhere">{device.name}</chakra.span>
              <chakra.span aria-hidden hideBelow="md" h={2} bg="bg.subtle" borderRadius="sm">
                <chakra.span
                  display="block"
                  h="full"
                  borderRadius="sm"
                  bg="state.info"
                  style={{ width: `${most > 0 ? (100 * bytes) / most : 0}%` }}
                />
              </chakra.span>
              <chakra.span textAlign="end">{`${value} ${unit}`}</chakra.span>
              <Hint
                as="span"
                textAlign={{ base: 'start', md: 'end' }}
                gridColumn={{ base: '1 / -1', md: 'auto' }}
              >{`at most ${formatBitRate(peakBps)}`}</Hint>
            </chakra.li>
          );
        })}
      </chakra.ol>
    </ChartCard>
  );
}
