import { useMutation } from '@apollo/client/react';
import { Button, chakra, Skeleton, Stack } from '@chakra-ui/react';
import { type ReactNode, useEffect } from 'react';
import { graphql } from '#web/gql/index.ts';
import { readServerError, sentenceOf } from '#web/lib/server-errors.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Muted } from '#web/ui/text.tsx';
import { SIX_DIGITS } from './two-factor-form.ts';
import { type Proof, TwoFactorCodeForm } from './TwoFactorCodeForm.tsx';

const TwoFactorSetup = graphql(`
  mutation TwoFactorSetup {
    twoFactorSetup {
      qrCodeUrl
      manualEntryKey
    }
  }
`);

const EnableTwoFactor = graphql(`
  mutation EnableTwoFactor($code: String!, $password: String) {
    enableTwoFactor(code: $code, password: $password) {
      success
      message
      recoveryCodes
    }
  }
`);

type Props = {
  required: boolean;
  onCodes: (codes: readonly string[]) => void;
  /** Another tab enabled it first. */
  onChange: () => Promise<unknown>;
};

export function TwoFactorOff({ required, onCodes, onChange }: Props) {
  const [begin, { data, error }] = useMutation(TwoFactorSetup);
  const [enable] = useMutation(EnableTwoFactor);
  useEffect(() => {
    // The failure is in `error`.
    begin().catch(() => undefined);
  }, [begin]);
  const isOnMeanwhile = readServerError(error).code === 'CONFLICT';

  const send = async (proof: Proof) => {
    const { data: answer } = await enable({ variables: proof });
    const { message, recoveryCodes } = answer!.enableTwoFactor;
    toast({ title: 'Success', description: message, type: 'success' });
    onCodes(recoveryCodes);
  };
  if (error)
    return (
      <Notice
        state="error"
        title="We couldn’t start the setup"
        action={
          <Button
            variant="outline"
            size="sm"
            onClick={() => void (isOnMeanwhile ? onChange() : begin().catch(() => undefined))}
          >
            Retry
          </Button>
        }
      >
        {sentenceOf(error, 'The server didn’t respond.')}
      </Notice>
    );
  return (
    <Stack gap={6}>
      {required && (
        <Notice state="warning" title="Two-factor authentication is required">
          Set up two-factor authentication to continue.
        </Notice>
      )}
      <Step number={1} title="Scan this QR code with your authenticator app">
        <chakra.div bg="white" borderWidth="1px" borderRadius="surface" p={2} w="fit-content">
          {data ? (
            <chakra.img
              src={data.twoFactorSetup.qrCodeUrl}
              alt="QR code for your authenticator app"
              boxSize="188px"
            />
          ) : (
            <Skeleton boxSize="188px" />
          )}
        </chakra.div>
        {data && <ManualKey value={data.twoFactorSetup.manualEntryKey} />}
      </Step>
      <Step number={2} title="Enter the code from the app">
        <chakra.div maxW="16rem">
          <TwoFactorCodeForm send={send} verb="Enable" sentence={SIX_DIGITS} failure="Verification Failed" />
        </chakra.div>
      </Step>
    </Stack>
  );
}

function Step(props: { number: number; title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={3}>
      <chakra.h2 fontWeight="semibold">
        {props.number}. {props.title}
      </chakra.h2>
      {props.children}
    </Stack>
  );
}

function ManualKey({ value }: { value: string }) {
  return (
    <div>
      <Muted mb={1.5}>Can’t scan it? Enter this key in the app:</Muted>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3}>
        <chakra.code fontFamily="mono" overflowWrap="anywhere">
          {value}
        </chakra.code>
        <CopyButton text={value.replaceAll(' ', '')} label="Copy key" />
      </chakra.div>
    </div>
  );
}
