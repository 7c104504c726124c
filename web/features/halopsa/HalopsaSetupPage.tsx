import { useMutation } from '@apollo/client/react';
import { Button, chakra, Stack } from '@chakra-ui/react';
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

/** The team's HaloPSA connection, and which alerts become tickets. */
export function HalopsaSetupPage() {
  const { connection, isConfigured, isKnown, error, refetch } = useHalopsa();
  const { test, testing, result } = useConnectionTest();
  const looksOnly = useLooksOnly();
  return (
    <>
      <PageHeader
        title="HaloPSA Setup"
        description="Open tickets for alerts automatically."
        action={
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3}>
            {looksOnly && <ViewerNote />}
            <Back />
          </chakra.div>
        }
      />
      {!isKnown && error !== undefined && (
        <LoadFailed title="We couldn’t load the HaloPSA configuration" error={error} onRetry={refetch} />
      )}
      <Stack gap={5}>
        {!(error !== undefined && !isKnown) && (
          <SettingsCard
            title="Credentials"
            description="The credentials of an API application in your HaloPSA. The secret is stored encrypted and never shown again."
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
              description="Checks everything that tickets need, and refreshes the lists from HaloPSA."
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
                  description="Stops opening tickets. Existing ones stay."
                  action={<Disconnect />}
                />
              )}
            </SettingsCard>
            <SettingsCard
              title="Alert settings"
              description="Choose which alerts become tickets. Changes are saved automatically."
            >
              <AlertSettings disabled={looksOnly} />
            </SettingsCard>
          </>
        )}
      </Stack>
    </>
  );
}

/** Goes back to the previous screen, or to Integrations in a new tab. */
function Back() {
  const navigate = useNavigate();
  // The router's key for the location that the app was opened at.
  const isFirst = useLocation().key === 'default';
  const back = () => void (isFirst ? navigate('/integrations') : navigate(-1));
  return (
    <Button variant="outline" onClick={back}>
      <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
      Back
    </Button>
  );
}

/** The result of the last test, if there was one. */
function ConnectionResult({ result }: { result: TestResult | undefined }) {
  if (!result) return null;
  if (result.success) return <Notice state="ok" title={result.message} />;
  return (
    <Notice state="critical" title="Connection test failed">
      {result.message}
    </Notice>
  );
}

/** Disconnects HaloPSA after a confirmation. */
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
          This deletes the stored credentials. Alerts no longer open tickets, and existing tickets aren’t
          changed.
        </ConfirmDialog>
      )}
    </>
  );
}
