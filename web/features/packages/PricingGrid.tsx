import { chakra, Skeleton } from '@chakra-ui/react';
import { Package } from '#web/ui/icons.tsx';
import type { ReactNode } from 'react';
import { MOST_POPULAR } from '#web/features/auth/package-words.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { AfterPatience } from '#web/ui/Loading.tsx';
import { CARD_PARTS, PackageCard } from './PackageCard.tsx';
import type { Offer } from './package-words.ts';
import { isInUse, purchaseOf, type InUse } from './purchase.ts';

type Props = {
  offers: readonly Offer[];
  purchasingEnabled: boolean;
  signedIn: boolean;
  inUse?: InUse | null;
};

/** The price list: cards whose parts stand at one height, so that the eye compares them line by line. */
export function PricingGrid({ offers, ...who }: Props) {
  if (offers.length === 0) {
    return (
      <chakra.div bg="bg.panel" borderWidth="1px" borderRadius="surface">
        <EmptyState title="No packages available" icon={<Package size={28} strokeWidth={1.5} aria-hidden />}>
          Nothing is on sale at the moment. What you have stays as it is.
        </EmptyState>
      </chakra.div>
    );
  }
  return (
    <Columns label="Packages">
      {offers.map((offer, index) => (
        <chakra.li key={offer.id} display="contents">
          <PackageCard
            offer={offer}
            popular={index === MOST_POPULAR}
            inUse={who.signedIn && isInUse(offer, who.inUse)}
            purchase={purchaseOf(offer, who)}
          />
        </chakra.li>
      ))}
    </Columns>
  );
}

const Columns = ({ label, children }: { label?: string; children: ReactNode }) => (
  <chakra.ul
    aria-label={label}
    role="list"
    listStyleType="none"
    display="grid"
    gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 15.5rem), 1fr))"
    gap={{ base: 4, md: 5 }}
  >
    {children}
  </chakra.ul>
);

/** The shape of the price list before it has come. */
export const ComingGrid = () => (
  <AfterPatience>
    <div role="status" aria-label="Loading">
      <Columns>
        {[1, 2, 3].map((card) => (
          <chakra.li
            key={card}
            display="flex"
            flexDirection="column"
            gridRow={`span ${CARD_PARTS}`}
            gap={5}
            p={6}
            borderWidth="1px"
            borderRadius="surface"
            bg="bg.panel"
          >
            <Skeleton h={5} w="60%" />
            <Skeleton h={10} w="45%" />
            <Skeleton h={10} />
            {[1, 2, 3, 4].map((row) => (
              <Skeleton key={row} h={4} />
            ))}
          </chakra.li>
        ))}
      </Columns>
    </div>
  </AfterPatience>
);
