import { useMutation } from '@apollo/client/react';
import { Button, chakra, Stack } from '@chakra-ui/react';
import { type ReactNode, useId, useState } from 'react';
import { graphql } from '#web/gql/index.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Muted } from '#web/ui/text.tsx';
import { SIX_DIGITS, SIX_DIGITS_TO_DISABLE } from './two-factor-form.ts';
import { type Proof, TwoFactorCodeForm } from './TwoFactorCodeForm.tsx';

const DisableTwoFactor = graphql(`
  mutation DisableTwoFactor($code: String!, $password: String) {
    disableTwoFactor(code: $code, password: $password) {
      success
      message
    }
  }
`);

const RegenerateRecoveryCodes = graphql(`
  mutation RegenerateRecoveryCodes($code: String!, $password: String) {
    regenerateRecoveryCodes(code: $code, password: $password) {
      success
      message
      recoveryCodes
    }
  }
`);

/** From this many left, suggest generating new ones, as the email does. */
const FEW = 3;

type Props = {
  required: boolean;
  recoveryCodesLeft: number;
  onCodes: (codes: readonly string[]) => void;
  onOff: () => Promise<unknown>;
};

/** Two-factor authentication is on: recovery codes left, new codes, and turning it off. */
export function TwoFactorOn({ required, recoveryCodesLeft, onCodes, onOff }: Props) {
  const [disable] = useMutation(DisableTwoFactor);
  const [renewing, setRenewing] = useState(false);
  const [renew] = useMutation(RegenerateRecoveryCodes);
  const turnOff = async (proof: Proof) => {
    const { data } = await disable({ variables: proof });
    toast({ title: 'Success', description: data!.disableTwoFactor.message, type: 'success' });
    await onOff();
  };
  const makeNew = async (proof: Proof) => {
    const { data } = await renew({ variables: proof });
    const { message, recoveryCodes } = data!.regenerateRecoveryCodes;
    toast({ title: 'Success', description: message, type: 'success' });
    onCodes(recoveryCodes);
  };
  const few = recoveryCodesLeft <= FEW;
  return (
    <Stack gap={8}>
      <Notice state="ok" title="Two-factor authentication is on" />
      <Part title="Recovery codes">
        {few ? <Notice state="warning">{left(recoveryCodesLeft)}</Notice> : <p>{left(recoveryCodesLeft)}</p>}
        <Muted>Generating new codes invalidates your existing ones.</Muted>
        {renewing ? (
          <>
            <TwoFactorCodeForm
              send={makeNew}
              label="Verification code for new codes"
              verb="Generate new codes"
              look={{ variant: 'outline' }}
              sentence={SIX_DIGITS}
              failure="Verification Failed"
              orRecoveryCode
            />
            <Button variant="plain" alignSelf="flex-start" px={0} onClick={() => setRenewing(false)}>
              Keep current codes
            </Button>
          </>
        ) : (
          <Button variant="outline" alignSelf="flex-start" onClick={() => setRenewing(true)}>
            Generate new codes
          </Button>
        )}
      </Part>
      <Part title="Turn it off">
        <Muted>
          {required
            ? 'Two-factor authentication is required: you would have to set it up again before anything else.'
            : 'You’ll sign in with only your password, and your recovery codes will stop working.'}
        </Muted>
        <TwoFactorCodeForm
          send={turnOff}
          label="Verification code to turn it off"
          verb="Disable 2FA"
          sentence={SIX_DIGITS_TO_DISABLE}
          failure="Failed to Disable 2FA"
          look={{ colorPalette: 'danger' }}
          orRecoveryCode
        />
      </Part>
    </Stack>
  );
}

const left = (count: number): string =>
  count === 0 ? 'You have no recovery codes left.' : `${count} of 10 recovery codes left.`;

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Stack as="section" aria-labelledby={id} gap={3} maxW="22rem">
      <chakra.h2 id={id} fontWeight="semibold">
        {title}
      </chakra.h2>
      {children}
    </Stack>
  );
}
