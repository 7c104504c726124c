import { useMutation } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { isAdmin, useSession } from '#web/features/auth/useSession.ts';
import { failureWords } from '#web/lib/server-errors.ts';
import { withSessionCheck } from '#web/lib/session-end.ts';
import { onButton } from '#web/lib/shorten.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Activating } from '../Activating.tsx';
import { randomUuid } from '#web/lib/random-uuid.ts';
import { type Subscription, CreateSubscription } from '../billing.gql.ts';
import { type OfferedPackage, PackageSummary, StepHeading } from '../PackageSummary.tsx';
import { placeAfter } from '../bank-return.ts';

type Props = { chosen: OfferedPackage; subscription: Subscription };

export function FreeCheckout({ chosen, subscription }: Props) {
  const { user } = useSession();
  const navigate = useNavigate();
  const [create, { loading }] = useMutation(CreateSubscription);
  const [problem, setProblem] = useState<ReturnType<typeof failureWords>>();
  const [isBegun, setIsBegun] = useState(false);
  if (!isBegun && subscription.state === 'free' && subscription.package?.id === chosen.id) {
    return (
      <PackageSummary chosen={chosen}>
        <StepHeading title="Your team already has this package">It’s free, with no time limit.</StepHeading>
        <chakra.div mt={2}>
          <Button asChild>
            <Link to="/billing">Go to Billing</Link>
          </Button>
        </chakra.div>
      </PackageSummary>
    );
  }
  const begin = async () => {
    setProblem(undefined);
    try {
      await withSessionCheck(create({ variables: { packageId: chosen.id, attempt: randomUuid() } }));
      setIsBegun(true);
    } catch (error) {
      const check = 'Check the Billing page to see which package your team has.';
      setProblem(failureWords(error, { title: 'Failed to create subscription', check }));
    }
  };
  const goOn = () => {
    toast({ title: `${chosen.name} is active`, description: 'No card needed.', type: 'success' });
    void navigate(placeAfter('subscribe', isAdmin(user)));
  };
  return (
    <PackageSummary chosen={chosen}>
      <StepHeading title="No card needed">It starts immediately and is free, with no time limit.</StepHeading>
      {problem && (
        <Notice state="critical" title={problem.title}>
          {problem.description}
        </Notice>
      )}
      {isBegun ? (
        <Activating
          isDone={({ state, package: plan }) => state === 'free' && plan?.id === chosen.id}
          onDone={goOn}
        />
      ) : (
        <chakra.div mt={2}>
          <Button aria-disabled={loading || undefined} onClick={() => !loading && void begin()}>
            Start {onButton(chosen.name)}
          </Button>
        </chakra.div>
      )}
    </PackageSummary>
  );
}
