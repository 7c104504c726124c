import { chakra, Stack } from '@chakra-ui/react';
import { Check } from '#web/ui/icons.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Hint, Muted, SectionTitle } from '#web/ui/text.tsx';
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
    <Card
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 20rem) minmax(0, 1fr)' }}
      overflow="hidden"
    >
      <Stack
        as="section"
        aria-label="Package"
        gap={4}
        p={{ base: 4, md: 6 }}
        bg="bg.subtle"
        borderEndWidth={{ lg: '1px' }}
        borderBottomWidth={{ base: '1px', lg: 0 }}
        overflowWrap="anywhere"
      >
        <div>
          <SectionTitle>{name}</SectionTitle>
          {description && <Muted>{description}</Muted>}
        </div>
        <div>
          <chakra.p fontVariantNumeric="tabular-nums">
            <chakra.span textStyle="2xl" fontWeight="semibold">
              {isFree(chosen) ? 'Free' : (price ?? monthlyPrice(chosen))}
            </chakra.span>
            {!isFree(chosen) && <Muted as="span"> per month</Muted>}
          </chakra.p>
          {note && <Hint mt={1}>{note}</Hint>}
        </div>
        <Stack as="ul" listStyleType="none" gap={1.5} textStyle="sm">
          {/* A feature may repeat a limit. */}
          {[...new Set([...limitLines(chosen), ...featuresOf(chosen)])].map((line) => (
            <chakra.li key={line} display="flex" gap={2}>
              <chakra.span color="fg.subtle" mt="1px" flexShrink={0}>
                <Check size={16} strokeWidth={1.75} aria-hidden />
              </chakra.span>
              {line}
            </chakra.li>
          ))}
        </Stack>
      </Stack>
      <Stack as="section" aria-label="Next step" gap={3} p={{ base: 4, md: 6 }} minW={0}>
        {children}
      </Stack>
    </Card>
  );
}

export const StepHeading = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <SectionTitle>{title}</SectionTitle>
    <Muted mt={1}>{children}</Muted>
  </div>
);
