import { useApolloClient, useQuery } from '@apollo/client/react';
import { Button, chakra, Checkbox, Stack } from '@chakra-ui/react';
import { ArrowLeft, Download } from '#web/ui/icons.tsx';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { graphql, readFragment } from '#web/gql/index.ts';
import { currentPlatform } from '#web/lib/platform.ts';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { usePolling } from '#web/lib/usePolling.ts';
import { LeavePrompt } from '#web/ui/UnsavedChangesPrompt.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SectionTitle } from '#web/ui/text.tsx';
import { Me } from '../auth.gql.ts';
import { TwoFactorOff } from './TwoFactorOff.tsx';
import { TwoFactorOn } from './TwoFactorOn.tsx';
import { SessionUserFields, useSession } from '../useSession.ts';

const TwoFactor = graphql(`
  query TwoFactor {
    twoFactor {
      enabled
      required
      recoveryCodesLeft
    }
  }
`);

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
    // Update the session only now, because the guard would leave the screen before the codes were seen.
    await refresh();
    if (demanded) await navigate('/dashboard');
  };

  return (
    <chakra.div w="full" maxW="34rem">
      <PageHeader
        title="Two-Factor Authentication"
        description="Sign in with your password and a code from your phone."
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
          title="We couldn’t load your two-factor settings"
          action={
            <Button variant="outline" size="sm" onClick={() => void refetch()}>
              Retry
            </Button>
          }
        >
          {sentenceOf(error, 'The server didn’t respond.')}
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

type Props = { email: string; codes: readonly string[]; onDone: () => void };

/** Shows the recovery codes once, until the person confirms that they have saved them. */
export function RecoveryCodes({ email, codes, onDone }: Props) {
  const id = useId();
  const [kept, setKept] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const text = recoveryText(email, codes);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack as="section" aria-labelledby={id} gap={4}>
      <SectionTitle id={id} ref={heading} tabIndex={-1} outline={0}>
        Recovery codes
      </SectionTitle>
      <Notice state="warning" title="Save these codes now">
        You won’t see them again. Each code lets you sign in once if you lose your phone. Store them in your
        password manager.
      </Notice>
      <chakra.ul
        aria-labelledby={id}
        listStyleType="none"
        display="grid"
        gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}
        columnGap={8}
        rowGap={2}
        px={4}
        py={3}
        borderWidth="1px"
        borderRadius="surface"
        bg="bg.panel"
        fontFamily="mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </chakra.ul>
      <chakra.div display="flex" flexWrap="wrap" gap={2}>
        <CopyButton text={text} label="Copy" />
        <Button variant="outline" onClick={() => saveText('recovery-codes.txt', text)}>
          <Download size={16} strokeWidth={1.75} aria-hidden />
          Download
        </Button>
      </chakra.div>
      <Checkbox.Root checked={kept} onCheckedChange={({ checked }) => setKept(checked === true)}>
        <Checkbox.HiddenInput />
        <Checkbox.Control>
          <Checkbox.Indicator />
        </Checkbox.Control>
        <Checkbox.Label>I’ve saved these codes</Checkbox.Label>
      </Checkbox.Root>
      <Button alignSelf="flex-start" disabled={!kept} onClick={onDone}>
        Continue
      </Button>
      <LeavePrompt
        losing={!kept}
        title="Leave without saving your recovery codes?"
        confirmLabel="Leave without saving"
      >
        You haven’t saved your recovery codes, and you won’t see them again.
      </LeavePrompt>
    </Stack>
  );
}

/** The text file: product, account, and one code per line. */
const recoveryText = (email: string, codes: readonly string[]): string =>
  [
    `${currentPlatform().platformName} recovery codes for ${email}`,
    'Each code works once.',
    '',
    ...codes,
    '',
  ].join('\n');

function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/** Polling interval for whether two-factor authentication is still required, in milliseconds. */
const EVERY = 15_000;

/** While `waiting`, detects that two-factor authentication is no longer required. */
function useLiftedDemand(waiting: boolean): void {
  const client = useApolloClient();
  const isWaiting = useRef(waiting);
  useEffect(() => {
    isWaiting.current = waiting;
  }, [waiting]);
  usePolling(waiting ? EVERY : undefined, async () => {
    const { data } = await client.query({ query: Me, fetchPolicy: 'no-cache' });
    const user = data && readFragment(SessionUserFields, data.me);
    // Ignore it right after setup, because the recovery codes must be shown next.
    if (!isWaiting.current || !user || user.mustSetUpTwoFactor || user.twoFactorEnabled) return;
    client.writeQuery({ query: Me, data: { me: user } });
  });
}
