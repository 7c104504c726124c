import { Button, chakra, Stack } from '@chakra-ui/react';
import { Ticket } from '#web/ui/icons.tsx';
import { Link } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ProofFailure, ProofLine } from '#web/features/notifications/ProofLine.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import type { Connection } from './credentials-form.ts';
import { Problems } from './Problems.tsx';
import { useConnectionTest, useHalopsa } from './useHalopsa.ts';

/** The state of the HaloPSA connection, or how to set it up. */
export function PsaCard() {
  const { connection, isConfigured, isKnown, error, refetch } = useHalopsa();
  if (!isKnown && error !== undefined)
    return <LoadFailed title="We couldn’t load HaloPSA" error={error} onRetry={refetch} />;
  return (
    <Card p={4}>
      {isKnown ? <Known connection={isConfigured ? connection : undefined} /> : <SkeletonRows rows={2} />}
    </Card>
  );
}

function Known({ connection }: { connection: Connection | undefined }) {
  const looksOnly = useLooksOnly();
  const isFailing = connection && connection.problems.length > 0;
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="flex-start" gap={3}>
      <Muted as="span" mt={0.5}>
        <Ticket size={20} strokeWidth={1.75} aria-hidden />
      </Muted>
      <Stack flex="1 1 16rem" minW={0} overflowWrap="anywhere" gap={1.5}>
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={3}>
          <chakra.h3 fontWeight="medium">HaloPSA</chakra.h3>
          {connection ? (
            <StatusDot state={isFailing ? 'warning' : 'ok'} word="Connected" />
          ) : (
            <StatusDot state="unknown" word="Not configured" />
          )}
        </chakra.div>
        {connection ? (
          <>
            <Hint>{connection.resourceServer}</Hint>
            <Problems connection={connection} />
            <ProofFailure proof={connection.proof} />
            {connection.proof.state === 'retrying' && (
              <Hint>
                <ProofLine proof={connection.proof} />
              </Hint>
            )}
          </>
        ) : (
          <Hint>Set up HaloPSA to open tickets for alerts, and close them when the problem is resolved.</Hint>
        )}
      </Stack>
      {!looksOnly && (
        <chakra.div display="flex" gap={2}>
          {connection && <TestButton />}
          <Button asChild variant="outline">
            <Link to="/halopsa-setup" aria-label={connection ? 'Edit HaloPSA' : 'Setup HaloPSA'}>
              {connection ? 'Edit' : 'Setup'}
            </Link>
          </Button>
        </chakra.div>
      )}
    </chakra.div>
  );
}

function TestButton() {
  const { run, testing } = useConnectionTest();
  const test = async () => {
    const { success, message } = await run();
    toast(
      success
        ? { title: 'Connection Successful', description: message, type: 'success' }
        : {
            title: 'Test Failed',
            description: message || 'Failed to test HaloPSA connection',
            type: 'error',
          },
    );
  };
  return (
    <Button
      variant="outline"
      aria-disabled={testing || undefined}
      aria-label="Test HaloPSA"
      onClick={() => !testing && void test()}
    >
      Test
    </Button>
  );
}
