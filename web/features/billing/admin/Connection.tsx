import { useMutation } from '@apollo/client/react';
import { Button, chakra, Field, Input, Spinner } from '@chakra-ui/react';
import type { PaymentSettingsFieldsFragment } from '#web/gql/graphql.ts';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { TestStripe } from './billing-admin.gql.ts';

/** Where Stripe is to send its events, and whether it answers by the saved key. */
export function Connection({ settings }: { settings: PaymentSettingsFieldsFragment }) {
  const { webhookUrl, stripeSecretKey } = settings;
  return (
    <>
      <Field.Root>
        <Field.Label>Webhook address</Field.Label>
        <chakra.div display="flex" gap={2} w="full">
          <Input value={webhookUrl} readOnly fontFamily="mono" onFocus={(event) => event.target.select()} />
          <CopyButton text={webhookUrl} label="Copy" />
        </chakra.div>
        <Field.HelperText>
          Add it at Stripe under Developers, Webhooks, for all events of customers, subscriptions, invoices,
          payment methods, setup intents, charges and disputes.
        </Field.HelperText>
      </Field.Root>
      <Test hasKey={Boolean(stripeSecretKey)} />
    </>
  );
}

function Test({ hasKey }: { hasKey: boolean }) {
  const [test, { data, error, loading }] = useMutation(TestStripe);
  const answer = loading ? undefined : data?.testStripe;
  const failed = error && !loading;
  return (
    <chakra.div display="flex" flexDirection="column" gap={3}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3}>
        <Button
          variant="outline"
          disabled={!hasKey}
          aria-disabled={loading || undefined}
          onClick={() => !loading && void test().catch(() => undefined)}
        >
          {loading && <Spinner size="sm" />}
          Test connection
        </Button>
        {!hasKey && (
          <chakra.p textStyle="sm" color="fg.muted">
            Save a secret key first.
          </chakra.p>
        )}
      </chakra.div>
      {answer && (
        <Notice
          state={answer.success ? 'ok' : 'error'}
          title={answer.success ? 'Stripe answers' : 'The test found a problem'}
        >
          {answer.message}
        </Notice>
      )}
      {failed && (
        <Notice state="error" title="The connection could not be tested">
          {sentenceOf(error, 'The server did not answer. Please try again.')}
        </Notice>
      )}
    </chakra.div>
  );
}
