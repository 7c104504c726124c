import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { LinkPurpose, MailedLinkQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { detailOf, failureWords, sentenceOf } from '#web/lib/server-errors.ts';
import { AfterPatience, LoadingSpinner } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { JoiningPage } from '../JoiningPage.tsx';

const MailedLink = graphql(`
  query MailedLink($purpose: LinkPurpose!, $token: String!) {
    mailedLink(purpose: $purpose, token: $token) {
      state
      email
    }
  }
`);

type Link = {
  token?: string;
  /** Nothing without a token, or while it is looked up. */
  state?: LinkState;
  /** The address that it was mailed to, as far as the server tells. */
  email: string;
  /** The look-up failed; trying again may help. */
  error?: unknown;
  retry: () => void;
  /** Notes what the server said of the link when it was used. */
  fail: (state: LinkFailure) => void;
};

/** The mailed link that led to this page: what it is worth, before it is used. */
export function useMailedLink(purpose: LinkPurpose): Link {
  const token = useLinkToken();
  const [failure, setFailure] = useState<LinkFailure>();
  const { data, error, refetch } = useQuery(MailedLink, {
    variables: { purpose, token: token ?? '' },
    skip: !token,
    fetchPolicy: 'no-cache',
  });
  return {
    token,
    state: failure ?? data?.mailedLink.state,
    email: data?.mailedLink.email ?? '',
    error,
    retry: () => void refetch().catch(() => undefined),
    fail: setFailure,
  };
}

/** Moves the token out of the address bar. The history keeps it: a phone loads the page anew after a look elsewhere. */
export function useLinkToken(): string | undefined {
  const { pathname, search, state } = useLocation() as { pathname: string; search: string; state: unknown };
  const navigate = useNavigate();
  const arrived = new URLSearchParams(search).get('token') ?? undefined;
  useEffect(() => {
    if (arrived === undefined) return;
    const rest = new URLSearchParams(search);
    rest.delete('token');
    void navigate({ pathname, search: rest.toString() }, { replace: true, state: { linkToken: arrived } });
  }, [arrived, navigate, pathname, search]);
  return (arrived ?? keptToken(state)) || undefined;
}

function keptToken(state: unknown): string | undefined {
  const kept = state && typeof state === 'object' && 'linkToken' in state ? state.linkToken : undefined;
  return typeof kept === 'string' ? kept : undefined;
}

type LinkState = MailedLinkQuery['mailedLink']['state'];

/** Why a mailed link cannot be used. */
export type LinkFailure = Exclude<LinkState, 'valid'>;

const failures: readonly string[] = ['used', 'expired', 'wrong'] satisfies LinkFailure[];

/** What the server says of the link that it was sent; nothing where the failure has another reason. */
export function linkStateOf(error: unknown): LinkFailure | undefined {
  const state = detailOf(error, 'link');
  return typeof state === 'string' && failures.includes(state) ? (state as LinkFailure) : undefined;
}

/** While a mailed link is looked up, and when that fails. */
export function LinkLookup(props: { title: string; error?: unknown; onRetry: () => void }) {
  const { title, error, onRetry } = props;
  return (
    <JoiningPage title={title}>
      {error ? (
        <Notice
          state="error"
          title="This link could not be looked up"
          action={
            <Button variant="outline" size="sm" onClick={onRetry}>
              Retry
            </Button>
          }
        >
          {sentenceOf(
            error,
            'The server did not answer. The link itself is still good for as long as it was.',
          )}
        </Notice>
      ) : (
        <AfterPatience>
          <LoadingSpinner />
        </AfterPatience>
      )}
    </JoiningPage>
  );
}

type Props = {
  label: string;
  /** What is said over the reason when it fails. */
  failure: string;
  /** It takes back what a link has done, and is not what the page is for. */
  isWayBack?: boolean;
  act: () => Promise<void>;
  /** What one may do instead. */
  children?: ReactNode;
};

/** What the page behind a link is for, in one button; what goes wrong stands above it, and it can be tried again. */
export function LinkAction({ label, failure, isWayBack, act, children }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ title: string; description: string }>();
  const send = async () => {
    setProblem(undefined);
    setBusy(true);
    try {
      await act();
    } catch (error) {
      const check = 'Open the link again to see whether it worked.';
      setProblem(failureWords(error, { title: failure, check }));
      setBusy(false);
    }
  };
  return (
    <chakra.div display="flex" flexDirection="column" gap={3}>
      {problem && (
        <Notice state="critical" title={problem.title}>
          {problem.description}
        </Notice>
      )}
      <Button
        width="full"
        variant={isWayBack ? 'outline' : 'solid'}
        aria-disabled={busy || undefined}
        onClick={() => !busy && void send()}
      >
        {label}
      </Button>
      {children}
    </chakra.div>
  );
}
