import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Dialog, Spinner } from '@chakra-ui/react';
import { lazy, Suspense, useState } from 'react';
import type { SubscriptionFieldsFragment, SubscriptionStartFieldsFragment } from '#web/gql/graphql.ts';
import { failureWords } from '#web/lib/server-errors.ts';
import { ending } from '#web/lib/session-over.ts';
import { onButton } from '#web/lib/shorten.ts';
import { DialogButtons, DialogFields, FormDialog } from '#web/ui/FormDialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Activating } from './Activating.tsx';
import { newAttempt } from './attempt.ts';
import { ChangePackage, Invoices, PackagesOffered, PreviewPackageChange } from './billing.gql.ts';
import { ChangePreview } from './ChangePreview.tsx';
import { PackageChoices } from './PackageChoices.tsx';
import { isFree } from './plan-words.ts';

const CardForm = lazy(() => import('./CardForm.tsx').then((m) => ({ default: m.CardForm })));

type Props = {
  publishableKey: string;
  plan: SubscriptionFieldsFragment;
  /** The package that another screen led here for. */
  wanted?: string;
  onClose: () => void;
};

/** Another package: which, what it costs now and later, what would be over its limits, and then the change itself. */
export function ChangeDialog({ publishableKey, plan, wanted, onClose }: Props) {
  const { data, error, refetch } = useQuery(PackagesOffered);
  const [chosenId, setChosenId] = useState(wanted === plan.package?.id ? undefined : wanted);
  const [start, setStart] = useState<SubscriptionStartFieldsFragment>();
  const [isConfirmed, setIsConfirmed] = useState(false);
  const others = data?.packages.filter((offer) => offer.id !== plan.package?.id && !isFree(offer));
  // Where there is one there is nothing to choose.
  const chosen = others?.length === 1 ? others[0] : others?.find(({ id }) => id === chosenId);
  const isSent = isConfirmed || start?.confirm === 'none';
  return (
    <FormDialog
      title="Change package"
      description={plan.package ? `Your team has ${plan.package.name}.` : undefined}
      size="md"
      onClose={onClose}
    >
      {!start && <Choosing {...{ plan, others, chosen, setChosenId, error, refetch }} onBegun={setStart} />}
      {start && chosen && (
        <Dialog.Body>
          {isSent ? (
            <Changed to={chosen} onDone={onClose} />
          ) : (
            <Suspense fallback={<SkeletonRows rows={3} />}>
              <CardForm
                key={start.clientSecret}
                {...{ publishableKey, start }}
                purpose="change"
                submit={`Pay and change to ${onButton(chosen.name)}`}
                onDone={() => setIsConfirmed(true)}
                onAgain={() => setStart(undefined)}
              />
            </Suspense>
          )}
        </Dialog.Body>
      )}
    </FormDialog>
  );
}

type ChoosingProps = {
  plan: SubscriptionFieldsFragment;
  others?: Parameters<typeof PackageChoices>[0]['offers'];
  chosen?: Parameters<typeof PackageChoices>[0]['offers'][number];
  setChosenId: (id: string) => void;
  error: unknown;
  refetch: () => Promise<unknown>;
  onBegun: (start: SubscriptionStartFieldsFragment) => void;
};

function Choosing({ plan, others, chosen, setChosenId, error, refetch, onBegun }: ChoosingProps) {
  const preview = useQuery(PreviewPackageChange, {
    variables: { packageId: chosen?.id ?? '' },
    skip: !chosen,
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  });
  const [change, { loading }] = useMutation(ChangePackage);
  const [problem, setProblem] = useState<ReturnType<typeof failureWords>>();
  const shown = chosen && preview.data?.previewPackageChange;
  const begin = async () => {
    if (!chosen) return;
    setProblem(undefined);
    try {
      const variables = { packageId: chosen.id, attempt: newAttempt() };
      const { data } = await ending(change({ variables }));
      if (!data) throw new Error('The answer holds no subscription');
      onBegun(data.changePackage);
    } catch (failure) {
      setProblem(
        failureWords(failure, {
          title: 'The package wasn’t changed',
          check: 'Check the Billing page to see which package you have before you try again.',
        }),
      );
    }
  };
  return (
    <>
      <DialogFields>
        {!others && Boolean(error) && (
          <LoadFailed title="The packages could not be loaded" error={error} onRetry={refetch} />
        )}
        {!others && !error && <SkeletonRows rows={3} />}
        {others?.length === 0 && (
          <chakra.p color="fg.muted">There is no other package to change to.</chakra.p>
        )}
        {others && others.length > 0 && (
          <PackageChoices
            offers={others}
            value={chosen?.id}
            onChange={(id) => {
              setProblem(undefined);
              setChosenId(id);
            }}
          />
        )}
        {chosen && !shown && !preview.error && <SkeletonRows rows={2} />}
        {chosen && !shown && preview.error && (
          <LoadFailed
            title="What it would cost could not be asked"
            error={preview.error}
            onRetry={preview.refetch}
          />
        )}
        {shown && <ChangePreview preview={shown} name={chosen.name} keeps={fewerDays(plan, chosen)} />}
        {problem && (
          <Notice state="critical" title={problem.title}>
            {problem.description}
          </Notice>
        )}
      </DialogFields>
      <DialogButtons>
        <Button
          disabled={!shown}
          aria-disabled={loading || undefined}
          onClick={() => !loading && void begin()}
        >
          {loading && <Spinner size="sm" borderColor="currentColor" borderTopColor="transparent" />}
          {chosen ? `Change to ${onButton(chosen.name)}` : 'Change package'}
        </Button>
      </DialogButtons>
    </>
  );
}

/** For how many days history is kept then, where that is less than now. */
function fewerDays(
  { usage }: SubscriptionFieldsFragment,
  { dataRetentionDays: then }: { dataRetentionDays: number },
): number | undefined {
  const now = usage.dataRetentionDays;
  return then >= 0 && (now == null || then < now) ? then : undefined;
}

function Changed({ to, onDone }: { to: { id: string; name: string }; onDone: () => void }) {
  const client = useApolloClient();
  return (
    <Activating
      isDone={({ package: plan }) => plan?.id === to.id}
      onDone={() => {
        void client.refetchQueries({ include: [Invoices] });
        toast({ title: 'Package changed', description: `Your team has ${to.name} now.`, type: 'success' });
        onDone();
      }}
    />
  );
}
