import { useMutation } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import type { PaymentSettingsFieldsFragment, PaymentSettingsInput } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { ActionDialog } from '#web/ui/ActionDialog.tsx';
import { Form } from '#web/ui/Form.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { SaveBar } from '#web/ui/SaveBar.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Muted } from '#web/ui/text.tsx';
import { StripeConfig } from '../stripe-config.gql.ts';

const SavePaymentSettings = graphql(`
  mutation SavePaymentSettings($input: PaymentSettingsInput!) {
    savePaymentSettings(input: $input) {
      ...PaymentSettingsFields
    }
  }
`);

export const PaymentSettingsFields = graphql(`
  fragment PaymentSettingsFields on PaymentSettings {
    stripePublishableKey
    stripeSecretKey
    stripeWebhookSecret
    livemode
    webhookUrl
    reconciledAt
  }
`);

const failure = {
  title: 'Configuration Failed',
  fallback: 'Could not save Stripe configuration. Please try again.',
};

const success = { title: 'Configuration Saved', type: 'success' } as const;

/** The Stripe keys. Saved secrets are never shown again. */
export function KeysForm({ settings }: { settings: PaymentSettingsFieldsFragment }) {
  const { stripeSecretKey, stripeWebhookSecret, stripePublishableKey } = settings;
  const [saves, setSaves] = useState(0);
  const [replacing, setReplacing] = useState<Record<string, boolean>>({});
  const [save] = useMutation(SavePaymentSettings, { refetchQueries: [StripeConfig] });
  const saved = toValues(settings, saves);
  const begin = () => {
    setSaves((count) => count + 1);
    setReplacing({});
  };
  const send = async (values: KeyValues) => {
    await save({ variables: { input: toInput(values) } });
    begin();
  };
  const secret = (name: 'secretKey' | 'webhookSecret') => ({
    name,
    replacing: replacing[name] ?? false,
    onReplace: (now: boolean) => setReplacing((others) => ({ ...others, [name]: now })),
  });
  return (
    <>
      <Mode livemode={settings.livemode} />
      <Form initial={saved} rules={keyRules} onSubmit={send} success={success} failure={failure}>
        <TextField
          name="publishableKey"
          label="Publishable key"
          help="Starts with pk_. It isn’t secret: browsers use it to pay."
          autoComplete="off"
          spellCheck={false}
          mono
        />
        <SecretField
          {...secret('secretKey')}
          label="Secret key"
          help="Starts with sk_, or rk_ if it’s restricted."
          saved={stripeSecretKey}
        />
        <SecretField
          {...secret('webhookSecret')}
          label="Webhook secret"
          help="Starts with whsec_. Find it on the endpoint’s page in Stripe."
          saved={stripeWebhookSecret}
        />
        <SaveBar saved={saved} />
      </Form>
      {(stripePublishableKey || stripeSecretKey || stripeWebhookSecret) && <RemoveKeys onRemoved={begin} />}
    </>
  );
}

function Mode({ livemode }: Pick<PaymentSettingsFieldsFragment, 'livemode'>) {
  if (livemode == null) return <StatusDot state="unknown" word="Not set up. Customers can’t pay." />;
  return livemode ? (
    <StatusDot state="ok" word="Live mode (real payments)" />
  ) : (
    <StatusDot state="info" word="Test mode (no real payments)" />
  );
}

function RemoveKeys({ onRemoved }: { onRemoved: () => void }) {
  const [asking, setAsking] = useState(false);
  const [save] = useMutation(SavePaymentSettings, { refetchQueries: [StripeConfig] });
  const remove = async () => {
    await save({ variables: { input: { removeKeys: true } } });
    onRemoved();
  };
  return (
    <div>
      <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
        Remove keys
      </Button>
      {asking && (
        <ActionDialog
          onClose={() => setAsking(false)}
          action={remove}
          success={{ ...success, description: 'Stripe keys removed.' }}
          failure={failure}
          title="Remove the Stripe keys?"
          confirmLabel="Remove keys"
        >
          Customers won’t be able to subscribe or pay, and we’ll reject events from Stripe. Existing
          subscriptions stay active in Stripe and are still charged.
        </ActionDialog>
      )}
    </div>
  );
}

type Props = {
  name: string;
  label: string;
  help: string;
  /** The visible part of the saved key. `null` if none is saved. */
  saved?: string | null;
  replacing: boolean;
  onReplace: (replacing: boolean) => void;
};

/** A write-only secret: only the tail of the saved one is shown, and a new one replaces it. */
function SecretField({ name, label, help, saved, replacing, onReplace }: Props) {
  const { setFieldValue } = useFormikContext();
  if (!saved || replacing) {
    const keep = () => {
      void setFieldValue(name, '');
      onReplace(false);
    };
    return (
      <div>
        <PasswordField
          name={name}
          label={label}
          help={saved ? `${help} Leave blank to keep ${saved}.` : help}
          autoComplete="new-password"
          autoFocus={replacing}
        />
        {saved && (
          <Button variant="plain" size="sm" onClick={keep}>
            Keep the saved key
          </Button>
        )}
      </div>
    );
  }
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={4} rowGap={1}>
      <chakra.div flex="1 1 12rem" minW={0}>
        <chakra.p fontWeight="medium">{label}</chakra.p>
        <Muted>
          Saved: <chakra.span fontFamily="mono">{saved}</chakra.span>
        </Muted>
      </chakra.div>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Replace ${label.toLowerCase()}`}
        onClick={() => onReplace(true)}
      >
        Replace
      </Button>
    </chakra.div>
  );
}

/** The form's values. `saves` remounts the form after each save. */
type KeyValues = {
  publishableKey?: string;
  secretKey?: string;
  webhookSecret?: string;
  saves: number;
};

const keyRules = yupFor('PaymentSettingsInput');

/** Secrets are never sent back, so their fields start empty. */
const toValues = ({ stripePublishableKey }: PaymentSettingsFieldsFragment, saves: number): KeyValues => ({
  publishableKey: stripePublishableKey ?? '',
  secretKey: '',
  webhookSecret: '',
  saves,
});

const toInput = ({ publishableKey, secretKey, webhookSecret }: KeyValues): PaymentSettingsInput => ({
  publishableKey,
  secretKey,
  webhookSecret,
});
