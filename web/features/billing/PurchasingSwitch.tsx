import { useMutation, useQuery } from '@apollo/client/react';
import { Link, Skeleton, Switch } from '@chakra-ui/react';
import { useId } from 'react';
import { Link as RouterLink } from 'react-router';
import { graphql } from '#web/gql/index.ts';
import { Delayed, waiting } from '#web/ui/Loading.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { StripeConfig } from './stripe-config.gql.ts';

const SetPurchasingEnabled = graphql(`
  mutation SetPurchasingEnabled($enabled: Boolean!) {
    setPurchasingEnabled(enabled: $enabled) {
      stripePublishableKey
      purchasingEnabled
    }
  }
`);

/** Turns sales on or off, immediately and for everyone. */
export function PurchasingSwitch() {
  const { data, error, refetch } = useQuery(StripeConfig, { fetchPolicy: 'cache-and-network' });
  const [set, { loading }] = useMutation(SetPurchasingEnabled);
  const about = useId();
  const config = data?.stripeConfig;
  if (!config) {
    if (error)
      return (
        <Muted>
          We couldn’t load this setting.{' '}
          <Link asChild>
            <button type="button" onClick={() => void refetch().catch(() => undefined)}>
              Retry
            </button>
          </Link>
        </Muted>
      );
    return (
      <div {...waiting}>
        <Delayed>
          <Skeleton h={6} w={40} />
        </Delayed>
      </div>
    );
  }
  const { purchasingEnabled, stripePublishableKey } = config;
  const change = async (enabled: boolean) => {
    if (loading) return;
    try {
      await set({
        variables: { enabled },
        optimisticResponse: { setPurchasingEnabled: { ...config, purchasingEnabled: enabled } },
      });
      toast({
        title: 'Settings updated',
        description: `User purchasing is ${enabled ? 'on' : 'off'}.`,
        type: 'success',
      });
    } catch (failure) {
      toastFailure(failure, { title: 'Error', fallback: 'We couldn’t switch purchasing. Try again.' });
    }
  };
  return (
    <div>
      <Switch.Root
        checked={purchasingEnabled}
        onCheckedChange={({ checked }) => void change(checked)}
        css={{ '@media (pointer: coarse)': { minH: 11 } }}
      >
        <Switch.HiddenInput
          role="switch"
          aria-checked={purchasingEnabled}
          aria-busy={loading || undefined}
          aria-describedby={about}
        />
        <Switch.Control>
          <Switch.Thumb />
        </Switch.Control>
        <Switch.Label>User purchasing</Switch.Label>
      </Switch.Root>
      <Hint id={about} mt={1}>
        {!purchasingEnabled && 'Off. Customers can only join the waitlist.'}
        {purchasingEnabled && stripePublishableKey && 'On. Customers can buy packages.'}
        {purchasingEnabled && !stripePublishableKey && (
          <>
            On, but customers can’t pay until{' '}
            <Link asChild>
              <RouterLink to="/admin/billing">the Stripe keys</RouterLink>
            </Link>{' '}
            are saved.
          </>
        )}
      </Hint>
    </div>
  );
}
