import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import { useSession } from '#web/features/auth/useSession.ts';
import { beforeChange } from '#web/features/billing/plan-words.ts';
import { StripeConfig } from '#web/features/billing/stripe-config.gql.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { LimitsExplained } from './LimitsExplained.tsx';
import { PackageInUse, PriceList } from './packages.gql.ts';
import { ComingGrid, PricingGrid } from './PricingGrid.tsx';

/** The price list, for whoever looks on from outside and for whoever has a package already. */
export function PackagesPage() {
  const { user } = useSession();
  return user ? (
    <>
      <PageHeader
        title="Packages"
        description="Paid by the month. Change at any time, or stop at the end of a month."
      />
      <Prices signedIn />
    </>
  ) : (
    <chakra.div w="full" maxW="content" mx="auto" px={{ base: 4, md: 8 }} py={{ base: 10, md: 16 }}>
      <PageTitle>Packages</PageTitle>
      <chakra.header maxW="prose" mb={{ base: 8, md: 10 }}>
        <chakra.h1 textStyle={{ base: '2xl', md: '3xl' }} fontWeight="semibold" textWrap="balance">
          One price a month, whatever breaks
        </chakra.h1>
        <chakra.p mt={3} textStyle="lg" color="fg.muted" textWrap="pretty">
          <Terms />
        </chakra.p>
      </chakra.header>
      <Prices signedIn={false} />
    </chakra.div>
  );
}

/** No trial is promised while nobody can begin one. */
function Terms() {
  const { data, error } = useQuery(StripeConfig);
  const isLimited = data?.stripeConfig.purchasingEnabled === false;
  return (
    <chakra.span visibility={data || error ? undefined : 'hidden'}>
      {isLimited
        ? 'Paid by the month; it ends with the month in which you stop.'
        : 'Try any package for 14 days without a card. After that it is paid by the month, and ends with the month in which you stop.'}
    </chakra.span>
  );
}

function Prices({ signedIn }: { signedIn: boolean }) {
  const list = useQuery(PriceList, { fetchPolicy: 'cache-and-network' });
  const config = useQuery(StripeConfig, { fetchPolicy: 'cache-and-network' });
  const own = useQuery(PackageInUse, { skip: !signedIn, fetchPolicy: 'cache-and-network' });
  const offers = list.data?.packages;
  const selling = config.data?.stripeConfig;
  const first = own.data && beforeChange(own.data.subscription);
  const error = (!offers && list.error) || (!selling && config.error);
  const again = () => Promise.all([list.refetch(), config.refetch()]);
  if (error) return <LoadFailed title="The packages could not be loaded" error={error} onRetry={again} />;
  // Where it cannot be had the list is shown all the same: only the mark of their own package is missing.
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
          <Notice state="info" title="Registration is limited at the moment">
            Join the waitlist of a package, and we write to you when registration opens.
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
