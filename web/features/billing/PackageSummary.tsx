import { chakra } from '@chakra-ui/react';
import { Check } from '#web/ui/icons.tsx';
import type { ReactNode } from 'react';
import { featuresOf } from '#web/features/auth/package-words.ts';
import type { PackagesOfferedQuery } from '#web/gql/graphql.ts';
import { isFree, limitLines, monthlyPrice } from './plan-words.ts';

export type OfferedPackage = PackagesOfferedQuery['packages'][number];

type Props = {
  chosen: OfferedPackage;
  /** The price as charged. Defaults to the list price. */
  price?: string;
  /** Under the price: when the first charge is made. */
  note?: ReactNode;
  /** Shown beside the package. */
  children: ReactNode;
};

/** The package being bought, with the next step beside it, or below it on phones. */
export function PackageSummary({ chosen, price, note, children }: Props) {
  const { name, description } = chosen;
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 20rem) minmax(0, 1fr)' }}
      borderWidth="1px"
      borderRadius="surface"
      bg="bg.panel"
      overflow="hidden"
    >
      <chakra.section
        aria-label="Package"
        display="flex"
        flexDirection="column"
        gap={4}
        p={{ base: 4, md: 6 }}
        bg="bg.subtle"
        borderEndWidth={{ lg: '1px' }}
        borderBottomWidth={{ base: '1px', lg: 0 }}
        overflowWrap="anywhere"
      >
        <div>
          <chakra.h2 textStyle="lg" fontWeight="semibold">
            {name}
          </chakra.h2>
          {description && <chakra.p color="fg.muted">{description}</chakra.p>}
        </div>
        <div>
          <chakra.p fontVariantNumeric="tabular-nums">
            <chakra.span textStyle="2xl" fontWeight="semibold">
              {isFree(chosen) ? 'Free' : (price ?? monthlyPrice(chosen))}
            </chakra.span>
            {!isFree(chosen) && <chakra.span color="fg.muted"> per month</chakra.span>}
          </chakra.p>
          {note && (
            <chakra.p mt={1} textStyle="sm" color="fg.muted">
              {note}
            </chakra.p>
          )}
        </div>
        <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap={1.5} textStyle="sm">
          {/* A feature may repeat a limit. */}
          {[...new Set([...limitLines(chosen), ...featuresOf(chosen)])].map((line) => (
            <chakra.li key={line} display="flex" gap={2}>
              <chakra.span color="fg.subtle" mt="1px" flexShrink={0}>
                <Check size={16} strokeWidth={1.75} aria-hidden />
              </chakra.span>
              {line}
            </chakra.li>
          ))}
        </chakra.ul>
      </chakra.section>
      <chakra.section
        aria-label="Next step"
        display="flex"
        flexDirection="column"
        gap={3}
        p={{ base: 4, md: 6 }}
        minW={0}
      >
        {children}
      </chakra.section>
    </chakra.div>
  );
}

export const StepHeading = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <chakra.h2 textStyle="lg" fontWeight="semibold">
      {title}
    </chakra.h2>
    <chakra.p mt={1} color="fg.muted">
      {children}
    </chakra.p>
  </div>
);
