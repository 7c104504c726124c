import { chakra } from '@chakra-ui/react';
import { type ReactNode, useId, useState } from 'react';
import { formatPercent } from '#web/lib/format.ts';
import { Chart, type ChartProps } from '#web/ui/Chart.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { Delayed, LoadingSpinner, waiting } from '#web/ui/Loading.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Hint, Muted, SectionTitle } from '#web/ui/text.tsx';
import { Card } from '#web/ui/Card.tsx';

const hour = 3_600_000;

/** The periods to choose from, in hours. */
const periods = [
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last 24 hours' },
  { value: '168', label: 'Last 7 days' },
  { value: '336', label: 'Last 14 days' },
  { value: '720', label: 'Last 30 days' },
];

type Period = { hours: string; setHours: (hours: string) => void; from: string };

/** The chosen period, a day by default. */
export function usePeriod(): Period {
  const [period, setPeriod] = useState(() => periodOf('24'));
  return { ...period, setHours: (hours) => setPeriod(periodOf(hours)) };
}

const periodOf = (hours: string) => ({
  hours,
  from: new Date(Date.now() - Number(hours) * hour).toISOString(),
});

type Props = {
  period: Period;
  /** `null` if there are no recent measurements, undefined while loading. */
  measuredUntil: string | null | undefined;
  error: unknown;
  onRetry: () => Promise<unknown>;
  /** The charts, once they've loaded. */
  children: ReactNode;
};

/** Charts of a chosen period, with the time of the latest measurement. */
export function OverTime({ period, measuredUntil, error, onRetry, children }: Props) {
  return (
    <chakra.section aria-labelledby="over-time">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={4} rowGap={2} mb={3}>
        <SectionTitle id="over-time">Over time</SectionTitle>
        <Select
          aria-label="Period"
          w="10rem"
          options={periods}
          value={period.hours}
          onChange={({ target }) => period.setHours(target.value)}
        />
        {measuredUntil !== undefined && <Age at={measuredUntil} />}
      </chakra.div>
      {!children && !error && (
        <div {...waiting}>
          <Delayed>
            <LoadingSpinner />
          </Delayed>
        </div>
      )}
      {!children && error ? (
        <LoadFailed title="We couldn’t load the metrics" error={error} onRetry={onRetry} />
      ) : (
        <chakra.div
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
          gap={6}
        >
          {children}
        </chakra.div>
      )}
    </chakra.section>
  );
}

const Age = ({ at }: { at: string | null }) => (
  <Hint as="span">
    {at ? (
      <>
        Measured <RelativeTime at={at} />
      </>
    ) : (
      'No recent measurements'
    )}
  </Hint>
);

type ChartCardProps = {
  title: string;
  /** How the figures are measured. */
  note?: ReactNode;
  /** Spans the full width. */
  wide?: boolean;
  children: ReactNode;
};

/** A chart with its heading. */
export function ChartCard({ title, note, wide, children }: ChartCardProps) {
  const heading = useId();
  return (
    <Card as="section" aria-labelledby={heading} p={4} minW={0} gridColumn={wide ? '1 / -1' : undefined}>
      <chakra.h3 id={heading} fontWeight="semibold">
        {title}
      </chakra.h3>
      {note && <Hint>{note}</Hint>}
      <chakra.div mt={3}>{children}</chakra.div>
    </Card>
  );
}

/** A chart, or a sentence that says why there is none. */
export const MetricChart = ({ empty, ...chart }: ChartProps & { empty: string }) =>
  chart.values.every((value) => value === null) ? <Muted>{empty}</Muted> : <Chart {...chart} />;

/** Why a chart has no values. */
export const unreported = (what: string): string => `UniFi reported no ${what} for this period.`;

/** "Uptime 99.95%: …". Every uptime figure says how it's calculated. */
export const uptimeSentence = (percent: number | null, counted: string): string =>
  percent === null
    ? 'The state was unknown for this whole period.'
    : `Uptime ${formatPercent(percent, 2)}: ${counted}. Unknown time isn't counted.`;
