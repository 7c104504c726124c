import { useMutation, useQuery, useSubscription } from '@apollo/client/react';
import { Button, chakra, Field, Input, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { toastFailure } from '#web/features/controllers/controller-lists.ts';
import type { PushAddressFieldsFragment, PushesQuery } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { outcomeOf } from '#web/lib/server-errors.ts';
import { inBackground } from '#web/lib/background-request.ts';
import { useOnReconnect } from '#web/lib/useOnReconnect.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { ActionDialog } from '#web/ui/ActionDialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { SettingsCard } from '#web/ui/SettingsCard.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { HowTo } from '#web/ui/Disclosure.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { DividedList } from '#web/ui/Card.tsx';
import { PushHealth } from './PushHealth.tsx';

export const Pushes = graphql(`
  query Pushes($controllerId: ID!) {
    pushedMessages(controllerId: $controllerId, first: 10) {
      id
      at
      body
      gist
    }
    pushHealth(controllerId: $controllerId) {
      hostId
      name
      state
      changes
      pushed
    }
    controllers {
      id
      lastPushAt
    }
  }
`);

export const PushReceived = graphql(`
  subscription PushReceived {
    controllerChanged {
      id
      lastPushAt
    }
  }
`);

export const PushAddressFields = graphql(`
  fragment PushAddressFields on PushAddress {
    url
    madeAt
  }
`);

export const ShowPushAddress = graphql(`
  mutation ShowPushAddress($controllerId: ID!) {
    showPushAddress(controllerId: $controllerId) {
      ...PushAddressFields
    }
  }
`);

export const RenewPushAddress = graphql(`
  mutation RenewPushAddress($controllerId: ID!) {
    renewPushAddress(controllerId: $controllerId) {
      ...PushAddressFields
    }
  }
`);

/** A controller's push address, and the latest pushes from its consoles. */
export function PushCard({ controllerId }: { controllerId: string }) {
  const { messages, consoles, lastPushAt, error, refetch } = usePushes(controllerId);
  const looksOnly = useLooksOnly();
  return (
    <SettingsCard
      title="Push"
      description="UniFi's Alarm Manager can notify us as soon as something happens. We then check the controller within seconds instead of at the next interval. Alerts still depend on what that check finds."
    >
      {!messages && !error && <SkeletonRows rows={1} />}
      {messages && (
        <chakra.p display="flex" flexWrap="wrap" columnGap={2} alignItems="baseline">
          <span role="status">
            {lastPushAt ? (
              <StatusDot state="ok" word="Received" />
            ) : (
              <StatusDot state="unknown" word="Waiting for the first push…" />
            )}
          </span>
          {lastPushAt && (
            <span>
              last push <RelativeTime at={lastPushAt} />
            </span>
          )}
        </chakra.p>
      )}
      {error && <LoadFailed title="We couldn’t load the pushes" error={error} onRetry={refetch} />}
      {!looksOnly && <PushAddress controllerId={controllerId} isSetUp={lastPushAt !== undefined} />}
      {consoles && consoles.length > 0 && lastPushAt && <PushHealth consoles={consoles} />}
      {messages && lastPushAt && <PushedMessages messages={messages} />}
    </SettingsCard>
  );
}

/** The latest pushes, refetched while the screen is visible. */
function usePushes(controllerId: string) {
  const { data, error, refetch } = useQuery(Pushes, {
    variables: { controllerId },
    fetchPolicy: 'cache-and-network',
  });
  const lastPushAt = data?.controllers.find(({ id }) => id === controllerId)?.lastPushAt ?? undefined;
  const askAnew = () => void inBackground(() => refetch()).catch(() => undefined);
  useSubscription(PushReceived, {
    ignoreResults: true,
    onData: ({ data: { data: told } }) => {
      const changed = told?.controllerChanged;
      if (changed?.id === controllerId && (changed.lastPushAt ?? undefined) !== lastPushAt) askAnew();
    },
  });
  useOnReconnect(askAnew);
  const failed = data ? undefined : error;
  return { messages: data?.pushedMessages, consoles: data?.pushHealth, lastPushAt, error: failed, refetch };
}

type Message = PushesQuery['pushedMessages'][number];

/** The latest messages, with their raw text. They're kept for a day. */
const PushedMessages = ({ messages }: { messages: readonly Message[] }) => (
  <chakra.section aria-labelledby="pushed">
    <chakra.h3 id="pushed" fontWeight="medium" mb={1}>
      Latest messages
    </chakra.h3>
    {messages.length === 0 && <Muted>No messages in the last 24 hours. Older messages are deleted.</Muted>}
    <DividedList>
      {messages.map(({ id, at, gist, body }) => (
        <chakra.li key={id} py={1.5}>
          <chakra.div display="flex" flexWrap="wrap" columnGap={3} justifyContent="space-between">
            <chakra.span
              minW={0}
              flex="1 1 12rem"
              overflowWrap="anywhere"
              color={gist ? undefined : 'fg.muted'}
            >
              {gist ?? 'A message without a subject'}
            </chakra.span>
            <Hint as="span">
              <RelativeTime at={at} />
            </Hint>
          </chakra.div>
          <details>
            <chakra.summary
              textStyle="sm"
              color="fg.muted"
              cursor="pointer"
              w="fit-content"
              borderRadius="sm"
            >
              Raw text
            </chakra.summary>
            <chakra.pre
              mt={1}
              p={3}
              maxH={80}
              overflow="auto"
              tabIndex={0}
              borderRadius="control"
              bg="bg.muted"
              fontFamily="mono"
              textStyle="xs"
              whiteSpace="pre-wrap"
              overflowWrap="anywhere"
            >
              {body}
            </chakra.pre>
          </details>
        </chakra.li>
      ))}
    </DividedList>
  </chakra.section>
);

/** In UniFi's own words (help.ui.com, article 27721287753239). */
const steps = [
  'In this console’s UniFi Network (9.3 or later), Protect or Access, open Alarm Manager on the left and press Create Alarm.',
  'Trigger: the event to push, such as a device going offline. Scope: the devices it applies to.',
  'Action: a webhook to a custom URL, sent as POST. Paste the address from here and save.',
  'When the event happens or you test it, we receive it within seconds. The console must be able to reach this address over the internet.',
];

const failure = {
  title: 'Failed to renew the address',
  check: 'Show the address again to see which one is valid now.',
};

type PushAddressProps = { controllerId: string; isSetUp: boolean };

/** A controller's push address, shown on request, with the steps for UniFi. */
function PushAddress({ controllerId, isSetUp }: PushAddressProps) {
  const [show, { loading }] = useMutation(ShowPushAddress, { variables: { controllerId } });
  const [renew] = useMutation(RenewPushAddress, { variables: { controllerId } });
  const [address, setAddress] = useState<PushAddressFieldsFragment>();
  const [asking, setAsking] = useState(false);
  const open = async () => {
    try {
      setAddress(readFragment(PushAddressFields, (await show()).data?.showPushAddress) ?? undefined);
    } catch (error) {
      toastFailure(error, { title: 'Failed to get the address', check: 'Try again in a moment.' });
    }
  };
  const replace = async () => {
    try {
      setAddress(readFragment(PushAddressFields, (await renew()).data?.renewPushAddress) ?? undefined);
    } catch (error) {
      // The address on screen may be invalid now, so it must not be copied.
      if (outcomeOf(error) === 'unknown') setAddress(undefined);
      throw error;
    }
  };
  return (
    <Stack gap={3}>
      {address ? (
        <Field.Root>
          <Field.Label>This controller’s address</Field.Label>
          <chakra.div display="flex" flexWrap="wrap" gap={2} w="full">
            <Input
              flex="1 1 16rem"
              value={address.url}
              readOnly
              autoFocus
              fontFamily="mono"
              onFocus={(event) => event.target.select()}
            />
            <CopyButton text={address.url} label="Copy" of="the address" />
            <Button variant="outline" onClick={() => setAsking(true)}>
              Renew address
            </Button>
          </chakra.div>
          <Field.HelperText>
            {`Keep this secret. Anyone who has it can trigger checks of this controller. Created ${formatDateTime(new Date(address.madeAt))}.`}
          </Field.HelperText>
        </Field.Root>
      ) : (
        <Button
          variant="outline"
          alignSelf="start"
          aria-disabled={loading || undefined}
          onClick={() => !loading && void open()}
        >
          {isSetUp ? 'Show address' : 'Set up push'}
        </Button>
      )}
      {address && <HowTo title="How to set it up in UniFi" open={!isSetUp} steps={steps} />}
      {asking && (
        <ActionDialog
          onClose={() => setAsking(false)}
          action={replace}
          failure={failure}
          title="Renew address"
          confirmLabel="Renew address"
        >
          The current address stops working immediately. Enter the new one in every alarm that pushes to it.
          Until then, no pushes arrive.
        </ActionDialog>
      )}
    </Stack>
  );
}
