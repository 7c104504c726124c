import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '#web/features/auth/useSession.ts';
import { useAddress } from '#web/lib/useAddress.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PackagesOffered } from './billing.gql.ts';
import { Checkout } from './Checkout.tsx';
import { PackageSummary, type OfferedPackage } from './PackageSummary.tsx';

/** From a package of the price list to a subscription. */
export function SubscribePage() {
  const { user } = useSession();
  const [packageId] = useAddress('package');
  const { data, error, refetch } = useQuery(PackagesOffered, { skip: !packageId });
  const chosen = data?.packages.find(({ id }) => id === packageId);
  return (
    // A visitor's shell leaves the margins to the screen.
    <chakra.div
      w="full"
      maxW="60rem"
      {...(user ? {} : { mx: 'auto', px: { base: 4, md: 8 }, py: { base: 8, md: 12 } })}
    >
      <PageHeader title="Complete Your Subscription" />
      {!packageId && (
        <NothingChosen>Choose one from the price list; its price and its limits stand there.</NothingChosen>
      )}
      {packageId && !data && error && (
        <LoadFailed title="The package could not be loaded" error={error} onRetry={refetch} />
      )}
      {packageId && !data && !error && <SkeletonRows rows={4} />}
      {data && packageId && !chosen && (
        <NothingChosen>The package of this address is not offered any more.</NothingChosen>
      )}
      {chosen && user && <Checkout key={chosen.id} chosen={chosen} user={user} />}
      {chosen && !user && <SignInFirst chosen={chosen} />}
    </chakra.div>
  );
}

const NothingChosen = ({ children }: { children: ReactNode }) => (
  <Notice
    state="error"
    title="No package selected"
    action={
      <Button asChild variant="outline" size="sm">
        <Link to="/packages">See packages</Link>
      </Button>
    }
  >
    {children}
  </Notice>
);

/** The way in leads back to the package. */
function SignInFirst({ chosen }: { chosen: OfferedPackage }) {
  const kept = new URLSearchParams({ package: chosen.id }).toString();
  return (
    <PackageSummary chosen={chosen}>
      <chakra.h2 textStyle="lg" fontWeight="semibold">
        Sign in to subscribe
      </chakra.h2>
      <p>
        A subscription belongs to a team. Sign in to yours, or create an account: that begins with a trial.
      </p>
      <chakra.div display="flex" flexWrap="wrap" gap={2} mt={2}>
        <Button asChild>
          <Link to={`/auth?${kept}`}>Sign in</Link>
        </Button>
        <Button asChild variant="outline">
          <Link to={`/auth?tab=register&${kept}`}>Create an account</Link>
        </Button>
      </chakra.div>
    </PackageSummary>
  );
}
