import { useApolloClient, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { ArrowLeft } from '#web/ui/icons.tsx';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Me } from './auth.gql.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TwoFactor } from './two-factor.gql.ts';
import { TwoFactorOff } from './TwoFactorOff.tsx';
import { TwoFactorOn } from './TwoFactorOn.tsx';
import { useLiftedDemand } from './useLiftedDemand.ts';
import { useSession } from './useSession.ts';

/** The second factor: set up, turned off, and its recovery codes. */
export function TwoFactorPage() {
  const { user } = useSession();
  const { data, error, refetch } = useQuery(TwoFactor);
  const client = useApolloClient();
  const navigate = useNavigate();
  const [codes, setCodes] = useState<readonly string[]>();
  useLiftedDemand(Boolean(user?.mustSetUpTwoFactor) && !codes);
  const refresh = () => client.refetchQueries({ include: [Me, TwoFactor] });

  const onKept = async () => {
    const demanded = user?.mustSetUpTwoFactor;
    setCodes(undefined);
    // Not before: the guard lets everything in once it knows, and the codes would be gone.
    await refresh();
    if (demanded) await navigate('/dashboard');
  };

  return (
    <chakra.div w="full" maxW="34rem">
      <PageHeader
        title="Two-Factor Authentication"
        description="Signing in asks for a code of your phone besides your password."
        action={
          !user?.mustSetUpTwoFactor && (
            <Button asChild variant="outline">
              <Link to="/settings">
                <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
                Back to Settings
              </Link>
            </Button>
          )
        }
      />
      {codes ? (
        <RecoveryCodes email={user?.email ?? ''} codes={codes} onDone={() => void onKept()} />
      ) : data ? (
        <TwoFactorState status={data.twoFactor} onCodes={setCodes} onChange={refresh} />
      ) : error ? (
        <Notice
          state="error"
          title="Could not load your second factor"
          action={
            <Button variant="outline" size="sm" onClick={() => void refetch()}>
              Retry
            </Button>
          }
        >
          {sentenceOf(error, 'The server did not answer.')}
        </Notice>
      ) : (
        <LoadingSpinner />
      )}
    </chakra.div>
  );
}

type StateProps = {
  status: { enabled: boolean; required: boolean; recoveryCodesLeft: number };
  onCodes: (codes: readonly string[]) => void;
  onChange: () => Promise<unknown>;
};

function TwoFactorState({ status, onCodes, onChange }: StateProps) {
  if (status.enabled) return <TwoFactorOn {...status} onCodes={onCodes} onOff={onChange} />;
  return <TwoFactorOff required={status.required} onCodes={onCodes} onChange={onChange} />;
}
