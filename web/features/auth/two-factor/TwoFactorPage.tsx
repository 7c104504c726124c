import { useApolloClient, useQuery } from '@apollo/client/react';
import { Button, chakra, Checkbox } from '@chakra-ui/react';
import { ArrowLeft, Download } from '#web/ui/icons.tsx';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { graphql } from '#web/gql/index.ts';
import { currentPlatform } from '#web/lib/platform.ts';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { useAskAgain } from '#web/lib/useAskAgain.ts';
import { AskBeforeLeaving } from '#web/ui/AskBeforeLeaving.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { LoadingSpinner } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Me } from '../auth.gql.ts';
import { TwoFactorOff } from './TwoFactorOff.tsx';
import { TwoFactorOn } from './TwoFactorOn.tsx';
import { useSession } from '../useSession.ts';

const TwoFactor = graphql(`
  query TwoFactor {
    twoFactor {
      enabled
      required
      recoveryCodesLeft
    }
  }
`);

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

type Props = { email: string; codes: readonly string[]; onDone: () => void };

/** The recovery codes, the one time they are shown; on it goes when the person says that they are kept. */
export function RecoveryCodes({ email, codes, onDone }: Props) {
  const id = useId();
  const [kept, setKept] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const text = recoveryText(email, codes);
  useEffect(() => heading.current?.focus(), []);
  return (
    <chakra.section aria-labelledby={id} display="flex" flexDirection="column" gap={4}>
      <chakra.h2 id={id} ref={heading} tabIndex={-1} textStyle="lg" fontWeight="semibold" outline={0}>
        Recovery codes
      </chakra.h2>
      <Notice state="warning" title="These codes are shown only now">
        Each one signs you in once if you lose your phone. Keep them where you keep your passwords.
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
        <Checkbox.Label>I have kept them</Checkbox.Label>
      </Checkbox.Root>
      <Button alignSelf="flex-start" disabled={!kept} onClick={onDone}>
        Continue
      </Button>
      <AskBeforeLeaving
        losing={!kept}
        title="Leave without your recovery codes?"
        confirmLabel="Leave without them"
      >
        You have not kept your recovery codes. They are shown only now.
      </AskBeforeLeaving>
    </chakra.section>
  );
}

/** What is kept of the recovery codes: which product, whose account, one code per line. */
const recoveryText = (email: string, codes: readonly string[]): string =>
  [
    `${currentPlatform().platformName} recovery codes of ${email}`,
    'Each one can be used once.',
    '',
    ...codes,
    '',
  ].join('\n');

/** Has the browser save a text file. */
function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/** How often it is asked whether a second factor is still demanded, in milliseconds. */
const EVERY = 15_000;

/** While `waiting`, notices that the operator no longer demands a second factor; the guard then lets everything in. */
function useLiftedDemand(waiting: boolean): void {
  const client = useApolloClient();
  const isWaiting = useRef(waiting);
  useEffect(() => {
    isWaiting.current = waiting;
  }, [waiting]);
  useAskAgain(waiting ? EVERY : undefined, async () => {
    const { data } = await client.query({ query: Me, fetchPolicy: 'no-cache' });
    const user = data?.me;
    // Set up at this very moment, it is not lifted: the recovery codes come next, and must be seen.
    if (!isWaiting.current || !user || user.mustSetUpTwoFactor || user.twoFactorEnabled) return;
    client.writeQuery({ query: Me, data: { me: user } });
  });
}
