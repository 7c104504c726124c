import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { AfterPatience, LoadingSpinner } from '#web/ui/Loading.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Select } from '#web/ui/Select.tsx';
import { periods, type Period } from './usePeriod.ts';

type Props = {
  period: Period;
  /** Null where nothing was measured lately; undefined until it is known. */
  measuredUntil: string | null | undefined;
  error: unknown;
  onRetry: () => Promise<unknown>;
  /** The drawings, once they are there. */
  children: ReactNode;
};

/** Drawings of a time that is chosen here, with the age of what was measured. */
export function OverTime({ period, measuredUntil, error, onRetry, children }: Props) {
  return (
    <chakra.section aria-labelledby="over-time">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={4} rowGap={2} mb={3}>
        <chakra.h2 id="over-time" textStyle="lg" fontWeight="semibold">
          Over time
        </chakra.h2>
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
        <AfterPatience>
          <LoadingSpinner />
        </AfterPatience>
      )}
      {!children && error ? (
        <LoadFailed title="The measurements could not be loaded" error={error} onRetry={onRetry} />
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
