import { useMutation } from '@apollo/client/react';
import { Button, chakra, Field, Input } from '@chakra-ui/react';
import { useState } from 'react';
import { toastFailure } from '#web/features/controllers/changes.ts';
import { dayAndTime } from '#web/lib/dates.ts';
import { outcomeOf } from '#web/lib/server-errors.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { DeedDialog } from '#web/ui/DeedDialog.tsx';
import { HowTo } from '#web/ui/Unfold.tsx';
import type { PushAddressFieldsFragment } from '#web/gql/graphql.ts';
import { RenewPushAddress, ShowPushAddress } from './push.gql.ts';

/** In UniFi's own words (help.ui.com, article 27721287753239). */
const steps = [
  'In UniFi Network (9.3 or later), Protect or Access of this console, open Alarm Manager at the left and press Create Alarm.',
  'Trigger: what is to be said at once, such as a device that goes offline. Scope: of which devices.',
  'Action: a webhook to a custom URL, sent as POST. Paste the address from here, and save.',
  'When it happens, or is tested there, it is received here within seconds. The console must reach this address over the internet.',
];

const failure = {
  title: 'Failed to renew the address',
  check: 'Show the address again to see which one is valid now.',
};

type Props = { controllerId: string; isSetUp: boolean };

/** The address of a controller, shown when somebody asks for it, and how it is entered in UniFi. */
export function PushAddress({ controllerId, isSetUp }: Props) {
  const [show, { loading }] = useMutation(ShowPushAddress, { variables: { controllerId } });
  const [renew] = useMutation(RenewPushAddress, { variables: { controllerId } });
  const [address, setAddress] = useState<PushAddressFieldsFragment>();
  const [asking, setAsking] = useState(false);
  const open = async () => {
    try {
      setAddress((await show()).data?.showPushAddress);
    } catch (error) {
      toastFailure(error, { title: 'Failed to get the address', check: 'Try again in a moment.' });
    }
  };
  const replace = async () => {
    try {
      setAddress((await renew()).data?.renewPushAddress);
    } catch (error) {
      // The address on the screen may not be valid any more, so it must not be copied.
      if (outcomeOf(error) === 'unknown') setAddress(undefined);
      throw error;
    }
  };
  return (
    <chakra.div display="flex" flexDirection="column" gap={3}>
      {address ? (
        <Field.Root>
          <Field.Label>Address of this controller</Field.Label>
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
            {`Keep this secret: anyone who has it can have this controller read. Created ${dayAndTime(new Date(address.madeAt))}.`}
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
        <DeedDialog
          onClose={() => setAsking(false)}
          deed={replace}
          failure={failure}
          title="Renew address"
          confirmLabel="Renew address"
        >
          The current address stops working immediately. Enter the new one in every alarm that pushes to it.
          Until then, no pushes arrive.
        </DeedDialog>
      )}
    </chakra.div>
  );
}
