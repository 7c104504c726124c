import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { FigureStrip } from '#web/ui/FigureStrip.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { WaitlistFigures } from './waitlist.gql.ts';

/** The list in figures, and how many wait for each package. */
export function Figures() {
  const { data, error, refetch } = useQuery(WaitlistFigures, { fetchPolicy: 'cache-and-network' });
  if (!data && error)
    return (
      <chakra.div mb={6}>
        <LoadFailed title="The figures could not be loaded" error={error} onRetry={refetch} />
      </chakra.div>
    );
  if (!data) return <SkeletonRows rows={2} />;
  const { count, mostPopular, lastSevenDays, unsubscribed, perPackage } = data.waitlistSummary;
  return (
    <>
      <chakra.section aria-label="Figures" mb={6}>
        <FigureStrip columns={{ base: '1fr 1fr', md: '1fr 2fr 1fr' }}>
          <Figure label="Total" note={unsubscribed > 0 && `${unsubscribed.toLocaleString()} unsubscribed`}>
            {count.toLocaleString()}
          </Figure>
          <Figure label="Most popular package" wide>
            {mostPopular ?? 'None yet'}
          </Figure>
          <Figure label="Last 7 days">{lastSevenDays.toLocaleString()}</Figure>
        </FigureStrip>
      </chakra.section>
      {perPackage.length > 1 && (
        <chakra.section aria-labelledby="per-package" mb={6}>
          <chakra.h2 id="per-package" textStyle="lg" fontWeight="semibold" mb={3}>
            Per package
          </chakra.h2>
          <chakra.ul
            aria-labelledby="per-package"
            listStyleType="none"
            display="grid"
            gap={3}
            p={4}
            borderWidth="1px"
            borderRadius="surface"
            bg="bg.panel"
          >
            {perPackage.map((one) => (
              <Share key={one.packageId ?? one.packageName} {...one} of={count} />
            ))}
          </chakra.ul>
        </chakra.section>
      )}
    </>
  );
}

const Figure = (props: { label: string; note?: ReactNode; wide?: boolean; children: ReactNode }) => (
  <chakra.div
    bg="bg.panel"
    px={4}
    py={3}
    minW={0}
    // On a phone the name of a package has a line of its own, after the two figures.
    {...(props.wide && { order: { base: 1, md: 0 }, gridColumn: { base: '1 / -1', md: 'auto' } })}
  >
    <chakra.dt textStyle="sm" color="fg.muted">
      {props.label}
    </chakra.dt>
    <chakra.dd>
      <chakra.p
        textStyle="xl"
        fontWeight="semibold"
        fontVariantNumeric="tabular-nums"
        overflowWrap="anywhere"
      >
        {props.children}
      </chakra.p>
      {props.note && (
        <chakra.p textStyle="xs" color="fg.muted">
          {props.note}
        </chakra.p>
      )}
    </chakra.dd>
  </chakra.div>
);

/** A package's part of the list, as a word, a figure and a bar. */
const Share = ({ packageName, count, of }: { packageName: string; count: number; of: number }) => (
  <chakra.li display="grid" gridTemplateColumns="minmax(0, 1fr) auto" columnGap={4} rowGap={1.5}>
    <chakra.span overflowWrap="anywhere">{packageName}</chakra.span>
    <chakra.span fontVariantNumeric="tabular-nums">{count.toLocaleString()}</chakra.span>
    <chakra.span gridColumn="1 / -1" h="6px" borderRadius="full" bg="bg.subtle" overflow="hidden" aria-hidden>
      <chakra.span
        display="block"
        h="full"
        bg="brand.solid"
        borderRadius="full"
        style={{ width: `${(100 * count) / Math.max(of, 1)}%` }}
      />
    </chakra.span>
  </chakra.li>
);
