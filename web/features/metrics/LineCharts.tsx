import { chakra } from '@chakra-ui/react';
import type { ControllerOverTimeQuery } from '#web/gql/graphql.ts';
import { Chart } from '#web/ui/Chart.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Part } from './Part.tsx';

type Wans = ControllerOverTimeQuery['wanMetrics'];

const milliseconds = (value: number) => `${Math.round(value).toLocaleString()} ms`;
const percent = (value: number) => `${value.toLocaleString(undefined, { maximumFractionDigits: 1 })}%`;

/** Latency and loss of each line to the internet, or why there is none. */
export function LineCharts({ wans: { at, lines, problem } }: { wans: Wans }) {
  if (lines.length === 0)
    return (
      <Part wide title="Internet line">
        <chakra.p color="fg.muted">{problem ?? 'UniFi has not told anything about its line yet.'}</chakra.p>
      </Part>
    );
  return lines.map(({ id, ispName, measuredUntil, latencyMs, lossPercent }) => {
    const name = ispName ?? 'Internet line';
    const note = (
      <>
        As UniFi’s cloud measures it, every five minutes.{' '}
        {measuredUntil && (
          <>
            Measured <RelativeTime at={measuredUntil} />.
          </>
        )}{' '}
        {problem}
      </>
    );
    return [
      <Part key={`${id} latency`} title={`Latency · ${name}`} note={note}>
        <Chart label={`Latency of ${name}`} times={at} values={latencyMs} format={milliseconds} />
      </Part>,
      <Part key={`${id} loss`} title={`Packet loss · ${name}`} note={note}>
        <Chart label={`Packet loss of ${name}`} times={at} values={lossPercent} format={percent} />
      </Part>,
    ];
  });
}
