import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Dialog, Spinner } from '@chakra-ui/react';
import { lazy, Suspense, useId, useState } from 'react';
import type { PreviewPackageChangeQuery, SubscriptionStartFieldsFragment } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { formatDate, formatMinorMoney, formatNumber } from '#web/lib/format.ts';
import { failureWords } from '#web/lib/server-errors.ts';
import { withSessionCheck } from '#web/lib/session-end.ts';
import { onButton } from '#web/lib/shorten.ts';
import { DialogButtons, DialogFields, FormDialog } from '#web/ui/FormDialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { RadioCard } from '#web/ui/RadioCard.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Muted } from '#web/ui/text.tsx';
import { capitalize } from '#web/lib/sentence.ts';
import { Activating } from '../Activating.tsx';
import { randomUuid } from '#web/lib/random-uuid.ts';
import { type Subscription, SubscriptionStartFields, Invoices, PackagesOffered } from '../billing.gql.ts';
import type { OfferedPackage } from '../PackageSummary.tsx';
import { isFree, monthlyPrice, impactOf } from '../plan-words.ts';

const PreviewPackageChange = graphql(`
  query PreviewPackageChange($packageId: ID!) {
    previewPackageChange(packageId: $packageId) {
      amountDue
      credit
      currency
      nextAmount
      nextPaymentAt
      over
    }
  }
`);

const ChangePackage = graphql(`
  mutation ChangePackage($packageId: ID!, $attempt: ID) {
    changePackage(packageId: $packageId, attempt: $attempt) {
      ...SubscriptionStartFields
    }
  }
`);

const CardForm = lazy(() => import('../card/CardForm.tsx').then((m) => ({ default: m.CardForm })));

type Props = {
  publishableKey: string;
  plan: Subscription;
  /** The package preselected by a link from another screen. */
  wanted?: string;
  onClose: () => void;
};

/** Choose a package, see its cost and exceeded limits, then change to it. */
export function ChangeDialog({ publishableKey, plan, wanted, onClose }: Props) {
  const { data, error, refetch } = useQuery(PackagesOffered);
  const [chosenId, setChosenId] = useState(wanted === plan.package?.id ? undefined : wanted);
  const [start, setStart] = useState<SubscriptionStartFieldsFragment>();
  const [isConfirmed, setIsConfirmed] = useState(false);
  const others = data?.packages.filter((offer) => offer.id !== plan.package?.id && !isFree(offer));
  // With a single option there is nothing to choose.
  const chosen = others?.length === 1 ? others[0] : others?.find(({ id }) => id === chosenId);
  const isSent = isConfirmed || start?.confirm === 'none';
  return (
    <FormDialog
      title="Change package"
      description={plan.package ? `Your current package is ${plan.package.name}.` : undefined}
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
  plan: Subscription;
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
      const variables = { packageId: chosen.id, attempt: randomUuid() };
      const { data } = await withSessionCheck(change({ variables }));
      if (!data) throw new Error('The response contains no subscription');
      onBegun(readFragment(SubscriptionStartFields, data.changePackage));
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
          <LoadFailed title="We couldn’t load the packages" error={error} onRetry={refetch} />
        )}
        {!others && !error && <SkeletonRows rows={3} />}
        {others?.length === 0 && <Muted>There are no other packages to change to.</Muted>}
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
          <LoadFailed title="We couldn’t get the price" error={preview.error} onRetry={preview.refetch} />
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

/** The new retention in days, if it is shorter than today's. */
function fewerDays(
  { usage }: Subscription,
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
        toast({ title: 'Package changed', description: `Your team is now on ${to.name}.`, type: 'success' });
        onDone();
      }}
    />
  );
}

type Preview = PreviewPackageChangeQuery['previewPackageChange'];

type ChangePreviewProps = {
  preview: Preview;
  name: string;
  /** New retention in days, if it shrinks. */
  keeps?: number;
};

/** The cost now and later, and what would exceed the new limits. */
function ChangePreview({ preview, name, keeps }: ChangePreviewProps) {
  const { amountDue, credit, currency, nextAmount, nextPaymentAt, over } = preview;
  const next = nextPaymentAt ? `Next payment, ${formatDate(new Date(nextPaymentAt))}` : 'Next payment';
  return (
    <>
      <div role="status">
        <chakra.dl
          px={3.5}
          py={3}
          borderRadius="surface"
          bg="bg.subtle"
          fontVariantNumeric="tabular-nums"
          display="flex"
          flexDirection="column"
          gap={1.5}
        >
          <Line
            what="Due now"
            sum={amountDue > 0 ? formatMinorMoney(amountDue, currency) : 'Nothing'}
            strong
          />
          {credit > 0 && (
            <Line what="Credit toward your next invoices" sum={formatMinorMoney(credit, currency)} />
          )}
          <Line what={next} sum={formatMinorMoney(nextAmount, currency)} />
        </chakra.dl>
      </div>
      {over.length > 0 && (
        <Notice state="warning" title={`Your usage exceeds ${name}`}>
          <chakra.ul ps={4} listStyleType="disc">
            {over.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </chakra.ul>
          Nothing is removed from your team. We’ll keep monitoring your oldest controllers and devices, and
          list the rest as not monitored.{' '}
          {keeps ? `History older than ${days(keeps)} is deleted.` : 'Nothing is deleted.'}
        </Notice>
      )}
    </>
  );
}

const days = (count: number) => (count === 1 ? '1 day' : `${formatNumber(count)} days`);

const Line = ({ what, sum, strong }: { what: string; sum: string; strong?: boolean }) => (
  <chakra.div display="flex" justifyContent="space-between" gap={4}>
    <chakra.dt color="fg.muted">{what}</chakra.dt>
    <chakra.dd whiteSpace="nowrap" fontWeight={strong ? 'semibold' : 'medium'}>
      {sum}
    </chakra.dd>
  </chakra.div>
);

type PackageChoicesProps = {
  offers: readonly OfferedPackage[];
  value?: string;
  onChange: (id: string) => void;
};

function PackageChoices({ offers, value, onChange }: PackageChoicesProps) {
  const name = useId();
  return (
    <chakra.fieldset display="flex" flexDirection="column" gap={2}>
      <chakra.legend textStyle="sm" fontWeight="medium" mb={2}>
        Packages
      </chakra.legend>
      {offers.map((offer) => (
        <RadioCard
          key={offer.id}
          name={name}
          value={offer.id}
          checked={offer.id === value}
          onChange={() => onChange(offer.id)}
        >
          <chakra.span flex={1} minW={0} overflowWrap="anywhere">
            <chakra.span display="block" fontWeight="medium">
              {offer.name}
            </chakra.span>
            <chakra.span display="block" textStyle="xs" color="fg.muted">
              {capitalize(impactOf(offer))}
            </chakra.span>
          </chakra.span>
          <chakra.span textAlign="end" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
            <chakra.span fontWeight="medium">{monthlyPrice(offer)}</chakra.span>
            <chakra.span display="block" textStyle="xs" color="fg.muted">
              per month
            </chakra.span>
          </chakra.span>
        </RadioCard>
      ))}
    </chakra.fieldset>
  );
}
