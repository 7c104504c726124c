import { useQuery } from '@apollo/client/react';
import { Button, chakra, Skeleton } from '@chakra-ui/react';
import { Package } from '#web/ui/icons.tsx';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { MOST_POPULAR } from '#web/features/auth/package-words.ts';
import { useSession } from '#web/features/auth/useSession.ts';
import { beforeChange } from '#web/features/billing/plan-words.ts';
import { StripeConfig } from '#web/features/billing/stripe-config.gql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { Delayed } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { Card } from '#web/ui/Card.tsx';
import type { Offer } from './package-words.ts';
import { CARD_PARTS, PackageCard } from './PackageCard.tsx';
import { PriceList } from './packages.gql.ts';
import { type InUse, isInUse, purchaseOf } from './purchase.ts';
import { PackageFields } from './package-words.ts';

/** The team's package and the state of its subscription. */
const PackageInUse = graphql(`
  query PackageInUse {
    subscription {
      state
      cancelAt
      pastDueSince
      stripeSubscriptionId
      package {
        id
      }
    }
  }
`);

/** The price list, for visitors and for customers. */
export function PackagesPage() {
  const { user } = useSession();
  return user ? (
    <>
      <PageHeader title="Packages" description="Billed monthly. Change or cancel any time." />
      <Prices signedIn />
    </>
  ) : (
    <chakra.div w="full" maxW="content" mx="auto" px={{ base: 4, md: 8 }} py={{ base: 10, md: 16 }}>
      <PageTitle>Packages</PageTitle>
      <chakra.header maxW="prose" mb={{ base: 8, md: 10 }}>
        <chakra.h1 textStyle={{ base: '2xl', md: '3xl' }} fontWeight="semibold" textWrap="balance">
          One monthly price, whatever breaks
        </chakra.h1>
        <chakra.p mt={3} textStyle="lg" color="fg.muted" textWrap="pretty">
          <Terms />
        </chakra.p>
      </chakra.header>
      <Prices signedIn={false} />
    </chakra.div>
  );
}

/** Don't offer a trial while purchasing is turned off. */
function Terms() {
  const { data, error } = useQuery(StripeConfig);
  const isLimited = data?.stripeConfig.purchasingEnabled === false;
  return (
    <chakra.span visibility={data || error ? undefined : 'hidden'}>
      {isLimited
        ? 'Billed monthly. When you cancel, your package runs until the end of the month you’ve paid for.'
        : 'Try any package free for 14 days, no card required. After that it’s billed monthly, and you can cancel any time.'}
    </chakra.span>
  );
}

function Prices({ signedIn }: { signedIn: boolean }) {
  const list = useQuery(PriceList, { fetchPolicy: 'cache-and-network' });
  const config = useQuery(StripeConfig, { fetchPolicy: 'cache-and-network' });
  const own = useQuery(PackageInUse, { skip: !signedIn, fetchPolicy: 'cache-and-network' });
  const offers = list.data && readFragment(PackageFields, list.data.packages);
  const selling = config.data?.stripeConfig;
  const first = own.data && beforeChange(own.data.subscription);
  const error = (!offers && list.error) || (!selling && config.error);
  const again = () => Promise.all([list.refetch(), config.refetch()]);
  if (error) return <LoadFailed title="We couldn’t load the packages" error={error} onRetry={again} />;
  // Without it, the list still shows. Only the mark on the team's own package is missing.
  const isKnown = !signedIn || own.data || own.error;
  if (!offers || !selling || !isKnown) return <ComingGrid />;
  return (
    <>
      {offers.length > 0 && first && (
        <chakra.div mb={5}>
          <Notice
            state="warning"
            title={first.title}
            action={
              <Button asChild size="sm">
                <Link to={first.to}>{first.label}</Link>
              </Button>
            }
          >
            {first.words}
          </Notice>
        </chakra.div>
      )}
      {offers.length > 0 && !selling.purchasingEnabled && !first && (
        <chakra.div mb={5}>
          <Notice state="info" title="Registration is currently limited">
            Join a package’s waitlist and we’ll email you when registration opens.
          </Notice>
        </chakra.div>
      )}
      <PricingGrid
        offers={offers}
        purchasingEnabled={selling.purchasingEnabled}
        signedIn={signedIn}
        inUse={own.data?.subscription}
      />
      {offers.length > 0 && <LimitsExplained />}
    </>
  );
}

const meanings = [
  [
    'Controllers',
    'UniFi consoles that you connect with a Site Manager API key. At the limit, you can’t add more. If you move to a smaller package, we keep monitoring your oldest controllers.',
  ],
  [
    'Devices',
    'Access points, switches and gateways at your monitored sites. Devices over the limit are listed but not monitored.',
  ],
  [
    'Alerts per month',
    'We notify you at 80% and 100%. Over the limit, alerts are still recorded and shown, and critical ones are still sent.',
  ],
  ['History', 'How long we keep alerts and metrics. Changing packages never deletes controllers or rules.'],
] as const;

/** Answers the first question MSPs ask: what happens at a limit. */
function LimitsExplained() {
  const id = useId();
  return (
    <chakra.section aria-labelledby={id} mt={{ base: 10, md: 14 }}>
      <chakra.h2 id={id} textStyle="xl" fontWeight="semibold">
        What happens at a limit
      </chakra.h2>
      <chakra.dl
        mt={5}
        display="grid"
        gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 15.5rem), 1fr))"
        columnGap={{ base: 4, md: 8 }}
        rowGap={6}
      >
        {meanings.map(([what, meaning]) => (
          <chakra.div key={what} borderTopWidth="1px" pt={3}>
            <chakra.dt fontWeight="medium">{what}</chakra.dt>
            <chakra.dd mt={1} color="fg.muted" textWrap="pretty">
              {meaning}
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </chakra.section>
  );
}

type Props = {
  offers: readonly Offer[];
  purchasingEnabled: boolean;
  signedIn: boolean;
  inUse?: InUse | null;
};

/** Cards with their rows aligned, so that they can be compared line by line. */
function PricingGrid({ offers, ...who }: Props) {
  if (offers.length === 0) {
    return (
      <Card>
        <EmptyState title="No packages available" icon={<Package size={28} strokeWidth={1.5} aria-hidden />}>
          No packages are available right now. Your current package isn’t affected.
        </EmptyState>
      </Card>
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

/** The placeholder while the price list loads. */
const ComingGrid = () => (
  <Delayed>
    <div role="status" aria-label="Loading">
      <Columns>
        {[1, 2, 3].map((card) => (
          <Card
            as="li"
            key={card}
            display="flex"
            flexDirection="column"
            gridRow={`span ${CARD_PARTS}`}
            gap={5}
            p={6}
          >
            <Skeleton h={5} w="60%" />
            <Skeleton h={10} w="45%" />
            <Skeleton h={10} />
            {[1, 2, 3, 4].map((row) => (
              <Skeleton key={row} h={4} />
            ))}
          </Card>
        ))}
      </Columns>
    </div>
  </Delayed>
);
