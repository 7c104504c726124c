import { useMutation } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { ArrowLeft } from '#web/ui/icons.tsx';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ViewerNote } from '#web/features/auth/ViewerNote.tsx';
import { graphql } from '#web/gql/index.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { CardPart, SettingsCard } from '#web/ui/SettingsCard.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { AlertSettings } from './AlertSettings.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import { Problems } from './Problems.tsx';
import { HalopsaIntegration, type TestResult, useConnectionTest, useHalopsa } from './useHalopsa.ts';

const DeleteHalopsaIntegration = graphql(`
  mutation DeleteHalopsaIntegration {
    deleteHalopsaIntegration
  }
`);

/** How the team's HaloPSA is reached, and which alerts become tickets there. */
export function HalopsaSetupPage() {
  const { connection, isConfigured, isKnown, error, refetch } = useHalopsa();
  const { test, testing, result } = useConnectionTest();
  const looksOnly = useLooksOnly();
  return (
    <>
      <PageHeader
        title="HaloPSA Setup"
        description="Tickets for alerts, opened by themselves."
        action={
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3}>
            {looksOnly && <ViewerNote />}
            <Back />
          </chakra.div>
        }
      />
      {!isKnown && error !== undefined && (
        <LoadFailed title="The HaloPSA configuration could not be loaded" error={error} onRetry={refetch} />
      )}
      <chakra.div display="flex" flexDirection="column" gap={5}>
        {!(error !== undefined && !isKnown) && (
          <SettingsCard
            title="Credentials"
            description="Of an API application in your HaloPSA. The secret is stored encrypted and never shown again."
          >
            {isKnown ? (
              <CredentialsForm stored={connection} disabled={looksOnly} onSaved={test} />
            ) : (
              <SkeletonRows rows={4} />
            )}
          </SettingsCard>
        )}
        {isConfigured && connection && (
          <>
            <SettingsCard
              title="Connection"
              description="Asks HaloPSA for what tickets need, and reads its lists anew."
            >
              {!looksOnly && (
                <div>
                  <Button
                    variant="outline"
                    aria-disabled={testing || undefined}
                    onClick={() => !testing && test()}
                  >
                    {testing ? 'Testing…' : 'Test Connection'}
                  </Button>
                </div>
              )}
              <ConnectionResult result={result} />
              <Problems connection={connection} tested={result} />
              {!looksOnly && (
                <CardPart
                  title="Disconnect"
                  description="No more tickets are opened; those that are there stay."
                  action={<Disconnect />}
                />
              )}
            </SettingsCard>
            <SettingsCard
              title="Alert settings"
              description="Which alerts of a controller become tickets. Every change is saved at once."
            >
              <AlertSettings disabled={looksOnly} />
            </SettingsCard>
          </>
        )}
      </chakra.div>
    </>
  );
}

/** To where the person came from; in a tab of its own, to the integrations. */
function Back() {
  const navigate = useNavigate();
  // The router's name for the location that the app was opened at.
  const isFirst = useLocation().key === 'default';
  const back = () => void (isFirst ? navigate('/integrations') : navigate(-1));
  return (
    <Button variant="outline" onClick={back}>
      <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
      Back
    </Button>
  );
}

/** What came of a test; nothing before there was one. */
function ConnectionResult({ result }: { result: TestResult | undefined }) {
  if (!result) return null;
  if (result.success) return <Notice state="ok" title={result.message} />;
  return (
    <Notice state="critical" title="Connection test failed">
      {result.message}
    </Notice>
  );
}

/** Ends the connection, once the person has agreed. */
function Disconnect() {
  const [asking, setAsking] = useState(false);
  const [remove] = useMutation(DeleteHalopsaIntegration, {
    refetchQueries: [HalopsaIntegration],
    awaitRefetchQueries: true,
  });
  const confirm = async () => {
    try {
      await remove();
      toast({ title: 'HaloPSA disconnected', type: 'success' });
    } catch (error) {
      toastFailure(error, {
        title: 'Update Failed',
        check: 'Reload the page to see whether HaloPSA was disconnected.',
      });
      setAsking(false);
    }
  };
  return (
    <>
      <Button variant="outline" colorPalette="danger" onClick={() => setAsking(true)}>
        Disconnect HaloPSA
      </Button>
      {asking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          onConfirm={confirm}
          title="Disconnect HaloPSA"
          confirmLabel="Disconnect HaloPSA"
        >
          Its credentials are deleted here. Alerts open no more tickets; those that are there stay as they
          are.
        </ConfirmDialog>
      )}
    </>
  );
}
