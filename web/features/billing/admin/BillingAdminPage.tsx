import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { PaymentSettingsFieldsFragment } from '#web/gql/graphql.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SettingsCard } from '#web/ui/SettingsCard.tsx';
import { PurchasingSwitch } from '../PurchasingSwitch.tsx';
import { PaymentSettings } from './billing-admin.gql.ts';
import { Connection } from './Connection.tsx';
import { KeysForm } from './KeysForm.tsx';
import { Reconciliation } from './Reconciliation.tsx';
import { WebhookLog } from './WebhookLog.tsx';

/** How the operator is paid, and whether what Stripe tells us arrives. */
export function BillingAdminPage() {
  const { data, error, refetch } = useQuery(PaymentSettings, { fetchPolicy: 'cache-and-network' });
  const settings = data?.paymentSettings;
  const known = (part: (settings: PaymentSettingsFieldsFragment) => ReactNode) => {
    if (settings) return part(settings);
    if (!error) return <SkeletonRows rows={3} />;
    return <LoadFailed title="The settings could not be loaded" error={error} onRetry={refetch} />;
  };
  return (
    <>
      <PageHeader title="Billing" description="How you are paid, and whether what Stripe tells us arrives." />
      <chakra.div display="flex" flexDirection="column" gap={6}>
        <SettingsCard title="Purchasing" description="Whether anything is sold. Holds at once for everybody.">
          <PurchasingSwitch />
        </SettingsCard>
        <SettingsCard
          title="Stripe keys"
          description="From Stripe’s dashboard, under Developers. Saved encrypted."
        >
          {known((all) => (
            <KeysForm settings={all} />
          ))}
        </SettingsCard>
        <SettingsCard title="Connection" description="From us to Stripe, and from Stripe to us.">
          {known((all) => (
            <Connection settings={all} />
          ))}
        </SettingsCard>
        <SettingsCard
          title="Reconciliation"
          description="Every night all subscriptions and invoices are compared with Stripe, and mended here."
        >
          {known((all) => (
            <Reconciliation settings={all} />
          ))}
        </SettingsCard>
        <WebhookLog />
      </chakra.div>
    </>
  );
}
